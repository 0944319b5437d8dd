import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpAttestation } from '../../../../../adapters/walletconnect/attestation/http-attestation.js';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { type AttestedOrigin, NO_ORIGIN } from '../../../../../domain/wallet-protocol/origin/attestation.js';
import { patient } from '../../../../../testing/contracts/test-api.js';

const SERVER = 'https://verify.example';
const ORIGIN = 'https://app.example';
const IDS = { envelopeId: 'ab'.repeat(32), messageId: 'cd'.repeat(32) };
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A key of the service. */
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
/** What the service answers to each address. */
let answer: (url: string) => Response | Promise<Response>;

beforeEach(async () => {
  clock = new FakeClock();
  records = new FakeRecordStore();
  key = await ServiceKey.make();
  fetched = [];
  answer = () => keyAnswer();
});

afterEach(() => {
  expect(clock.pending).toBe(0);
});

const inAnHour = (): number => clock.now() / 1_000 + 3_600;
const keyAnswer = (publicKey: unknown = key.jwk, expiresAt = inAnHour()): Response => Response.json({ publicKey, expiresAt });
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
      return answer(String(url));
    },
    ...(subtle === undefined ? {} : { subtle: subtle ?? undefined }),
  });

const verify = (attestation: HttpAttestation, jwt: string): Promise<AttestedOrigin> =>
  attestation.verify({ server: SERVER, jwt, envelopeId: IDS.envelopeId }, patient());

const KNOWN = { isKnown: true, origin: ORIGIN, isScam: false };
const unknown = (reason: keyof typeof NO_ORIGIN): AttestedOrigin => ({ isKnown: false, reason: NO_ORIGIN[reason] });
const KEY_URL = `${SERVER}/v3/public-key`;

describe('the key of the service', () => {
  it('is fetched at its first use, once for all that want it, and kept until it expires, also by the next page', async () => {
    const attestation = adapter();
    await settle();
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

  it('is fetched once more for a signature that it has not made, and no more than that', async () => {
    const attestation = adapter();
    expect(await verify(attestation, await key.sign(claims()))).toEqual(KNOWN);
    key = await ServiceKey.make();
    expect(await verify(attestation, await key.sign(claims()))).toEqual(KNOWN);
    expect(fetched).toHaveLength(2);
    const stranger = await ServiceKey.make();
    expect(await verify(attestation, await stranger.sign(claims()))).toEqual(unknown('wrongSignature'));
    expect(fetched).toHaveLength(3);
  });

  it('is not asked for by texts that are no attestation of this message, nor again for one that is over', async () => {
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
    ['a refusal', () => new Response('no', { status: 404 })],
    ['a page', () => new Response('<!doctype html>')],
    ['no key', () => Response.json({ publicKey: 'none' })],
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is none where the service answers %s; the next question asks again', async (_, broken) => {
    answer = broken;
    const attestation = adapter();
    const jwt = await key.sign(claims());
    expect(await verify(attestation, jwt)).toEqual(unknown('unreachable'));
    answer = () => keyAnswer();
    expect(await verify(attestation, jwt)).toEqual(KNOWN);
  });

  it('is of no use once it has expired, or when it is no point of the curve', async () => {
    const jwt = await key.sign(claims());
    answer = () => keyAnswer(key.jwk, clock.now() / 1_000 - 1);
    expect(await verify(adapter(), jwt)).toEqual(unknown('keyExpired'));
    answer = () => keyAnswer({ ...key.jwk, y: key.jwk.x });
    expect(await verify(adapter(), jwt)).toEqual(unknown('wrongSignature'));
  });

  it('checks nothing without a secure context, and takes no signature of another length', async () => {
    const jwt = await key.sign(claims());
    expect(await verify(adapter(records, null), jwt)).toEqual(unknown('wrongSignature'));
    expect(await verify(adapter(), jwt.slice(0, -4))).toEqual(unknown('wrongSignature'));
  });

  it('is still fetched for who waits when another leaves, and by nobody when all have left', async () => {
    let isOpen = true;
    let give = (_: Response): void => undefined;
    const hang = new HttpAttestation({
      server: SERVER,
      projectId: 'any',
      page: undefined,
      records,
      clock,
      fetch: (_, init) =>
        new Promise((resolve, reject) => {
          give = resolve;
          init?.signal?.addEventListener('abort', () => {
            isOpen = false;
            reject(new Error('aborted'));
          });
        }),
    });
    const jwt = await key.sign(claims());
    const [one, two] = [new AbortController(), new AbortController()];
    const ask = (signal: AbortSignal) =>
      hang.verify({ server: SERVER, jwt, envelopeId: IDS.envelopeId }, signal).catch((error: unknown) => error);
    const [left, served] = [ask(one.signal), ask(two.signal)];
    await settle();
    one.abort('left');
    expect([await left, isOpen]).toEqual(['left', true]);
    give(keyAnswer(key.jwk, clock.now() / 1_000 - 1));
    expect(await served).toEqual(unknown('keyExpired'));
    const last = new AbortController();
    const alone = ask(last.signal);
    await settle();
    last.abort('gone');
    expect([await alone, isOpen]).toEqual(['gone', false]);
  });
});

describe('the look-up of a message', () => {
  it('asks by the hash of the message, and says nothing where the service has nothing', async () => {
    const attestation = adapter();
    const lookUp = () => attestation.lookUp({ server: SERVER, messageId: IDS.messageId }, patient());
    answer = () => Response.json({ origin: ORIGIN, isScam: true });
    expect(await lookUp()).toEqual({ ...KNOWN, isScam: true });
    answer = () => Response.json({ error: 'Not found' }, { status: 404 });
    expect(await lookUp()).toEqual(unknown('none'));
    answer = () => new Response('', { status: 500 });
    expect(await lookUp()).toEqual(unknown('unreachable'));
    expect(new Set(fetched)).toEqual(new Set([`${SERVER}/attestation/${IDS.messageId}?v2Supported=true`]));
  });
});
