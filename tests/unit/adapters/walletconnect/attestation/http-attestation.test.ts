import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpAttestation } from '../../../../../adapters/walletconnect/attestation/http-attestation.js';
import { FakeClock, flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { ATTESTATION_FAILURES, type AttestedOrigin } from '../../../../../domain/wallet-protocol/origin/attestation.js';
import { neverAborted } from '../../../../../testing/contracts/test-api.js';

const SERVER = 'https://verify.example';
const ORIGIN = 'https://app.example';
const IDS = { envelopeId: 'ab'.repeat(32), messageId: 'cd'.repeat(32) };
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signing key of the verify service. */
class ServiceKey {
  readonly #pair: CryptoKeyPair;
  readonly jwk: webcrypto.JsonWebKey;

  private constructor(pair: CryptoKeyPair, jwk: webcrypto.JsonWebKey) {
    this.#pair = pair;
    this.jwk = jwk;
  }

  static async make(): Promise<ServiceKey> {
    const pair = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
    return new ServiceKey(pair, await webcrypto.subtle.exportKey('jwk', pair.publicKey));
  }

  async sign(claims: object): Promise<string> {
    const signed = `${part({ alg: 'ES256' })}.${part(claims)}`;
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await webcrypto.subtle.sign(algorithm, this.#pair.privateKey, new TextEncoder().encode(signed));
    return `${signed}.${Buffer.from(signature).toString('base64url')}`;
  }
}

let clock: FakeClock;
let records: FakeRecordStore;
let key: ServiceKey;
let fetched: string[];
/** Response of the service to a URL. */
let respond: (url: string) => Response | Promise<Response>;

beforeEach(async () => {
  clock = new FakeClock();
  records = new FakeRecordStore();
  key = await ServiceKey.make();
  fetched = [];
  respond = () => keyResponse();
});

afterEach(() => {
  expect(clock.pending).toBe(0);
});

const inAnHour = (): number => clock.now() / 1_000 + 3_600;
const keyResponse = (publicKey: unknown = key.jwk, expiresAt = inAnHour()): Response => Response.json({ publicKey, expiresAt });
const claims = (more: object = {}): object => ({
  id: IDS.envelopeId,
  origin: ORIGIN,
  exp: inAnHour(),
  isScam: false,
  isVerified: true,
  ...more,
});

const adapter = (store = records, subtle?: SubtleCrypto | null): HttpAttestation =>
  new HttpAttestation({
    server: SERVER,
    projectId: 'any',
    page: undefined,
    records: store,
    clock,
    fetch: async (url) => {
      fetched.push(String(url));
      return respond(String(url));
    },
    ...(subtle === undefined ? {} : { subtle: subtle ?? undefined }),
  });

const verify = (attestation: HttpAttestation, jwt: string): Promise<AttestedOrigin> =>
  attestation.verify({ server: SERVER, jwt, envelopeId: IDS.envelopeId }, neverAborted());

const KNOWN = { isKnown: true, origin: ORIGIN, isScam: false };
const unknown = (reason: keyof typeof ATTESTATION_FAILURES): AttestedOrigin => ({ isKnown: false, reason: ATTESTATION_FAILURES[reason] });
const KEY_URL = `${SERVER}/v3/public-key`;

describe('key of the verify service', () => {
  it('is fetched on first use, shared by concurrent callers, and stored until it expires', async () => {
    const attestation = adapter();
    await flushPromises();
    expect(fetched).toEqual([]);
    const jwt = await key.sign(claims({ exp: inAnHour() * 2 }));
    expect(await Promise.all([1, 2, 3].map(() => verify(attestation, jwt)))).toEqual([KNOWN, KNOWN, KNOWN]);
    expect(await verify(attestation, jwt)).toEqual(KNOWN);
    expect(await verify(adapter(records.reload()), jwt)).toEqual(KNOWN);
    expect(fetched).toEqual([KEY_URL]);
    clock.advance(3_601_000);
    expect(await verify(attestation, jwt)).toEqual(KNOWN);
    expect(fetched).toEqual([KEY_URL, KEY_URL]);
  });

  it('is fetched once again for a signature that it does not verify', async () => {
    const attestation = adapter();
    expect(await verify(attestation, await key.sign(claims()))).toEqual(KNOWN);
    key = await ServiceKey.make();
    expect(await verify(attestation, await key.sign(claims()))).toEqual(KNOWN);
    expect(fetched).toHaveLength(2);
    const otherKey = await ServiceKey.make();
    expect(await verify(attestation, await otherKey.sign(claims()))).toEqual(unknown('wrongSignature'));
    expect(fetched).toHaveLength(3);
  });

  it('is not fetched for an invalid attestation or one of another message, nor again for an expired one', async () => {
    const attestation = adapter();
    expect(await verify(attestation, 'x')).toEqual(unknown('none'));
    expect(await verify(attestation, await key.sign(claims({ id: 'ef'.repeat(32) })))).toEqual(unknown('otherMessage'));
    expect(fetched).toEqual([]);
    expect(await verify(attestation, await key.sign(claims({ exp: clock.now() / 1_000 - 1 })))).toEqual(unknown('expired'));
    expect(await verify(attestation, await key.sign(claims({ isVerified: false })))).toEqual(unknown('notVerified'));
    expect(fetched).toEqual([KEY_URL]);
  });

  it.each([
    ['an error', () => new Response('no', { status: 503 })],
    ['a client error', () => new Response('no', { status: 404 })],
    ['an HTML page', () => new Response('<!doctype html>')],
    ['an invalid key', () => Response.json({ publicKey: 'none' })],
    ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is unavailable on %s and fetched again by the next call', async (_, broken) => {
    respond = broken;
    const attestation = adapter();
    const jwt = await key.sign(claims());
    expect(await verify(attestation, jwt)).toEqual(unknown('unreachable'));
    respond = () => keyResponse();
    expect(await verify(attestation, jwt)).toEqual(KNOWN);
  });

  it('does not verify when it is expired or not on the curve', async () => {
    const jwt = await key.sign(claims());
    respond = () => keyResponse(key.jwk, clock.now() / 1_000 - 1);
    expect(await verify(adapter(), jwt)).toEqual(unknown('keyExpired'));
    respond = () => keyResponse({ ...key.jwk, y: key.jwk.x });
    expect(await verify(adapter(), jwt)).toEqual(unknown('wrongSignature'));
  });

  it('does not verify outside a secure context or with a signature of another length', async () => {
    const jwt = await key.sign(claims());
    expect(await verify(adapter(records, null), jwt)).toEqual(unknown('wrongSignature'));
    expect(await verify(adapter(), jwt.slice(0, -4))).toEqual(unknown('wrongSignature'));
  });

  it('is still fetched when one of two callers aborts, and aborted with the last caller', async () => {
    let isOpen = true;
    let resolveFetch = (_: Response): void => undefined;
    const hang = new HttpAttestation({
      server: SERVER,
      projectId: 'any',
      page: undefined,
      records,
      clock,
      fetch: (_, init) =>
        new Promise((resolve, reject) => {
          resolveFetch = resolve;
          init?.signal?.addEventListener('abort', () => {
            isOpen = false;
            reject(new Error('aborted'));
          });
        }),
    });
    const jwt = await key.sign(claims());
    const [one, two] = [new AbortController(), new AbortController()];
    const verifyWith = (signal: AbortSignal) =>
      hang.verify({ server: SERVER, jwt, envelopeId: IDS.envelopeId }, signal).catch((error: unknown) => error);
    const [aborted, completed] = [verifyWith(one.signal), verifyWith(two.signal)];
    await flushPromises();
    one.abort('aborted');
    expect([await aborted, isOpen]).toEqual(['aborted', true]);
    resolveFetch(keyResponse(key.jwk, clock.now() / 1_000 - 1));
    expect(await completed).toEqual(unknown('keyExpired'));
    const last = new AbortController();
    const onlyCall = verifyWith(last.signal);
    await flushPromises();
    last.abort('gone');
    expect([await onlyCall, isOpen]).toEqual(['gone', false]);
  });
});

describe('origin lookup', () => {
  it('queries by message hash and returns unknown if the service has no result', async () => {
    const attestation = adapter();
    const lookUp = () => attestation.lookUp({ server: SERVER, messageId: IDS.messageId }, neverAborted());
    respond = () => Response.json({ origin: ORIGIN, isScam: true });
    expect(await lookUp()).toEqual({ ...KNOWN, isScam: true });
    respond = () => Response.json({ error: 'Not found' }, { status: 404 });
    expect(await lookUp()).toEqual(unknown('none'));
    respond = () => new Response('', { status: 500 });
    expect(await lookUp()).toEqual(unknown('unreachable'));
    expect(new Set(fetched)).toEqual(new Set([`${SERVER}/attestation/${IDS.messageId}?v2Supported=true`]));
  });
});
