import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VerifyFacade } from '../../../../../adapters/sign-client/verify-facade.js';
import { FakeAttestation, FakeAttestationService } from '../../../../../application/ports/attestation.fake.js';
import { FakeClock, flushPromises } from '../../../../../application/ports/clock.fake.js';
import type { MessageOrigin } from '../../../../../application/wallet-protocol/engine/calls.js';
import { OriginChecker } from '../../../../../application/wallet-protocol/engine/origin-checker.js';
import { LatchkeyError } from '../../../../../domain/errors/latchkey-error.js';
import type { VerifyContext } from '../../../../../domain/wallet-protocol/origin/verify-context.js';
import type { PeerMetadata } from '../../../../../domain/wallet-protocol/session.js';

const SERVER = 'https://verify.example';
const APP: PeerMetadata = { name: 'App', description: '', url: 'https://app.example/shop', icons: [] };
const ORIGIN = 'https://app.example';
const IDS = { envelopeId: 'ab'.repeat(32), messageId: 'cd'.repeat(32) };

let clock: FakeClock;
let service: FakeAttestationService;
let checkers: OriginChecker[];

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeAttestationService();
  checkers = [];
});

afterEach(() => {
  for (const checker of checkers) checker.dispose();
  expect(clock.pending).toBe(0);
});

const checkerWith = (verifyUrl: string | undefined, origin: string | null = null): OriginChecker => {
  const checker = new OriginChecker({ verifyUrl, attestation: new FakeAttestation(service, clock, origin), clock });
  checkers.push(checker);
  return checker;
};

const relayed = (attestation?: string, publishedAt = clock.now()): MessageOrigin => ({
  transport: 'relay',
  publishedAt,
  ...IDS,
  ...(attestation === undefined ? {} : { attestation }),
});

/** Checks the origin of a message. `context` is `null` while the check is pending. */
const check = (checker: OriginChecker, origin: MessageOrigin, peer = APP): { context: VerifyContext | null } => {
  const results: { context: VerifyContext | null } = { context: null };
  void checker.check({ method: 'wc_sessionPropose', params: {}, id: 1, origin }, peer).then((context) => {
    results.context = context;
  });
  return results;
};

const UNKNOWN = { verified: { origin: APP.url, validation: 'UNKNOWN', verifyUrl: SERVER } };
const VALID = { verified: { origin: ORIGIN, validation: 'VALID', verifyUrl: SERVER, isScam: false } };

describe('attestation of an app’s origin', () => {
  it('is requested without waiting, and returned when the message is published again', async () => {
    const { attest } = checkerWith(SERVER, ORIGIN);
    expect(attest?.(IDS)).toBe(null);
    await flushPromises();
    const jwt = attest?.(IDS);
    expect(service.signed.get(jwt ?? '')).toMatchObject({ id: IDS.envelopeId, origin: ORIGIN });
    expect(service.calls).toEqual([{ call: 'attest', message: IDS }]);
  });

  it.each(['unreachable', 'never'] as const)('does not delay a message if the service is %s', async (mode) => {
    service.mode = mode;
    const { attest } = checkerWith(SERVER, ORIGIN);
    expect(attest?.(IDS)).toBe(null);
    await clock.run(10_000);
    expect(attest?.(IDS)).toBe(null);
    expect(service.calls).toHaveLength(1);
  });

  it('is cached for the last hundred messages', async () => {
    const { attest } = checkerWith(SERVER, ORIGIN);
    const messages = Array.from({ length: 101 }, (_, index) => ({ envelopeId: `e${index}`, messageId: `m${index}` }));
    for (const ids of messages) attest?.(ids);
    await flushPromises();
    expect(attest?.({ envelopeId: 'e100', messageId: 'm100' })).toBe('jwt-100');
    expect(attest?.({ envelopeId: 'e0', messageId: 'm0' })).toBe(null);
    expect(service.calls).toHaveLength(102);
  });

  it.each([
    ['no service', undefined, ORIGIN],
    ['an invalid URL', 'verify.example', ORIGIN],
    ['a URL without HTTP', 'ftp://verify.example', ORIGIN],
    ['no page', SERVER, null],
  ])('is not available with %s', async (_, verifyUrl, origin) => {
    const checker = checkerWith(verifyUrl, origin);
    expect([checker.attest, await checker.attestation(IDS)]).toEqual([null, null]);
    expect(service.calls).toEqual([]);
  });

  it('resolves within five seconds when requested directly', async () => {
    const checker = checkerWith(SERVER, ORIGIN);
    expect(await checker.attestation(IDS)).toBe('jwt-0');
    service.mode = 'never';
    let jwt: string | null | undefined;
    void checker.attestation(IDS).then((result) => {
      jwt = result;
    });
    await clock.run(4_999);
    expect(jwt).toBe(undefined);
    await clock.run(1);
    expect(jwt).toBe(null);
  });
});

describe('origin check of a wallet', () => {
  it('is VALID if the attested origin matches the app’s URL, and INVALID otherwise', async () => {
    const checker = checkerWith(`${SERVER}/`);
    const own = check(checker, relayed(service.sign(IDS.envelopeId, ORIGIN)));
    const other = check(checker, relayed(service.sign(IDS.envelopeId, 'https://evil.example')));
    await flushPromises();
    expect(own.context).toEqual(VALID);
    expect(other.context).toEqual({ verified: { ...VALID.verified, origin: 'https://evil.example', validation: 'INVALID' } });
    expect(service.calls.map(({ call }) => call)).toEqual(['verify', 'verify']);
    expect(service.calls[0]).toMatchObject({ attestation: { server: SERVER, envelopeId: IDS.envelopeId } });
  });

  it('reports a known scam, whether or not the origin matches', async () => {
    service.scams.add(ORIGIN).add('https://evil.example');
    const checker = checkerWith(SERVER);
    const own = check(checker, relayed(service.sign(IDS.envelopeId, ORIGIN)));
    const other = check(checker, relayed(service.sign(IDS.envelopeId, 'https://evil.example')));
    await flushPromises();
    expect([own.context?.verified, other.context?.verified]).toMatchObject([
      { validation: 'VALID', isScam: true },
      { validation: 'INVALID', isScam: true },
    ]);
  });

  it('is UNKNOWN for an attestation of another message, an unlisted origin, and without an attestation', async () => {
    service.unlisted.add('https://unlisted.example');
    const checker = checkerWith(SERVER);
    const results = [
      check(checker, relayed(service.sign('ef'.repeat(32), ORIGIN))),
      check(checker, relayed(service.sign(IDS.envelopeId, 'https://unlisted.example'))),
      check(checker, relayed('')),
    ];
    await flushPromises();
    expect(results.map(({ context }) => context)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
    expect(service.calls.map(({ call }) => call)).toEqual(['verify', 'verify']);
  });

  it('falls back to the service’s lookup if the attestation is invalid', async () => {
    service.origins.set(IDS.messageId, ORIGIN);
    const checker = checkerWith(SERVER);
    const results = [
      check(checker, relayed('wrong signature')),
      check(checker, relayed(service.sign(IDS.envelopeId, ORIGIN, clock.now() / 1_000 - 1))),
    ];
    await flushPromises();
    expect(results.map(({ context }) => context)).toEqual([VALID, VALID]);
    expect(service.calls.filter(({ call }) => call === 'lookUp')).toEqual(
      [1, 2].map(() => ({ call: 'lookUp', message: { server: SERVER, messageId: IDS.messageId } })),
    );
  });

  it('waits up to a second for a pending attestation', async () => {
    const checker = checkerWith(SERVER);
    const pending = check(checker, relayed());
    await clock.run(500);
    expect(pending.context).toBe(null);
    service.origins.set(IDS.messageId, ORIGIN);
    await clock.run(200);
    expect(pending.context).toEqual(VALID);

    service.origins.clear();
    const none = check(checker, relayed());
    await clock.run(999);
    expect(none.context).toBe(null);
    await clock.run(1);
    expect(none.context).toEqual(UNKNOWN);
  });

  it('does not wait for the attestation of an old message', async () => {
    const results = check(checkerWith(SERVER), relayed(undefined, clock.now() - 5_000));
    await flushPromises();
    expect(results.context).toEqual(UNKNOWN);
  });

  it('is UNKNOWN immediately if the service is unreachable, and after a second if it does not respond', async () => {
    const checker = checkerWith(SERVER);
    service.mode = 'unreachable';
    const results = [check(checker, relayed()), check(checker, relayed('jwt'))];
    await flushPromises();
    expect(results.map(({ context }) => context)).toEqual([UNKNOWN, UNKNOWN]);

    service.mode = 'never';
    const unresolved = [check(checker, relayed()), check(checker, relayed('jwt'))];
    await clock.run(999);
    expect(unresolved.map(({ context }) => context)).toEqual([null, null]);
    await clock.run(1);
    expect(unresolved.map(({ context }) => context)).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('queries no service if none is configured, whatever the app names', async () => {
    const results = check(checkerWith(undefined), relayed('jwt'), { ...APP, verifyUrl: 'https://verify.walletconnect.com' });
    await flushPromises();
    expect(results.context).toEqual({ verified: { ...UNKNOWN.verified, verifyUrl: '' } });
    expect(service.calls).toEqual([]);
  });

  it('queries the public service that the app names only if a public service is configured', async () => {
    const named = { ...APP, verifyUrl: 'https://verify.walletconnect.com' };
    const publicResult = check(checkerWith('https://verify.walletconnect.org'), relayed(), named);
    const own = check(checkerWith(SERVER), relayed(), { ...APP, verifyUrl: 'https://evil.example' });
    await clock.run(1_000);
    expect([publicResult.context?.verified.verifyUrl, own.context?.verified.verifyUrl]).toEqual([named.verifyUrl, SERVER]);
    const servers = service.calls.map((call) => (call.call === 'lookUp' ? call.message.server : ''));
    expect([...new Set(servers)]).toEqual([named.verifyUrl, SERVER]);
  });

  it('is INVALID for an app without a valid URL', async () => {
    const checker = checkerWith(SERVER);
    const urls = ['', 'app.example', 'data:text/html,app'];
    const results = urls.map((url) => check(checker, relayed(service.sign(IDS.envelopeId, 'null')), { ...APP, url }));
    await flushPromises();
    expect(results.map(({ context }) => context?.verified.validation)).toEqual(urls.map(() => 'INVALID'));
  });

  it('is never VALID for a link, compares its site with the app’s URL, and does not ask the service', async () => {
    const checker = checkerWith(SERVER);
    const redirect = { linkMode: true, universal: 'https://app.example/wc' };
    const by = (appLink: string | null) => check(checker, { transport: 'link_mode', appLink }, { ...APP, redirect });
    const results = [by('https://app.example/wc'), by('https://evil.example/wc'), by('app'), by(''), by(null)];
    await flushPromises();
    expect(results.map(({ context }) => context?.verified)).toEqual(
      ['UNKNOWN', 'INVALID', 'INVALID', 'INVALID', 'INVALID'].map((validation) => ({ origin: APP.url, validation, verifyUrl: SERVER })),
    );
    expect(service.calls).toEqual([]);
  });

  it('never settles after dispose; the next page load checks again', async () => {
    service.mode = 'never';
    const checker = checkerWith(SERVER, ORIGIN);
    const results = [check(checker, relayed()), check(checker, relayed('jwt'))];
    checker.attest?.(IDS);
    checker.dispose();
    await flushPromises();
    expect(clock.pending).toBe(0);
    results.push(check(checker, relayed()));
    await clock.run(10_000);
    expect(results.map(({ context }) => context)).toEqual([null, null, null]);
    expect(checker.attest?.(IDS)).toBe(null);
    expect(service.calls).toHaveLength(3);
  });
});

describe('direct queries', () => {
  it('verify a given attestation, and look nothing up without a message hash', async () => {
    const checker = checkerWith(SERVER);
    const { envelopeId } = IDS;
    const verified = await checker.resolve({ envelopeId, publishedAt: 0, attestation: service.sign(envelopeId, ORIGIN) }, undefined);
    const unsigned = await checker.resolve({ envelopeId, publishedAt: 0, attestation: 'wrong signature' }, undefined);
    expect([verified, unsigned.isKnown]).toEqual([{ isKnown: true, origin: ORIGIN, isScam: false }, false]);
    expect(service.calls.map(({ call }) => call)).toEqual(['verify', 'verify']);
  });

  it('reject with config/disposed after dispose', async () => {
    service.mode = 'never';
    const checker = checkerWith(SERVER, ORIGIN);
    const verify = new VerifyFacade({ origins: checker });
    const ask = () => [verify.register({ id: IDS.envelopeId, decryptedId: IDS.messageId }), verify.resolve({ hash: IDS.messageId })];
    const check = ask();
    await flushPromises();
    expect(service.calls).toHaveLength(2);
    checker.dispose(new LatchkeyError('config/disposed', {}));
    const outcomes = Promise.allSettled([...check, ...ask()]);
    await flushPromises();
    const rejected = { status: 'rejected', reason: { code: 'config/disposed' } };
    expect(await Promise.race([outcomes, Promise.resolve('open')])).toMatchObject([rejected, rejected, rejected, rejected]);
    expect(service.calls).toHaveLength(2);
  });
});
