import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeAttestation, FakeAttestationService } from '../../../../../application/ports/attestation.fake.js';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeRandom } from '../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { OriginChecker } from '../../../../../application/wallet-protocol/engine/origin-checker.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import type { PeerMetadata } from '../../../../../domain/wallet-protocol/session.js';
import { EnginePage } from './support/engine-page.js';
import { ALLOWED, APP, ASKED, WALLET } from './support/engine-pair.js';
import { SIGN_IN } from './support/sign-in-pair.js';

const SERVER = 'https://verify.example';
const ORIGIN = 'https://app.example';

let clock: FakeClock;
let service: FakeAttestationService;
let pages: Page[];

/** A page of a party whose origin is attested, or that looks origins up. */
class Page extends EnginePage {
  /** When its host heard each event. */
  readonly times: number[] = [];
  readonly #metadata: PeerMetadata;
  readonly #origins: OriginChecker;
  readonly #origin: string | null;

  /** @param origin of an app's page; `null` for a wallet outside of a browser */
  constructor(relay: FakeMessageRelay, metadata: PeerMetadata, origin: string | null, store = new FakeRecordStore()) {
    const origins = new OriginChecker({ verifyUrl: SERVER, attestation: new FakeAttestation(service, clock, origin), clock });
    const { attest, check: checkOrigin } = origins;
    const random = new FakeRandom([0.1, 0.2, 0.3, 0.4, 0.5]);
    const exchange = attest === null ? {} : { attest };
    super({ clock, relay, metadata, store, random, disableRequestQueue: true, checkOrigin, exchange });
    this.#metadata = metadata;
    this.#origin = origin;
    this.#origins = origins;
    this.engine.context.events.events$.subscribe(() => this.times.push(clock.now()));
    pages.push(this);
  }

  dispose(): void {
    this.#origins.dispose();
    this.engine.dispose();
  }

  async reload(): Promise<Page> {
    this.dispose();
    const next = new Page(this.relay.otherTab(), this.#metadata, this.#origin, this.store);
    await next.engine.start();
    return next;
  }
}

let app: Page;
let wallet: Page;

beforeEach(async () => {
  clock = new FakeClock();
  service = new FakeAttestationService();
  pages = [];
  app = new Page(new FakeMessageRelay(clock), APP, ORIGIN);
  wallet = new Page(app.relay.peer(), WALLET, null);
  await app.engine.start();
  await wallet.engine.start();
});

afterEach(async () => {
  for (const page of pages) page.dispose();
  await settle();
  expect(clock.pending).toBe(0);
  expect(pages.flatMap(({ logger }) => logger.entries)).toEqual([]);
});

/** A proposal that the wallet has taken up; it may not have been shown yet. */
const propose = async () => {
  const { uri = '', approval } = await app.engine.connect({ optionalNamespaces: ASKED });
  await wallet.engine.pair({ uri });
  await settle();
  return approval;
};

/** A session of both. */
const connect = async (): Promise<string> => {
  const approval = await propose();
  const id = wallet.events('session_proposal').at(-1)?.id ?? 0;
  await wallet.engine.approve({ id, namespaces: ALLOWED });
  await settle();
  return (await approval()).topic;
};

const ask = (topic: string, method = 'cosmos_signDirect'): void => {
  app.engine.request({ topic, chainId: 'cosmos:hub', request: { method, params: [] } }).catch(() => undefined);
};

const verdicts = (name: 'session_proposal' | 'session_request' | 'session_authenticate') =>
  wallet.events(name).map(({ verifyContext }) => verifyContext.verified);

const VALID = { origin: ORIGIN, validation: 'VALID', verifyUrl: SERVER, isScam: false };
const UNKNOWN = { origin: APP.url, validation: 'UNKNOWN', verifyUrl: SERVER };

describe('the origin of what an app asks', () => {
  it('is VALID at once where it is attested, for proposals, requests and sign-ins, and stays so for the next page', async () => {
    const topic = await connect();
    ask(topic);
    wallet.engine.context.events.listenedBy('session_authenticate', () => true);
    const { uri } = await app.engine.authenticate(SIGN_IN);
    await wallet.engine.pair({ uri });
    await settle();
    expect([verdicts('session_proposal'), verdicts('session_request'), verdicts('session_authenticate')]).toEqual([
      [VALID],
      [VALID],
      [VALID],
    ]);
    service.mode = 'unreachable';
    const next = await wallet.reload();
    expect(next.engine.getPendingSessionRequests().map(({ verifyContext }) => verifyContext.verified)).toEqual([VALID]);
  });

  it('is a warning where the service knows it for fraud, and INVALID where the app says another', async () => {
    service.scams.add(ORIGIN);
    await propose();
    // Another millisecond, other ids.
    clock.advance(1);
    app = new Page(app.relay.otherTab(), { ...APP, url: 'https://bank.example' }, ORIGIN);
    await app.engine.start();
    await propose();
    expect(verdicts('session_proposal')).toEqual([
      { ...VALID, isScam: true },
      { ...VALID, validation: 'INVALID', isScam: true },
    ]);
  });

  it.each(['unreachable', 'never'] as const)(
    'holds nobody up where the service is %s: all is published at once, and UNKNOWN to the wallet within a second',
    async (mode) => {
      service.mode = mode;
      const start = clock.now();
      const { uri = '' } = await app.engine.connect({ optionalNamespaces: ASKED });
      expect(app.relay.published).toHaveLength(1);
      await wallet.engine.pair({ uri });
      await clock.run(1_000);
      expect(verdicts('session_proposal')).toEqual([UNKNOWN]);
      expect(wallet.times[wallet.heard.findIndex(({ name }) => name === 'session_proposal')]).toBeLessThanOrEqual(start + 1_000);

      await wallet.engine.approve({ id: wallet.events('session_proposal')[0]?.id ?? 0, namespaces: ALLOWED });
      await settle();
      const topic = wallet.engine.context.tables.sessions.all()[0]?.topic ?? '';
      const [before, asked] = [app.relay.published.length, clock.now()];
      ask(topic);
      await settle();
      expect([app.relay.published.length - before, clock.now() - asked]).toEqual([1, 0]);
      await clock.run(1_000);
      expect(verdicts('session_request')).toEqual([UNKNOWN]);
    },
  );

  it('is waited for in the order of the requests of a session, and by no other session', async () => {
    const [slow, fast] = [await connect(), await connect()];
    service.mode = 'never';
    ask(slow);
    await settle();
    service.mode = 'working';
    ask(slow);
    ask(fast);
    await settle();
    expect(wallet.events('session_request').map(({ topic }) => topic)).toEqual([fast]);
    await clock.run(1_000);
    expect(wallet.events('session_request').map(({ topic, verifyContext }) => [topic, verifyContext.verified.validation])).toEqual([
      [fast, 'VALID'],
      [slow, 'UNKNOWN'],
      [slow, 'VALID'],
    ]);
  });

  it('does not keep the wallet from what else the app says: the session ends while a request waits for its origin', async () => {
    const topic = await connect();
    service.mode = 'never';
    ask(topic);
    await app.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await settle();
    expect(wallet.events('session_delete').map((end) => end.topic)).toEqual([topic]);
    await clock.run(1_000);
    expect(wallet.events('session_request')).toEqual([]);
  });

  it('is asked for again by the next page where this one was closed before it was known: the request is not lost', async () => {
    const topic = await connect();
    service.mode = 'never';
    ask(topic);
    await settle();
    wallet = await wallet.reload();
    service.mode = 'unreachable';
    await clock.run(2_000);
    expect(verdicts('session_request')).toEqual([UNKNOWN]);
    expect(service.calls.slice(-2).map(({ call }) => call)).toEqual(['lookUp', 'lookUp']);
  });
});
