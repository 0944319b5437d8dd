import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeAttestation, FakeAttestationService } from '../../../../../application/ports/attestation.fake.js';
import { FakeClock, flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeRandom } from '../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { OriginChecker } from '../../../../../application/wallet-protocol/engine/origin-checker.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import type { PeerMetadata } from '../../../../../domain/wallet-protocol/session.js';
import { EnginePage } from './support/engine-page.js';
import { APP, APPROVED_NAMESPACES, REQUESTED_NAMESPACES, WALLET } from './support/engine-pair.js';
import { SIGN_IN } from './support/sign-in-pair.js';

const SERVER = 'https://verify.example';
const ORIGIN = 'https://app.example';

let clock: FakeClock;
let service: FakeAttestationService;
let pages: Page[];

/** A page of an app with attestations, or of a wallet. */
class Page extends EnginePage {
  /** Time of each event. */
  readonly times: number[] = [];
  readonly #metadata: PeerMetadata;
  readonly #origins: OriginChecker;
  readonly #origin: string | null;

  /** @param origin of an app's page; `null` outside a browser */
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
  await flushPromises();
  expect(clock.pending).toBe(0);
  expect(pages.flatMap(({ logger }) => logger.entries)).toEqual([]);
});

/** Proposes and joins. The proposal may not be emitted yet. */
const propose = async () => {
  const { uri = '', approval } = await app.engine.connect({ optionalNamespaces: REQUESTED_NAMESPACES });
  await wallet.engine.pair({ uri });
  await flushPromises();
  return approval;
};

/** Settles a session. */
const connect = async (): Promise<string> => {
  const approval = await propose();
  const id = wallet.events('session_proposal').at(-1)?.id ?? 0;
  await wallet.engine.approve({ id, namespaces: APPROVED_NAMESPACES });
  await flushPromises();
  return (await approval()).topic;
};

const sendRequest = (topic: string, method = 'cosmos_signDirect'): void => {
  app.engine.request({ topic, chainId: 'cosmos:hub', request: { method, params: [] } }).catch(() => undefined);
};

const verifiedOf = (name: 'session_proposal' | 'session_request' | 'session_authenticate') =>
  wallet.events(name).map(({ verifyContext }) => verifyContext.verified);

const VALID = { origin: ORIGIN, validation: 'VALID', verifyUrl: SERVER, isScam: false };
const UNKNOWN = { origin: APP.url, validation: 'UNKNOWN', verifyUrl: SERVER };

describe('origin of an app’s messages', () => {
  it('is VALID for attested proposals, requests and sign-ins, also after a reload', async () => {
    const topic = await connect();
    sendRequest(topic);
    wallet.engine.context.events.setListenerCheck('session_authenticate', () => true);
    const { uri } = await app.engine.authenticate(SIGN_IN);
    await wallet.engine.pair({ uri });
    await flushPromises();
    expect([verifiedOf('session_proposal'), verifiedOf('session_request'), verifiedOf('session_authenticate')]).toEqual([
      [VALID],
      [VALID],
      [VALID],
    ]);
    service.mode = 'unreachable';
    const next = await wallet.reload();
    expect(next.engine.getPendingSessionRequests().map(({ verifyContext }) => verifyContext.verified)).toEqual([VALID]);
  });

  it.each([
    ['domain', { domain: 'bank.example' }],
    ['domain with another port', { domain: 'app.example:8443' }],
    ['domain with the site as user', { domain: 'app.example@bank.example' }],
    ['URI', { uri: 'https://bank.example/login' }],
    ['URI of another scheme', { uri: 'http://app.example/login' }],
  ])('is INVALID for an attested sign-in to another site: %s', async (_, params) => {
    wallet.engine.context.events.setListenerCheck('session_authenticate', () => true);
    const { uri } = await app.engine.authenticate({ ...SIGN_IN, ...params });
    await wallet.engine.pair({ uri });
    await flushPromises();
    expect(verifiedOf('session_authenticate')).toEqual([{ ...VALID, validation: 'INVALID' }]);
    expect(wallet.engine.context.tables.authRequests.all()).toMatchObject([{ verifyContext: { verified: { validation: 'INVALID' } } }]);
  });

  it('is INVALID for a sign-in to another site than the claimed one if none is attested', async () => {
    service.mode = 'unreachable';
    wallet.engine.context.events.setListenerCheck('session_authenticate', () => true);
    for (const params of [{}, { domain: 'bank.example' }]) {
      const { uri } = await app.engine.authenticate({ ...SIGN_IN, ...params });
      await wallet.engine.pair({ uri });
      await clock.run(1_000);
    }
    expect(verifiedOf('session_authenticate')).toEqual([UNKNOWN, { ...UNKNOWN, validation: 'INVALID' }]);
  });

  it('is stored with the session that is approved', async () => {
    const topic = await connect();
    expect(wallet.engine.context.tables.sessions.get(topic)?.verifyContext?.verified).toEqual(VALID);
    expect(app.engine.context.tables.sessions.get(topic)?.verifyContext).toBe(undefined);
  });

  it('reports a known scam, and INVALID for another URL', async () => {
    service.scams.add(ORIGIN);
    await propose();
    // Another millisecond gives other ids.
    clock.advance(1);
    app = new Page(app.relay.otherTab(), { ...APP, url: 'https://bank.example' }, ORIGIN);
    await app.engine.start();
    await propose();
    expect(verifiedOf('session_proposal')).toEqual([
      { ...VALID, isScam: true },
      { ...VALID, validation: 'INVALID', isScam: true },
    ]);
  });

  it.each(['unreachable', 'never'] as const)(
    'delays no publishing if the service is %s, and is UNKNOWN at the wallet within a second',
    async (mode) => {
      service.mode = mode;
      const start = clock.now();
      const { uri = '' } = await app.engine.connect({ optionalNamespaces: REQUESTED_NAMESPACES });
      expect(app.relay.published).toHaveLength(1);
      await wallet.engine.pair({ uri });
      await clock.run(1_000);
      expect(verifiedOf('session_proposal')).toEqual([UNKNOWN]);
      expect(wallet.times[wallet.emitted.findIndex(({ name }) => name === 'session_proposal')]).toBeLessThanOrEqual(start + 1_000);

      await wallet.engine.approve({ id: wallet.events('session_proposal')[0]?.id ?? 0, namespaces: APPROVED_NAMESPACES });
      await flushPromises();
      const topic = wallet.engine.context.tables.sessions.all()[0]?.topic ?? '';
      const [before, sentAt] = [app.relay.published.length, clock.now()];
      sendRequest(topic);
      await flushPromises();
      expect([app.relay.published.length - before, clock.now() - sentAt]).toEqual([1, 0]);
      await clock.run(1_000);
      expect(verifiedOf('session_request')).toEqual([UNKNOWN]);
    },
  );

  it('is awaited in order of a session’s requests, independently of other sessions', async () => {
    const [slow, fast] = [await connect(), await connect()];
    service.mode = 'never';
    sendRequest(slow);
    await flushPromises();
    service.mode = 'working';
    sendRequest(slow);
    sendRequest(fast);
    await flushPromises();
    expect(wallet.events('session_request').map(({ topic }) => topic)).toEqual([fast]);
    await clock.run(1_000);
    expect(wallet.events('session_request').map(({ topic, verifyContext }) => [topic, verifyContext.verified.validation])).toEqual([
      [fast, 'VALID'],
      [slow, 'UNKNOWN'],
      [slow, 'VALID'],
    ]);
  });

  it('does not delay other messages: the session is deleted while a request’s origin is checked', async () => {
    const topic = await connect();
    service.mode = 'never';
    sendRequest(topic);
    await app.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await flushPromises();
    expect(wallet.events('session_delete').map((each) => each.topic)).toEqual([topic]);
    await clock.run(1_000);
    expect(wallet.events('session_request')).toEqual([]);
  });

  it('is checked again by the next page load if the page was closed before the result', async () => {
    const topic = await connect();
    service.mode = 'never';
    sendRequest(topic);
    await flushPromises();
    wallet = await wallet.reload();
    service.mode = 'unreachable';
    await clock.run(2_000);
    expect(verifiedOf('session_request')).toEqual([UNKNOWN]);
    expect(service.calls.slice(-2).map(({ call }) => call)).toEqual(['lookUp', 'lookUp']);
  });
});
