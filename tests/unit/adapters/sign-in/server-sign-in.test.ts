import { beforeEach, describe, expect, it } from 'vitest';
import { ServerSignIn } from '../../../../adapters/sign-in/server-sign-in.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { toChecksumAddress } from '../../../../domain/account/evm-checksum.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { memoryStore } from '../../../../server/memory-store.js';
import { createSignInHandler } from '../../../../server/sign-in-handler.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';
import { SIGN_IN_SIGNERS } from '../../domain/sign-in/sign-in-signers.js';
import { type CookieFetch, cookieFetch } from '../support/cookie-fetch.js';

const ORIGIN = 'https://app.example';
const MAINNET = toChainId('eip155:1');

let clock: FakeClock;
let server: CookieFetch;
let service: ServerSignIn;
let storage: FakeStorage;
beforeEach(() => {
  clock = new FakeClock(1_700_000_000_000);
  storage = new FakeStorage();
  server = cookieFetch(
    ORIGIN,
    createSignInHandler({ origins: [ORIGIN], secret: 'a secret of at least 32 characters', store: memoryStore(), now: () => clock.now() }),
  );
  service = new ServerSignIn({
    storage,
    options: { sessionMs: 3_600_000 },
    browser: new FakeBrowser(),
    clock,
    fetch: server.fetch,
  });
});

/** Signs an account in and returns its address. */
const signIn = async (name: keyof typeof SIGN_IN_SIGNERS): Promise<readonly [chainId: ReturnType<typeof toChainId>, address: string]> => {
  const { chainId, accountAddress, sign } = await SIGN_IN_SIGNERS[name]('alice');
  const message = await service.createMessage({ chainId, accountAddress });
  const { toString: _, ...data } = message;
  await service.addSession({ data, message: message.toString(), signature: await sign(message.toString()) });
  return [chainId, accountAddress];
};

describe('ServerSignIn', () => {
  it.each(Object.keys(SIGN_IN_SIGNERS) as (keyof typeof SIGN_IN_SIGNERS)[])('signs an account of %s in', async (name) => {
    const [chainId, address] = await signIn(name);
    const [session] = await service.getSessions(chainId, address);
    expect([session?.data.accountAddress, session?.data.expirationTime]).toEqual([
      address,
      new Date(clock.now() + 3_600_000).toISOString(),
    ]);
  });

  it('writes an eip155 address with its checksum, and the time of the server', async () => {
    const accountAddress = '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb';
    const wrong = new ServerSignIn({
      storage: new FakeStorage(),
      ...{ options: {}, browser: new FakeBrowser(), fetch: server.fetch },
      clock: new FakeClock(clock.now() + 3_600_000),
    });
    const { accountAddress: written, issuedAt } = await wrong.createMessage({ chainId: MAINNET, accountAddress });
    expect([written, issuedAt]).toEqual([toChecksumAddress(accountAddress), new Date(clock.now()).toISOString()]);
  });

  it('reads the sessions once for several accounts, and again later', async () => {
    await Promise.all([service.getSessions(MAINNET, '0x1'), service.getSessions(MAINNET, '0x2')]);
    await service.getSessions(MAINNET, '0x3');
    clock.advance(10_000);
    await service.getSessions(MAINNET, '0x1');
    expect(server.requests).toEqual(['GET /api/sign-in/session', 'GET /api/sign-in/session']);
  });

  it('reads again after another tab has signed in or out, and when a session has expired', async () => {
    const [chainId, address] = await signIn('solana');
    await service.getSessions(chainId, address);
    const before = server.requests.length;
    storage.set(STORAGE_KEYS.signInChanged, 'other');
    await service.getSessions(chainId, address);
    expect(server.requests.length).toBe(before + 1);
    clock.advance(3_600_000 - 5_000);
    expect((await service.getSessions(chainId, address)).length).toBe(1);
    clock.advance(5_000);
    expect(await service.getSessions(chainId, address)).toEqual([]);
  });

  it('does not return a session that was revoked while it was read', async () => {
    const [chainId, address] = await signIn('solana');
    clock.advance(10_000);
    const reading = service.getSessions(chainId, address);
    await service.revokeSession(chainId, address);
    await reading;
    expect(await service.getSessions(chainId, address)).toEqual([]);
  });

  it.each([
    ['an error of the server', new Response('{"error":"store-unavailable"}', { status: 503 }), 'sign-in/unavailable'],
    ['a page of a proxy without its server', new Response('<!doctype html>', { status: 502 }), 'sign-in/unavailable'],
    ['a rate limit', new Response('Too many requests', { status: 429 }), 'sign-in/unavailable'],
    ['a page instead of JSON', new Response('<!doctype html>', { status: 404 }), 'sign-in/misconfigured'],
    ['a page with status 200', new Response('<!doctype html>'), 'sign-in/misconfigured'],
    ['JSON of another shape', new Response('{"sessions":"none"}'), 'sign-in/misconfigured'],
    ['a path of no endpoint', new Response('{"error":"not-found"}', { status: 404 }), 'sign-in/misconfigured'],
    ['a page of another origin', new Response('{"error":"wrong-origin"}', { status: 403 }), 'sign-in/misconfigured'],
    ['a message for another domain', new Response('{"error":"wrong-domain"}', { status: 422 }), 'sign-in/misconfigured'],
    ['a refusal', new Response('{"error":"wrong-signature"}', { status: 401 }), 'sign-in/refused'],
  ])('reports %s', async (_, response, code) => {
    server.respond = () => response;
    expect(await codeOf(service.getSessions(MAINNET, '0x1'))).toBe(code);
  });

  it('says what to change on the server', async () => {
    const messageOf = async (response: Response): Promise<unknown> => {
      server.respond = () => response;
      return service.createMessage({ chainId: MAINNET, accountAddress: '0x1' }).catch((error: unknown) => String(error));
    };
    expect(await messageOf(new Response('{"error":"wrong-origin"}', { status: 403 }))).toContain(
      'add "https://app.example" to "origins" of createSignInHandler',
    );
    expect(await messageOf(new Response('<!doctype html>'))).toContain(
      'There are no sign-in endpoints at /api/sign-in/nonce, which returned 200',
    );
  });

  it('skips sessions that are malformed', async () => {
    const [chainId, address] = await signIn('solana');
    const session = { chainId, accountAddress: address, message: 'not a message', expiresAt: clock.now() + 1 };
    server.respond = () => new Response(JSON.stringify({ sessions: [session, null, { chainId: 'x' }] }));
    clock.advance(10_000);
    expect(await service.getSessions(chainId, address)).toEqual([]);
  });

  it('gives up after ten seconds', async () => {
    const silent = new ServerSignIn({
      storage: new FakeStorage(),
      options: {},
      browser: new FakeBrowser(),
      clock,
      fetch: () => new Promise(() => undefined),
    });
    const code = codeOf(silent.getSessions(MAINNET, '0x1'));
    await clock.run(10_000);
    expect(await code).toBe('sign-in/unavailable');
  });
});
