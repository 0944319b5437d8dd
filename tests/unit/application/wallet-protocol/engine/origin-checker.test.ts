import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VerifyFacade } from '../../../../../adapters/sign-client/verify-facade.js';
import { FakeAttestation, FakeAttestationService } from '../../../../../application/ports/attestation.fake.js';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
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

/** What a wallet is told of a message; `null` while it waits. */
const asked = (checker: OriginChecker, origin: MessageOrigin, peer = APP): { context: VerifyContext | null } => {
  const told: { context: VerifyContext | null } = { context: null };
  void checker.check({ method: 'wc_sessionPropose', params: {}, id: 1, origin }, peer).then((context) => {
    told.context = context;
  });
  return told;
};

const UNKNOWN = { verified: { origin: APP.url, validation: 'UNKNOWN', verifyUrl: SERVER } };
const VALID = { verified: { origin: ORIGIN, validation: 'VALID', verifyUrl: SERVER, isScam: false } };

describe('an app whose origin is attested', () => {
  it('asks for it without waiting, and has it at hand when its message is handed over once more', async () => {
    const { attest } = checkerWith(SERVER, ORIGIN);
    expect(attest?.(IDS)).toBe(null);
    await settle();
    const jwt = attest?.(IDS);
    expect(service.signed.get(jwt ?? '')).toMatchObject({ id: IDS.envelopeId, origin: ORIGIN });
    expect(service.calls).toEqual([{ call: 'attest', message: IDS }]);
  });

  it.each(['unreachable', 'never'] as const)('is not held up by a service that is %s', async (mode) => {
    service.mode = mode;
    const { attest } = checkerWith(SERVER, ORIGIN);
    expect(attest?.(IDS)).toBe(null);
    await clock.run(10_000);
    expect(attest?.(IDS)).toBe(null);
    expect(service.calls).toHaveLength(1);
  });

  it('remembers the attestations of its last hundred messages, and asks for the others anew', async () => {
    const { attest } = checkerWith(SERVER, ORIGIN);
    const messages = Array.from({ length: 101 }, (_, index) => ({ envelopeId: `e${index}`, messageId: `m${index}` }));
    for (const ids of messages) attest?.(ids);
    await settle();
    expect(attest?.({ envelopeId: 'e100', messageId: 'm100' })).toBe('jwt-100');
    expect(attest?.({ envelopeId: 'e0', messageId: 'm0' })).toBe(null);
    expect(service.calls).toHaveLength(102);
  });

  it.each([
    ['no service', undefined, ORIGIN],
    ['what is no address', 'verify.example', ORIGIN],
    ['an address that HTTP cannot be spoken with', 'ftp://verify.example', ORIGIN],
    ['no page', SERVER, null],
  ])('has none of %s', async (_, verifyUrl, origin) => {
    const checker = checkerWith(verifyUrl, origin);
    expect([checker.attest, await checker.attestation(IDS)]).toEqual([null, null]);
    expect(service.calls).toEqual([]);
  });

  it('waits up to five seconds where a host asks for the attestation itself', async () => {
    const checker = checkerWith(SERVER, ORIGIN);
    expect(await checker.attestation(IDS)).toBe('jwt-0');
    service.mode = 'never';
    let jwt: string | null | undefined;
    void checker.attestation(IDS).then((answer) => {
      jwt = answer;
    });
    await clock.run(4_999);
    expect(jwt).toBe(undefined);
    await clock.run(1);
    expect(jwt).toBe(null);
  });
});

describe('a wallet that is told where a message came from', () => {
  it('hears VALID where the attestation names the origin that the app says, and INVALID where it names another', async () => {
    const checker = checkerWith(`${SERVER}/`);
    const own = asked(checker, relayed(service.sign(IDS.envelopeId, ORIGIN)));
    const other = asked(checker, relayed(service.sign(IDS.envelopeId, 'https://evil.example')));
    await settle();
    expect(own.context).toEqual(VALID);
    expect(other.context).toEqual({ verified: { ...VALID.verified, origin: 'https://evil.example', validation: 'INVALID' } });
    expect(service.calls.map(({ call }) => call)).toEqual(['verify', 'verify']);
    expect(service.calls[0]).toMatchObject({ attestation: { server: SERVER, envelopeId: IDS.envelopeId } });
  });

  it('is warned of an origin that is known for fraud, whether or not it is the one that the app says', async () => {
    service.scams.add(ORIGIN).add('https://evil.example');
    const checker = checkerWith(SERVER);
    const own = asked(checker, relayed(service.sign(IDS.envelopeId, ORIGIN)));
    const other = asked(checker, relayed(service.sign(IDS.envelopeId, 'https://evil.example')));
    await settle();
    expect([own.context?.verified, other.context?.verified]).toMatchObject([
      { validation: 'VALID', isScam: true },
      { validation: 'INVALID', isScam: true },
    ]);
  });

  it('hears UNKNOWN of an attestation of another message, of an origin that is not listed, and of none', async () => {
    service.unlisted.add('https://unlisted.example');
    const checker = checkerWith(SERVER);
    const told = [
      asked(checker, relayed(service.sign('ef'.repeat(32), ORIGIN))),
      asked(checker, relayed(service.sign(IDS.envelopeId, 'https://unlisted.example'))),
      asked(checker, relayed('')),
    ];
    await settle();
    expect(told.map(({ context }) => context)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
    expect(service.calls.map(({ call }) => call)).toEqual(['verify', 'verify']);
  });

  it('hears what the service remembers of a message whose attestation cannot be relied on', async () => {
    service.origins.set(IDS.messageId, ORIGIN);
    const checker = checkerWith(SERVER);
    const told = [
      asked(checker, relayed('signed by another')),
      asked(checker, relayed(service.sign(IDS.envelopeId, ORIGIN, clock.now() / 1_000 - 1))),
    ];
    await settle();
    expect(told.map(({ context }) => context)).toEqual([VALID, VALID]);
    expect(service.calls.filter(({ call }) => call === 'lookUp')).toEqual(
      [1, 2].map(() => ({ call: 'lookUp', message: { server: SERVER, messageId: IDS.messageId } })),
    );
  });

  it('waits for an attestation that is on its way, and no longer than a second', async () => {
    const checker = checkerWith(SERVER);
    const late = asked(checker, relayed());
    await clock.run(500);
    expect(late.context).toBe(null);
    service.origins.set(IDS.messageId, ORIGIN);
    await clock.run(200);
    expect(late.context).toEqual(VALID);

    service.origins.clear();
    const none = asked(checker, relayed());
    await clock.run(999);
    expect(none.context).toBe(null);
    await clock.run(1);
    expect(none.context).toEqual(UNKNOWN);
  });

  it('does not wait for the attestation of a message that has been under way for long', async () => {
    const told = asked(checkerWith(SERVER), relayed(undefined, clock.now() - 5_000));
    await settle();
    expect(told.context).toEqual(UNKNOWN);
  });

  it('hears UNKNOWN at once where the service cannot be reached, and after a second where it does not answer', async () => {
    const checker = checkerWith(SERVER);
    service.mode = 'unreachable';
    const told = [asked(checker, relayed()), asked(checker, relayed('jwt'))];
    await settle();
    expect(told.map(({ context }) => context)).toEqual([UNKNOWN, UNKNOWN]);

    service.mode = 'never';
    const silent = [asked(checker, relayed()), asked(checker, relayed('jwt'))];
    await clock.run(999);
    expect(silent.map(({ context }) => context)).toEqual([null, null]);
    await clock.run(1);
    expect(silent.map(({ context }) => context)).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('asks nobody where no service is configured, whatever the app names', async () => {
    const told = asked(checkerWith(undefined), relayed('jwt'), { ...APP, verifyUrl: 'https://verify.walletconnect.com' });
    await settle();
    expect(told.context).toEqual({ verified: { ...UNKNOWN.verified, verifyUrl: '' } });
    expect(service.calls).toEqual([]);
  });

  it('asks the service that the app names among the public ones only where it has configured one of them', async () => {
    const named = { ...APP, verifyUrl: 'https://verify.walletconnect.com' };
    const trusting = asked(checkerWith('https://verify.walletconnect.org'), relayed(), named);
    const own = asked(checkerWith(SERVER), relayed(), { ...APP, verifyUrl: 'https://evil.example' });
    await clock.run(1_000);
    expect([trusting.context?.verified.verifyUrl, own.context?.verified.verifyUrl]).toEqual([named.verifyUrl, SERVER]);
    const servers = service.calls.map((call) => (call.call === 'lookUp' ? call.message.server : ''));
    expect([...new Set(servers)]).toEqual([named.verifyUrl, SERVER]);
  });

  it('hears INVALID of an app whose address is none', async () => {
    const checker = checkerWith(SERVER);
    const urls = ['', 'app.example', 'data:text/html,app'];
    const told = urls.map((url) => asked(checker, relayed(service.sign(IDS.envelopeId, 'null')), { ...APP, url }));
    await settle();
    expect(told.map(({ context }) => context?.verified.validation)).toEqual(urls.map(() => 'INVALID'));
  });

  it('judges a message that came in a link by the link that its answer goes to, without the service', async () => {
    const checker = checkerWith(SERVER);
    const redirect = { linkMode: true, universal: 'https://app.example/wc' };
    const by = (appLink: string | null) => asked(checker, { transport: 'link_mode', appLink }, { ...APP, redirect });
    const told = [by('https://app.example/wc'), by('https://evil.example/wc'), by('app'), by(''), by(null)];
    await settle();
    expect(told.map(({ context }) => context?.verified)).toEqual(
      ['VALID', 'INVALID', 'INVALID', 'INVALID', 'INVALID'].map((validation) => ({ origin: APP.url, validation, verifyUrl: SERVER })),
    );
    expect(service.calls).toEqual([]);
  });

  it('is not told anything once its page is over: the next one is asked again', async () => {
    service.mode = 'never';
    const checker = checkerWith(SERVER, ORIGIN);
    const told = [asked(checker, relayed()), asked(checker, relayed('jwt'))];
    checker.attest?.(IDS);
    checker.dispose();
    await settle();
    expect(clock.pending).toBe(0);
    told.push(asked(checker, relayed()));
    await clock.run(10_000);
    expect(told.map(({ context }) => context)).toEqual([null, null, null]);
    expect(checker.attest?.(IDS)).toBe(null);
    expect(service.calls).toHaveLength(3);
  });
});

describe('a host that asks for itself', () => {
  it('hears of a message what its attestation says, and looks nothing up by a hash that it does not have', async () => {
    const checker = checkerWith(SERVER);
    const { envelopeId } = IDS;
    const known = await checker.resolve({ envelopeId, publishedAt: 0, attestation: service.sign(envelopeId, ORIGIN) }, undefined);
    const unsigned = await checker.resolve({ envelopeId, publishedAt: 0, attestation: 'signed by another' }, undefined);
    expect([known, unsigned.isKnown]).toEqual([{ isKnown: true, origin: ORIGIN, isScam: false }, false]);
    expect(service.calls.map(({ call }) => call)).toEqual(['verify', 'verify']);
  });

  it('is told that the page is over, also where it waits: of the client everything rejects then', async () => {
    service.mode = 'never';
    const checker = checkerWith(SERVER, ORIGIN);
    const verify = new VerifyFacade({ origins: checker });
    const ask = () => [verify.register({ id: IDS.envelopeId, decryptedId: IDS.messageId }), verify.resolve({ hash: IDS.messageId })];
    const asked = ask();
    await settle();
    expect(service.calls).toHaveLength(2);
    checker.dispose(new LatchkeyError('config/disposed', {}));
    const outcomes = Promise.allSettled([...asked, ...ask()]);
    await settle();
    const rejected = { status: 'rejected', reason: { code: 'config/disposed' } };
    expect(await Promise.race([outcomes, Promise.resolve('open')])).toMatchObject([rejected, rejected, rejected, rejected]);
    expect(service.calls).toHaveLength(2);
  });
});
