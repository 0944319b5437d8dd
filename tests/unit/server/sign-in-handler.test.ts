import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryStore } from '../../../server/memory-store.js';
import type { SignInStore } from '../../../server/sign-in-store.js';
import { SIGN_IN_SIGNERS, type SignInSigner } from '../domain/sign-in/sign-in-signers.js';
import { ORIGIN, SECRET, SignInBrowser } from './sign-in-browser.js';

let browser: SignInBrowser;
let alice: SignInSigner;
beforeEach(async () => {
  browser = new SignInBrowser();
  alice = await SIGN_IN_SIGNERS.eip155('alice');
});

describe('the sign-in endpoints', () => {
  it.each(Object.entries(SIGN_IN_SIGNERS))('sign an account of %s in and out, for one browser', async (_, create) => {
    const signer = await create('alice');
    const { chainId, accountAddress } = signer;
    const signed = await browser.signed(signer, { nonce: await browser.nonce() });
    const { message } = signed;
    const session = { chainId, accountAddress, message, signedInAt: browser.now, expiresAt: browser.now + 7 * 86_400_000 };
    expect(await browser.send('verify', { signIns: [signed] })).toMatchObject({ status: 200, body: { sessions: [session] } });
    expect((await browser.send('session')).body).toEqual({ sessions: [session] });
    expect((await new SignInBrowser().send('session')).body).toEqual({ sessions: [] });
    expect((await browser.send('sign-out', {})).body).toEqual({ sessions: [] });
    expect((await browser.send('session')).body).toEqual({ sessions: [] });
  });

  it('issue a different nonce of 128 bits each time', async () => {
    const nonces = await Promise.all(Array.from({ length: 20 }, () => browser.nonce()));
    expect(new Set(nonces).size).toBe(20);
    expect(nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true);
  });

  it('accept a nonce for five minutes, once, from the browser that got it', async () => {
    const nonce = await browser.nonce();
    const sent = { signIns: [await browser.signed(alice, { nonce })] };
    const other = new SignInBrowser({ store: memoryStore() });
    await other.nonce();
    expect(await other.send('verify', sent)).toMatchObject({ status: 422, body: { error: 'invalid-nonce' } });
    expect((await browser.send('verify', sent)).status).toBe(200);
    expect(await browser.send('verify', sent)).toMatchObject({ status: 422, body: { error: 'invalid-nonce' } });
    const late = await browser.nonce();
    browser.now += 300_000;
    expect((await browser.send('verify', { signIns: [await browser.signed(alice, { nonce: late })] })).body).toEqual({
      error: 'invalid-nonce',
    });
  });

  it('refuse a browser without the cookie', async () => {
    const nonce = await browser.nonce();
    browser.cookie = null;
    expect((await browser.send('verify', { signIns: [await browser.signed(alice, { nonce })] })).body).toEqual({ error: 'invalid-nonce' });
  });

  it('set cookies that scripts and other sites cannot use, for an hour after a nonce and for the time of the session', async () => {
    const cookieFor = (kind: string, maxAge: number) =>
      new RegExp(
        `^__Host-latchkey-${kind}-([\\w-]{8})=\\1[\\w-]{35}\\.[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}; Secure$`,
      );
    const { headers } = await browser.send('nonce');
    expect(headers.get('set-cookie')).toMatch(cookieFor('nonce', 3_600));
    expect((await browser.send('nonce')).headers.get('set-cookie')).toBe(headers.get('set-cookie'));
    expect((await browser.signIn(alice)).headers.get('set-cookie')).toMatch(cookieFor('session', 604_800));
    const expirationTime = new Date(browser.now + 1_500).toISOString();
    expect((await browser.signIn(alice, { expirationTime })).headers.getSetCookie().at(-1)).toMatch(cookieFor('session', 2));
  });

  it('set another cookie at sign-in, so that no one is signed in by those from before', async () => {
    await browser.signIn(await SIGN_IN_SIGNERS.eip155('bob'));
    const before = browser.cookie;
    await browser.signIn(alice);
    browser.cookie = before;
    expect(await browser.signedIn()).not.toContain(alice.accountAddress);
  });

  it('remove the cookie of a sign-in once the browser has that of a later one, or none of its accounts is signed in', async () => {
    await browser.signIn(alice);
    const [first = ''] = /latchkey-session-[\w-]+/.exec(browser.cookie ?? '') ?? [];
    browser.now += 1;
    expect((await browser.signIn(alice)).headers.getSetCookie()).toHaveLength(1);
    expect((await browser.send('session')).headers.getSetCookie()).toEqual([
      `__Host-${first}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
    ]);
    expect(await browser.signedIn()).toEqual([alice.accountAddress]);
    await browser.send('sign-out', {});
    expect(browser.cookie).not.toContain('latchkey-session');
  });

  it('keep the cookies of twenty sign-ins: the oldest ends with the next one', async () => {
    const signers = await Promise.all(Array.from({ length: 21 }, (_, index) => SIGN_IN_SIGNERS.eip155(`account ${index}`)));
    for (const signer of signers) {
      await browser.signIn(signer);
      browser.now += 1;
    }
    expect(await browser.signedIn()).toEqual(
      signers
        .slice(1)
        .map(({ accountAddress }) => accountAddress)
        .sort(),
    );
    expect(browser.cookie?.match(/latchkey-session/g)).toHaveLength(20);
  });

  it('accept only a cookie that they have signed', async () => {
    await browser.signIn(alice);
    const { cookie } = browser;
    for (const changed of [
      cookie?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      cookie?.replace(/\.[\w-]*$/, ''),
      cookie?.replaceAll('__Host-', ''),
      // A signature is of one purpose.
      cookie?.replaceAll('-session-', '-nonce-'),
    ]) {
      browser.cookie = changed ?? null;
      expect((await browser.send('session')).body).toEqual({ sessions: [] });
    }
  });

  it('accept cookies of a replaced secret, and sign with the new one', async () => {
    const store = memoryStore();
    const old = new SignInBrowser({ store });
    await old.signIn(alice);
    const next = new SignInBrowser({ store, secret: [`new ${SECRET}`, SECRET] });
    next.cookie = old.cookie;
    expect((await next.send('session')).body['sessions']).toHaveLength(1);
    const last = new SignInBrowser({ store, secret: `new ${SECRET}` });
    last.cookie = old.cookie;
    expect((await last.send('session')).body['sessions']).toHaveLength(0);
  });

  it('keep several accounts, and sign one or all of them out', async () => {
    const bob = await SIGN_IN_SIGNERS.solana('bob');
    await browser.signIn(alice);
    await browser.signIn(bob);
    await browser.signIn(alice);
    expect((await browser.send('session')).body['sessions']).toHaveLength(2);
    const { chainId, accountAddress } = alice;
    const left = await browser.send('sign-out', { account: { chainId, accountAddress } });
    expect(left.body).toMatchObject({ sessions: [{ chainId: bob.chainId }] });
    expect((await browser.send('sign-out', {})).body).toEqual({ sessions: [] });
  });

  it('sign several chains in with one nonce, all or none', async () => {
    const nonce = await browser.nonce();
    const polygon = { ...alice, chainId: alice.otherChainId };
    const signIns = [await browser.signed(alice, { nonce }), await browser.signed(polygon, { nonce })];
    expect((await browser.send('verify', { signIns })).body['sessions']).toHaveLength(2);
    const again = await browser.nonce();
    const partly = [
      await browser.signed(alice, { nonce: again }),
      { ...(await browser.signed(polygon, { nonce: again })), signature: '0x' },
    ];
    await browser.send('sign-out', {});
    expect(await browser.send('verify', { signIns: partly })).toMatchObject({ status: 401, body: { error: 'wrong-signature' } });
    expect((await browser.send('session')).body).toEqual({ sessions: [] });
  });

  it('end a session after a week, or when its message expires', async () => {
    await browser.signIn(alice);
    browser.now += 7 * 86_400_000 - 1;
    expect((await browser.send('session')).body['sessions']).toHaveLength(1);
    browser.now += 1;
    expect((await browser.send('session')).body['sessions']).toHaveLength(0);
    await browser.signIn(alice, { expirationTime: new Date(browser.now + 1_000).toISOString() });
    browser.now += 1_000;
    expect((await browser.send('session')).body['sessions']).toHaveLength(0);
  });

  it('accept a signature of a contract only at the endpoint of its chain', async () => {
    const calls: string[] = [];
    const contract = new SignInBrowser({
      ethCall: (chainId) =>
        chainId === 'eip155:1'
          ? async ({ to = '' }) => {
              calls.push(to);
              return `0x1626ba7e${'0'.repeat(56)}`;
            }
          : undefined,
    });
    const bob = await SIGN_IN_SIGNERS.eip155('bob');
    const account = { ...alice, accountAddress: bob.accountAddress };
    expect((await contract.signIn(account)).status).toBe(200);
    expect(calls).toEqual([bob.accountAddress]);
    expect((await contract.signIn({ ...account, chainId: alice.otherChainId })).body).toEqual({ error: 'wrong-signature' });
    expect((await browser.signIn(account)).body).toEqual({ error: 'wrong-signature' });
  });

  it.each([
    ['a function', () => ({ ethCall: () => () => new Promise<never>(() => undefined) })],
    [
      'an endpoint',
      () => {
        vi.stubGlobal('fetch', () => new Promise<never>(() => undefined));
        return { ethCall: { 'eip155:1': 'https://rpc.example' } };
      },
    ],
  ])('refuse a signature of a contract after ten seconds without a response of %s', async (_, options) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const contract = new SignInBrowser(options());
    const bob = await SIGN_IN_SIGNERS.eip155('bob');
    const response = contract.signIn({ ...alice, accountAddress: bob.accountAddress });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect((await contract.send('session')).body).toEqual({ sessions: [] });
  });

  it.each([
    ['garbage', 503, () => new Response('<html>')],
    ['another format', 503, () => Response.json({ result: 1 })],
    ['an error', 503, () => Response.json({ error: { code: -32_000, message: 'rate limit' } })],
    ['more than a megabyte', 503, () => Response.json({ result: `0x1626ba7e${'0'.repeat(1_000_000)}` })],
    ['a revert', 401, () => Response.json({ error: { code: 3, message: 'execution reverted' } })],
    ['a revert by its text', 401, () => Response.json({ error: { code: -32_000, message: 'VM Exception: revert' } })],
    ['the magic value', 200, () => Response.json({ result: `0x1626ba7e${'0'.repeat(56)}` })],
  ])('read %s of an endpoint', async (_, status, response) => {
    vi.stubGlobal('fetch', async () => response());
    const contract = new SignInBrowser({ ethCall: { 'eip155:1': 'https://rpc.example' } });
    const bob = await SIGN_IN_SIGNERS.eip155('bob');
    expect((await contract.signIn({ ...alice, accountAddress: bob.accountAddress })).status).toBe(status);
  });

  it.each([
    ['another site', 'wrong-origin', { origin: 'https://evil.example' }],
    ['a page without an origin', 'wrong-origin', { origin: 'null' }],
    ['a subdomain', 'wrong-origin', { origin: 'https://login.app.example' }],
  ])('refuse requests of %s', async (_, error, init) => {
    for (const action of ['nonce', 'verify', 'sign-out'])
      expect(await browser.send(action, {}, init)).toMatchObject({ status: 403, body: { error } });
  });

  it.each([
    ['no JSON', { body: '{' }],
    ['a form', { body: '{"signIns":[]}', headers: { origin: ORIGIN, 'content-type': 'text/plain' } }],
    ['no sign-ins', { body: '{"signIns":[]}' }],
    ['too many sign-ins', { body: JSON.stringify({ signIns: Array.from({ length: 101 }, () => ({ message: '', signature: '' })) }) }],
    ['another type', { body: '{"signIns":[{"message":1,"signature":"0x"}]}' }],
    ['too many bytes', { body: JSON.stringify({ signIns: [{ message: '', signature: '' }], more: ' '.repeat(500_000) }) }],
    ['a long message', { body: JSON.stringify({ signIns: [{ message: ' '.repeat(8_193), signature: '' }] }) }],
    ['a long signature', { body: JSON.stringify({ signIns: [{ message: '', signature: ' '.repeat(32_769) }] }) }],
  ])('refuse a request with %s', async (_, init) => {
    expect(await browser.send('verify', undefined, init)).toMatchObject({ status: 400, body: { error: 'invalid-request' } });
  });

  it.each([
    ['a body of two megabytes', undefined, 6],
    ['a length above the limit', '500001', 0],
  ])('stop reading %s', async (_, length, chunks) => {
    let pulled = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulled += 1;
          if (pulled === 20) controller.close();
          else controller.enqueue(new Uint8Array(100_000).fill(0x20));
        },
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { origin: ORIGIN, 'content-type': 'application/json', ...(length === undefined ? {} : { 'content-length': length }) };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const response = await browser.handle(new Request(`${ORIGIN}/api/sign-in/verify`, init));
    expect([response.status, await response.json(), isCancelled, pulled]).toEqual([400, { error: 'invalid-request' }, true, chunks]);
  });

  it('respond to HEAD as to GET, without a body', async () => {
    await browser.signIn(alice);
    const headers = { cookie: browser.cookie ?? '' };
    const response = await browser.handle(new Request(`${ORIGIN}/api/sign-in/session`, { method: 'HEAD', headers }));
    expect([response.status, response.headers.get('content-type'), response.body]).toEqual([200, 'application/json', null]);
  });

  it('refuse other paths and methods', async () => {
    for (const [action, init] of [
      ['other', {}],
      ['', {}],
      ['nonce', { method: 'GET' }],
      ['session', { method: 'POST' }],
    ] as const)
      expect(await browser.send(action, undefined, init)).toMatchObject({ status: 404, body: { error: 'not-found' } });
  });

  it('refuse all requests while the store fails, without its error', async () => {
    const fail = async (): Promise<never> => {
      throw new Error('postgres://user:password@host');
    };
    const store: SignInStore = { addNonce: fail, takeNonce: fail, addSession: fail, sessions: fail, removeSessions: fail };
    const working = new SignInBrowser();
    await working.signIn(alice);
    const nonce = await working.nonce();
    const broken = new SignInBrowser({ store });
    broken.cookie = working.cookie;
    const bodies = [
      await broken.send('nonce'),
      await broken.send('verify', { signIns: [await broken.signed(alice, { nonce })] }),
      await broken.send('session'),
      await broken.send('sign-out', {}),
    ];
    expect(bodies.map(({ status, body }) => [status, body])).toEqual(bodies.map(() => [503, { error: 'store-unavailable' }]));
  });

  it('accept a message again whose signature could not be verified, and once only', async () => {
    let isDown = true;
    const contract = new SignInBrowser({
      ethCall: () => async () => {
        if (isDown) throw new Error('The endpoint is down');
        return `0x1626ba7e${'0'.repeat(56)}`;
      },
    });
    const signed = { ...(await contract.signed(alice, { nonce: await contract.nonce() })), signature: `0x${'12'.repeat(65)}` };
    expect(await contract.send('verify', { signIns: [signed] })).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    isDown = false;
    expect(await contract.send('verify', { signIns: [signed] })).toMatchObject({ status: 200 });
    expect(await contract.send('verify', { signIns: [signed] })).toMatchObject({ body: { error: 'invalid-nonce' } });
  });

  it.each([[], ['app.example'], ['https://app.example/path'], ['ftp://app.example']])(
    'refuse to start with origins that no browser sends: %j',
    (...origins) => {
      expect(() => new SignInBrowser({ origins })).toThrow(RangeError);
    },
  );

  it.each(['api', '/api/', '/api?x'])('refuse to start with the basePath %s', (basePath) => {
    expect(() => new SignInBrowser({ basePath })).toThrow(RangeError);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuse to start with the sessionMs %s', (sessionMs) => {
    expect(() => new SignInBrowser({ sessionMs })).toThrow(RangeError);
  });

  it('take origins in the form that browsers send, and keep the cookie secure beside one for development', async () => {
    const sloppy = new SignInBrowser({ origins: ['HTTPS://App.Example/', 'http://localhost:3000'] });
    expect((await sloppy.send('nonce')).headers.get('set-cookie')).toContain('; Secure');
    expect((await sloppy.signIn(alice)).status).toBe(200);
  });

  it('need a long secret', () => {
    expect(() => new SignInBrowser({ secret: 'short' })).toThrow(RangeError);
    expect(() => new SignInBrowser({ secret: [] })).toThrow(RangeError);
  });

  it('give the sessions to other handlers', async () => {
    await browser.signIn(alice);
    const headers = new Headers({ cookie: browser.cookie ?? '' });
    expect(await browser.handle.sessions({ headers })).toMatchObject([{ accountAddress: alice.accountAddress }]);
    expect(await browser.handle.sessions({ headers: new Headers() })).toEqual([]);
  });
});
