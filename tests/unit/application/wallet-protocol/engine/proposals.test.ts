import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import type { SessionEnd } from '../../../../../application/wallet-protocol/engine/sessions.js';
import type { RpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import type { VerifyContext } from '../../../../../domain/wallet-protocol/origin/verify-context.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { ALLOWED, APP, ASKED, EnginePair, failureOf, WALLET } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';
import { KilledPage, type Role, soon } from './support/killed-page.js';
import type { Kill } from './support/mortal-ports.js';

const { signal } = new AbortController();

let pair: EnginePair;

beforeEach(() => {
  pair = new EnginePair();
});

afterEach(() => pair.end());

const seconds = () => Math.floor(pair.clock.now() / 1_000);

describe('a proposal', () => {
  it('comes to the wallet with all that was asked, and where it came from', async () => {
    const sessionProperties = { locale: 'de' };
    const scopedProperties = { cosmos: { tokens: ['atom'] } };
    const { id, uri } = await pair.ask({ requiredNamespaces: ASKED, optionalNamespaces: ASKED, sessionProperties, scopedProperties });
    const [pairing] = pair.joined.all();
    expect(pair.wallet.events('session_proposal')).toEqual([
      {
        id,
        params: {
          id,
          pairingTopic: pairing?.topic,
          expiryTimestamp: seconds() + 300,
          relays: [{ protocol: 'irn' }],
          proposer: { publicKey: expect.stringMatching(/^[0-9a-f]{64}$/), metadata: APP },
          requiredNamespaces: ASKED,
          optionalNamespaces: ASKED,
          sessionProperties,
          scopedProperties,
          isOwn: false,
          verifyContext: VERIFIED,
        },
        verifyContext: VERIFIED,
      },
    ]);
    expect(uri).toContain(pairing?.topic);
    expect(pair.approving.pending()).toHaveLength(1);
  });

  it('asks for what its host requires as optional, so that a wallet without one of the chains gives what it has', async () => {
    const hub = ASKED.cosmos;
    const requiredNamespaces = { cosmos: hub, 'eip155:1': { methods: ['eth_sign'], events: [] } };
    const optionalNamespaces = { cosmos: { ...hub, chains: ['cosmos:other'], methods: ['cosmos_getAccounts'] } };
    const { uri = '', approval } = await pair.inviting.connect({ requiredNamespaces, optionalNamespaces }, signal);
    await pair.joined.pair({ uri }, signal);
    await settle();
    const [proposal] = pair.approving.pending();
    expect(proposal).toMatchObject({
      requiredNamespaces: {},
      optionalNamespaces: {
        cosmos: { chains: ['cosmos:hub', 'cosmos:other'], methods: ['cosmos_signDirect', 'cosmos_getAccounts'], events: hub.events },
        eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] },
      },
    });
    await pair.approve(proposal?.id ?? 0);
    await settle();
    expect((await approval).namespaces).toEqual(ALLOWED);
  });

  it('travels as the protocol says', async () => {
    await pair.ask();
    const [published] = pair.app.relay.published;
    expect(published?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionPropose.request);
    expect(Object.keys(Object(Reflect.get(Object(published?.message), 'params'))).sort()).toEqual(
      ['expiryTimestamp', 'id', 'optionalNamespaces', 'pairingTopic', 'proposer', 'relays', 'requiredNamespaces'].sort(),
    );
  });

  it('becomes one session on both sides, of whatever chains', async () => {
    const { topic, session, settled } = await pair.connect();
    const stored = pair.app.context.tables.sessions.get(topic);
    expect(stored).toEqual(session);
    expect(session).toMatchObject({
      topic,
      acknowledged: true,
      namespaces: ALLOWED,
      requiredNamespaces: ASKED,
      expiry: seconds() + 604_800,
      controller: settled.self.publicKey,
      peer: { publicKey: settled.self.publicKey, metadata: WALLET },
      self: { publicKey: settled.peer.publicKey, metadata: APP },
    });
    expect(settled).toMatchObject({ topic, acknowledged: true, namespaces: ALLOWED, controller: settled.self.publicKey });
    expect([pair.app.events('session_connect'), pair.wallet.events('session_connect')]).toEqual([[{ session }], []]);
    for (const { context, relay } of [pair.app, pair.wallet]) {
      expect(context.tables.proposals.all()).toEqual([]);
      expect(context.expiries.of({ kind: 'session', key: topic })).toBe(session.expiry);
      expect(relay.topics).toContain(topic);
    }
    for (const party of [pair.app, pair.wallet]) party.expectCalm();
  });

  it('leaves an active pairing that knows its peer, on which the next one goes without a URI', async () => {
    const { session } = await pair.connect();
    expect(pair.made.get(session.pairingTopic)).toMatchObject({ active: true, peerMetadata: WALLET });
    expect(pair.joined.get(session.pairingTopic)).toMatchObject({ active: true, peerMetadata: APP });
    const { uri, id, approval } = await pair.ask({ pairingTopic: session.pairingTopic });
    expect([uri, pair.made.all().length]).toEqual(['', 1]);
    await pair.approve(id);
    expect((await approval).pairingTopic).toBe(session.pairingTopic);
  });

  it('on a pairing that has not served yet gets a new one', async () => {
    const { pairing } = await pair.made.create({}, signal);
    const { uri } = await pair.ask({ pairingTopic: pairing.topic });
    expect([uri === '', pair.made.all().length]).toEqual([false, 2]);
  });

  it.each([
    ['an unknown pairing', { pairingTopic: 'f'.repeat(64) }, 'wallet-protocol/no-matching-key'],
    ['relays that are none', { relays: [] }, 'wallet-protocol/missing-or-invalid'],
    ['namespaces without chains', { requiredNamespaces: { cosmos: { methods: [], events: [] } } }, 'wallet-protocol/unsupported-chains'],
    ['strange scoped properties', { scopedProperties: { solana: {} } }, 'wallet-protocol/invalid-parameter'],
  ])('is not made with %s', async (_, input, code) => {
    await expect(pair.inviting.connect(input, signal)).rejects.toMatchObject({ code });
    expect([pair.made.all(), pair.app.relay.published]).toEqual([[], []]);
  });

  it('on a pairing that is over takes the pairing with it', async () => {
    const { pairing } = await pair.made.create({}, signal);
    await pair.app.context.tables.pairings.change(pairing.topic, { expiry: seconds() });
    await expect(pair.inviting.connect({ pairingTopic: pairing.topic }, signal)).rejects.toMatchObject({ code: 'wallet-protocol/expired' });
    expect(pair.made.all()).toEqual([]);
  });

  it('leaves nothing behind where the relay does not take it', async () => {
    pair.app.relay.refusePublications();
    await expect(pair.inviting.connect({}, signal)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect([pair.made.all(), pair.app.context.tables.proposals.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('is over after five minutes on both sides, which are told once', async () => {
    const { id, approval } = await pair.ask();
    await pair.clock.run(299_000);
    expect(pair.app.events('proposal_expire')).toEqual([]);
    await pair.clock.run(1_000);
    expect(await failureOf(approval)).toMatchObject({ code: 'pairing/expired' });
    for (const party of [pair.app, pair.wallet]) {
      expect([party.events('proposal_expire'), party.context.tables.proposals.all(), party.relay.keys]).toEqual([[{ id }], [], []]);
      expect(party.context.deleted.of(id)).toBe('proposal');
    }
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });

  it('is taken back without a word', async () => {
    const { id } = await pair.ask();
    await pair.proposing.withdraw(id);
    await pair.approve(id);
    await settle();
    expect([pair.app.context.tables.sessions.all(), pair.app.context.tables.proposals.all()]).toEqual([[], []]);
  });

  it('ends the other pairings with the same wallet once there is a session', async () => {
    const first = await pair.connect();
    const second = await pair.connect();
    await settle();
    expect(pair.made.all().map(({ topic }) => topic)).toEqual([second.session.pairingTopic]);
    expect(pair.wallet.events('pairing_delete').map(({ topic }) => topic)).toEqual([first.session.pairingTopic]);
  });
});

const isOfMethod =
  (method: string) =>
  ({ message }: { readonly message: RpcMessage }): boolean =>
    'method' in message && message.method === method;

describe('a wallet', () => {
  it('declines with its own words, and is asked no more', async () => {
    const { id, approval } = await pair.ask();
    await pair.reject(id, { code: 5_002, message: 'Not these methods' });
    expect(await failureOf(approval)).toMatchObject({ name: 'PeerError', code: 5_002, message: 'Not these methods' });
    expect(pair.wallet.relay.published.at(-1)?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionPropose.reject);
    expect([pair.approving.pending(), pair.app.context.tables.proposals.all()]).toEqual([[], []]);
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });

  it('may decline again where the relay did not take it', async () => {
    const { id, approval } = await pair.ask();
    pair.wallet.relay.refusePublications();
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect(pair.approving.pending()).toHaveLength(1);
    await pair.reject(id);
    expect(await failureOf(approval)).toMatchObject({ code: 5_000 });
  });

  it('may approve again where the relay did not take it, whichever of the messages failed', async () => {
    const ends: SessionEnd[] = [];
    pair.sessions.ends$.subscribe((end) => ends.push(end));
    for (const failing of [1, 2]) {
      const { id, approval } = await pair.ask();
      pair.wallet.relay.refusePublications(failing);
      await expect(pair.approve(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
      const left = pair.wallet.context.tables.sessions.all().filter(({ acknowledged }) => !acknowledged);
      expect([left, pair.approving.pending().length]).toEqual([[], 1]);
      const { topic } = await pair.approve(id);
      expect((await approval).topic).toBe(topic);
      expect(ends).toHaveLength(failing);
      expect(ends.at(-1)).toMatchObject({ reason: 'own' });
    }
    expect(pair.wallet.events('session_delete')).toEqual([]);
  });

  it('that approves twice at once approves once', async () => {
    const { id, approval } = await pair.ask();
    const [first, second] = await Promise.allSettled([pair.approve(id), pair.approve(id)]);
    expect([first?.status, second]).toMatchObject(['fulfilled', { reason: { code: 'wallet-protocol/recently-deleted' } }]);
    await approval;
    expect(pair.wallet.context.tables.sessions.size).toBe(1);
  });

  it('says more of the session than its namespaces', async () => {
    const { id, approval } = await pair.ask();
    const more = {
      sessionProperties: { a: 'b' },
      scopedProperties: { cosmos: { tokens: 1 } },
      sessionConfig: { disableDeepLink: true },
      relayProtocol: 'irn',
    };
    const { acknowledged } = await pair.approve(id, more);
    const { relayProtocol: _, ...said } = more;
    expect(await approval).toMatchObject(said);
    expect(await acknowledged()).toMatchObject(said);
  });

  it.each([
    ['an unknown id', { id: 1 }, 'wallet-protocol/no-matching-key'],
    ['namespaces that are none', { namespaces: {} }, 'wallet-protocol/missing-or-invalid'],
    ['less than was required', { namespaces: { cosmos: { ...ALLOWED.cosmos, methods: [] } } }, 'wallet-protocol/non-conforming-namespaces'],
    ['strange scoped properties', { scopedProperties: { solana: {} } }, 'wallet-protocol/invalid-parameter'],
  ])('does not approve with %s', async (_, more, code) => {
    const { id } = await pair.ask();
    await expect(pair.approve(id, more)).rejects.toMatchObject({ code });
    expect([pair.wallet.context.tables.sessions.size, pair.approving.pending().length]).toEqual([0, 1]);
  });

  it('neither approves nor declines a proposal of its own', async () => {
    const { id } = await pair.ask();
    await pair.wallet.context.tables.proposals.change(id, { isOwn: true });
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'wallet-protocol/no-matching-key' });
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'wallet-protocol/no-matching-key' });
  });

  it('hears a proposal once more when its URI is scanned again, until it has answered', async () => {
    const { id, uri } = await pair.ask();
    await pair.joined.pair({ uri }, signal);
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id, id]);
    await pair.reject(id);
    await pair.joined.pair({ uri }, signal);
    await settle();
    expect(pair.wallet.events('session_proposal')).toHaveLength(2);
  });

  it('tells of a proposal once its origin is known, also when it is scanned again meanwhile', async () => {
    let found = (_: VerifyContext): void => undefined;
    pair.wallet.origin = new Promise((resolve) => {
      found = resolve;
    });
    const { id, uri } = await pair.ask();
    await pair.joined.pair({ uri }, signal);
    expect(pair.wallet.events('session_proposal')).toEqual([]);
    found({ verified: { ...VERIFIED.verified, validation: 'INVALID' } });
    await settle();
    expect(pair.wallet.events('session_proposal')).toMatchObject([{ id, verifyContext: { verified: { validation: 'INVALID' } } }]);
  });

  it('leaves proposals to its other client on a pairing for signing in, but only where it signs in itself', async () => {
    const { uri } = await pair.made.create({ methods: ['wc_sessionAuthenticate'] }, signal);
    const [made] = pair.made.all();
    if (made === undefined) throw new Error('There is no pairing');
    await pair.joined.pair({ uri }, signal);
    await pair.proposing.propose({ pairing: { pairing: made, uri } }, signal);
    await settle();
    expect(pair.wallet.events('session_proposal')).toHaveLength(1);
    pair.wallet.context.events.listenedBy('session_authenticate', () => true);
    await pair.proposing.propose({ pairing: { pairing: made, uri } }, signal);
    await settle();
    expect(pair.wallet.events('session_proposal')).toHaveLength(1);
  });
});

describe('a proposal that is none', () => {
  it.each([
    ['no parameters', null, 5],
    ['namespaces that are none', { requiredNamespaces: { cosmos: 1 } }, 5_100],
    ['no proposer', { requiredNamespaces: ASKED }, 5],
    ['a proposer without a key', { proposer: { publicKey: 'short', metadata: APP } }, 5],
  ])('is declined by itself with %s, in words', async (_, params, code) => {
    const { uri, pairing } = await pair.made.create({}, signal);
    await pair.joined.pair({ uri }, signal);
    const { calls } = pair.app.context;
    const { answer } = calls.place({ topic: pairing.topic, method: 'wc_sessionPropose', params }, signal);
    expect(await failureOf(answer)).toMatchObject({ code, message: expect.stringMatching(/\w+/) });
    expect(pair.wallet.relay.published.at(-1)?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionPropose.autoReject);
    expect([pair.approving.pending(), pair.wallet.events('session_proposal')]).toEqual([[], []]);
  });

  it('takes the place of no other of its id, from whichever pairing', async () => {
    const { id } = await pair.ask();
    const [asked] = pair.approving.pending();
    const { uri, pairing } = await pair.made.create({}, signal);
    await pair.joined.pair({ uri }, signal);
    const params = { proposer: { publicKey: 'a'.repeat(64), metadata: { ...APP, name: 'Other' } } };
    const { calls } = pair.app.context;
    const { answer } = calls.place({ id, topic: pairing.topic, method: 'wc_sessionPropose', params }, signal);
    expect(await failureOf(answer)).toMatchObject({ code: 5 });
    await pair.reloadWallet();
    await calls.tell({ id, topic: asked?.pairingTopic ?? '', method: 'wc_sessionPropose', params }, signal);
    await settle();
    expect(pair.approving.pending()).toEqual([asked]);
    expect(pair.wallet.events('session_proposal').map((each) => each.params.proposer)).toEqual([asked?.proposer]);
  });

  it('goes by unseen when it is over', async () => {
    const { id } = await pair.inviting.connect({}, signal);
    const { uri = '' } = { uri: await pair.made.uriOf(pair.made.all()[0]?.topic ?? '') };
    await pair.joined.pair({ uri: (uri ?? '').replace(/&expiryTimestamp=\d+/, '') }, signal);
    await pair.clock.run(0);
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
    const params = { proposer: { publicKey: 'a'.repeat(64), metadata: APP }, expiryTimestamp: seconds() };
    const topic = pair.joined.all()[0]?.topic ?? '';
    await pair.app.context.calls.tell({ topic, method: 'wc_sessionPropose', params }, signal);
    await settle();
    expect(pair.approving.pending()).toHaveLength(1);
  });
});

describe('a settlement', () => {
  it('that the app refuses leaves no session at the wallet, which is told', async () => {
    const { id } = await pair.ask();
    // The app has nothing against it; a peer of another make might.
    pair.app.context.calls.handle('wc_sessionSettle', async () => ({ answer: { error: { code: 1_005, message: 'No' } } }));
    const ends: SessionEnd[] = [];
    pair.sessions.ends$.subscribe((end) => ends.push(end));
    const { topic, acknowledged } = await pair.approve(id);
    expect(await failureOf(acknowledged())).toMatchObject({ code: 1_005, message: 'No' });
    expect(ends).toMatchObject([{ session: { topic }, reason: 'peer' }]);
    expect([pair.wallet.context.tables.sessions.size, pair.wallet.relay.keys.includes(topic)]).toEqual([0, false]);
    expect(pair.wallet.events('session_delete')).toEqual([{ topic, id: expect.any(Number) }]);
  });

  it('that the app never answers is not acknowledged, and stays', async () => {
    const { id } = await pair.ask();
    pair.app.context.calls.handle('wc_sessionSettle', async () => ({ answer: null }));
    // It gives up, too.
    pair.wallet.context.calls.handle('wc_sessionDelete', async () => ({ answer: { result: true } }));
    const { topic, acknowledged } = await pair.approve(id);
    const settled = acknowledged();
    expect(await failureOf(settled)).toBe('pending');
    await pair.clock.run(300_000);
    expect(await failureOf(settled)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    expect(pair.wallet.context.tables.sessions.get(topic)?.acknowledged).toBe(false);
  });

  it('ends for who waits for it with the client, and with the session', async () => {
    pair.app.context.calls.handle('wc_sessionSettle', async () => ({ answer: null }));
    const [one, other] = [await pair.ask(), await pair.ask()];
    const [first, second] = [await pair.approve(one.id), await pair.approve(other.id)];
    await pair.sessions.end(first.topic, 'peer');
    expect(await failureOf(first.acknowledged())).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    pair.wallet.close();
    expect(await failureOf(second.acknowledged())).toMatchObject({ code: 'config/disposed' });
    expect(await failureOf(one.approval)).toBe('pending');
    pair.app.close();
    expect(await failureOf(one.approval)).toMatchObject({ code: 'config/disposed' });
  });

  it('that is none is refused, and nobody waits any more', async () => {
    const { id, approval } = await pair.ask();
    const { relay, calls } = pair.wallet.context;
    const publicKey = await relay.keyChain.createKeyPair();
    const proposal = pair.approving.pending()[0];
    const topic = await relay.keyChain.agreeOnKey({ publicKey, peerPublicKey: proposal?.proposer.publicKey ?? '' });
    await relay.subscribe([topic], signal);
    const { answer } = calls.place({ topic, method: 'wc_sessionSettle', params: { relay: {} } }, signal);
    const result = { relay: { protocol: 'irn' }, responderPublicKey: publicKey };
    await calls.reply({ topic: proposal?.pairingTopic ?? '', id, method: 'wc_sessionPropose' }, { result });
    expect(await failureOf(answer)).toMatchObject({ code: 1_005 });
    expect(await failureOf(approval)).toMatchObject({ code: 'wallet/invalid-response' });
    expect([pair.app.context.tables.sessions.size, pair.app.context.tables.proposals.size]).toEqual([0, 0]);
  });

  it('on a topic that nobody waits for is accepted and ended', async () => {
    const { id } = await pair.ask();
    const { topic } = await pair.approve(id);
    await settle();
    await pair.app.context.tables.sessions.remove(topic);
    const ended: unknown[] = [];
    pair.wallet.context.calls.handle('wc_sessionDelete', async ({ params }) => {
      ended.push(params);
      return { answer: { result: true } };
    });
    const { answer } = pair.wallet.context.calls.place({ topic, method: 'wc_sessionSettle', params: {} }, signal);
    await expect(answer).resolves.toBe(true);
    await settle();
    expect(ended).toEqual([{ code: 6_000, message: 'User disconnected.' }]);
  });
});

describe('an answer that is no key', () => {
  it('ends the proposal', async () => {
    const { id, approval } = await pair.ask();
    const { pairingTopic = '' } = pair.approving.pending()[0] ?? {};
    await pair.wallet.context.calls.reply({ topic: pairingTopic, id, method: 'wc_sessionPropose' }, { result: { responderPublicKey: 1 } });
    expect(await failureOf(approval)).toMatchObject({ code: 'wallet/invalid-response' });
    expect(pair.app.relay.published.filter(isOfMethod('wc_sessionDelete'))).toEqual([]);
  });
});

/** Both parties have the one session, and nothing of the proposal is left. */
const expectOneSession = (): void => {
  const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
  expect(apps?.map(({ topic }) => topic)).toEqual(wallets?.map(({ topic }) => topic));
  expect(wallets).toMatchObject([{ acknowledged: true, namespaces: ALLOWED }]);
  for (const { context } of [pair.app, pair.wallet]) expect(context.tables.proposals.all()).toEqual([]);
};

/** The wallet's owner approves what is asked; nobody waits for what comes of it. */
const begunApproval = async (): Promise<void> => {
  const { id } = await pair.ask();
  void pair.approve(id).catch(() => undefined);
  await settle();
};

/** The party's page does nothing more once it has published a message of a method so many times. */
const killAt = (relay: { publish: EnginePair['app']['relay']['publish'] }, method: ProtocolMethod, what: 'call' | 'answer'): void => {
  const publish = relay.publish.bind(relay);
  const { tag } = PROTOCOL_METHODS[method][what === 'call' ? 'request' : 'response'];
  Object.assign(relay, {
    publish: (publication: Parameters<typeof publish>[0], life: AbortSignal) =>
      publication.delivery.tag === tag ? new Promise(() => undefined) : publish(publication, life),
  });
};

describe('an app whose page is killed', () => {
  it('while its proposal waits takes the answer in the next page', async () => {
    const { id } = await pair.ask();
    await pair.reloadApp();
    await pair.approve(id);
    await settle();
    expectOneSession();
    expect(pair.app.events('session_connect')).toHaveLength(1);
  });

  it('before it hears the answer takes it in the next page', async () => {
    const { id } = await pair.ask();
    pair.app.close();
    await pair.approve(id);
    await pair.reloadApp();
    expectOneSession();
  });

  it('between the answer and the settlement takes the settlement in the next page', async () => {
    killAt(pair.wallet.relay, 'wc_sessionSettle', 'call');
    await begunApproval();
    const [waiting] = pair.app.context.tables.proposals.all();
    expect(waiting?.sessionTopic).toBeDefined();
    await pair.reloadApp();
    expect(pair.app.relay.topics).toContain(waiting?.sessionTopic);
    await pair.reloadWallet();
    expectOneSession();
  });

  it('before its answer to the settlement is published gives the same answer in the next page', async () => {
    killAt(pair.app.relay, 'wc_sessionSettle', 'answer');
    const { id } = await pair.ask();
    await pair.approve(id);
    await settle();
    expect(pair.app.context.tables.proposals.size).toBe(1);
    const [session] = pair.app.context.tables.sessions.all();
    await pair.reloadApp();
    await pair.app.relay.subscribe([session?.topic ?? ''], signal);
    await settle();
    expectOneSession();
    expect(pair.app.context.tables.sessions.all()).toEqual([session]);
  });

  it('until its proposal is over forgets it', async () => {
    await pair.ask();
    pair.app.close();
    await pair.clock.run(300_000);
    await pair.reloadApp();
    expect([pair.app.context.tables.proposals.all(), pair.app.relay.keys]).toEqual([[], []]);
  });
});

describe('a wallet whose page is killed', () => {
  it('before it answers finds the proposal, and its URI tells of it again', async () => {
    const { id, uri } = await pair.ask();
    await pair.reloadWallet();
    expect(pair.approving.pending().map((each) => each.id)).toEqual([id]);
    await pair.joined.pair({ uri }, signal);
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
    await pair.approve(id);
    await settle();
    expectOneSession();
  });

  it('before it has told its host of a proposal tells it in the next page', async () => {
    pair.wallet.origin = new Promise(() => undefined);
    const { id } = await pair.ask();
    expect(pair.wallet.events('session_proposal')).toEqual([]);
    await pair.reloadWallet();
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
  });

  it.each([
    ['the settlement', 'wc_sessionSettle', 'call'],
    ['its answer to the proposal', 'wc_sessionPropose', 'answer'],
  ] as const)('before %s is published carries the approval to its end in the next page', async (_, method, what) => {
    killAt(pair.wallet.relay, method, what);
    await begunApproval();
    expect(pair.wallet.context.tables.sessions.size).toBe(1);
    await pair.reloadWallet();
    await settle();
    expectOneSession();
  });

  it('carries the approval to its end also where the relay takes it later', async () => {
    killAt(pair.wallet.relay, 'wc_sessionPropose', 'answer');
    await begunApproval();
    const reloading = pair.reloadWallet();
    pair.wallet.relay.refusePublications(3);
    await reloading;
    await settle();
    expect(pair.app.context.tables.sessions.size).toBe(0);
    await pair.clock.run(10_000);
    expectOneSession();
  });

  it('takes the session back where the proposal is over before the relay takes it', async () => {
    killAt(pair.wallet.relay, 'wc_sessionPropose', 'answer');
    await begunApproval();
    const reloading = pair.reloadWallet();
    pair.wallet.relay.refusePublications(1_000);
    await reloading;
    await pair.clock.run(306_000);
    expect(pair.wallet.context.tables.sessions.all()).toEqual([]);
    // The app may have it all the same, and is told once the relay takes that.
    pair.wallet.relay.heal();
    await pair.clock.run(6_000);
    expect([pair.wallet.relay.keys, pair.wallet.relay.topics]).toEqual([[], []]);
  });

  it('before it hears that the app has the session learns it in the next page', async () => {
    const { id } = await pair.ask();
    pair.app.close();
    await pair.approve(id);
    pair.wallet.close();
    await pair.reloadApp();
    await pair.reloadWallet();
    expectOneSession();
  });

  it('before it hears that the app refuses the session loses it in the next page', async () => {
    const { id } = await pair.ask();
    const { topic } = await pair.approve(id);
    await settle();
    await pair.wallet.context.tables.sessions.change(topic, { acknowledged: false });
    const { calls } = pair.app.context;
    await calls.reply({ topic, id: 1, method: 'wc_sessionSettle' }, { error: { code: 1_005, message: 'No' } });
    await calls.reply({ topic, id: 2, method: 'wc_sessionUpdate' }, { error: { code: 1_003, message: 'No' } });
    await pair.reloadWallet();
    expect(pair.wallet.context.tables.sessions.size).toBe(0);
  });

  it('until a proposal is over forgets it', async () => {
    const { id } = await pair.ask();
    pair.wallet.close();
    await pair.clock.run(300_000);
    await pair.reloadWallet();
    expect(pair.approving.pending()).toEqual([]);
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });
});

describe('proposals that are one-off', () => {
  beforeEach(() => {
    pair.end();
    pair = new EnginePair({ isOneOff: true });
  });

  it('take their pairing along, whatever becomes of them', async () => {
    const { id } = await pair.ask();
    await pair.reject(id);
    await settle();
    expect([pair.made.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([[], [], []]);
    const { topic } = await pair.connect();
    expect([pair.made.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([[], [topic], [topic]]);
  });

  it('end a session at the wallet that nobody waits for', async () => {
    const ended: string[] = [];
    pair.wallet.context.calls.handle('wc_sessionDelete', async ({ topic }) => {
      ended.push(topic);
      return { answer: { result: true } };
    });
    const { id } = await pair.ask();
    await pair.reloadApp();
    const { topic } = await pair.approve(id);
    await settle();
    expect([ended, pair.app.context.tables.sessions.all(), pair.app.relay.keys]).toEqual([[topic], [], []]);
  });

  it('hand a session to who asked for time once they come back', async () => {
    const { id } = await pair.ask();
    await pair.reloadApp();
    let back = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      back = resolve;
    });
    const unfollow = pair.proposing.follow((outcome) => ('session' in outcome ? waits : true));
    const { acknowledged } = await pair.approve(id);
    expect(await failureOf(acknowledged())).toBe('pending');
    unfollow();
    const taken: (string | undefined)[] = [];
    pair.proposing.follow((outcome) => {
      if (!('session' in outcome)) return true;
      // In the table, and taken, in one moment.
      return () => taken.push(pair.app.context.tables.sessions.get(outcome.session.topic)?.topic);
    });
    back();
    await settle();
    expect(taken).toEqual([(await acknowledged()).topic]);
  });
});

const told = async (role: Role, kill: Kill | null) => {
  const pair = new EnginePair();
  const page = new KilledPage(pair, role, kill);
  await page.tell({
    ask: () => pair.inviting.connect({ requiredNamespaces: ASKED }, signal),
    join: (uri) => pair.joined.pair({ uri }, signal),
    approve: async () => {
      for (const { id } of pair.approving.pending()) await soon(pair.approving.approve({ id, namespaces: ALLOWED }, signal));
    },
  });
  return { pair, page };
};

describe.each(['app', 'wallet'] as const)('a session whose %s is killed', (role) => {
  it.each(['before', 'after'] as const)('%s any call of its page takes effect comes about all the same, once', async (when) => {
    const whole = await told(role, null);
    const { calls } = whole.page;
    whole.pair.end();
    expect(calls).toBeGreaterThan(15);
    for (let at = 0; at < calls; at++) {
      const { pair } = await told(role, { at, when });
      const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
      expect(wallets, `call ${at}`).toMatchObject([{ acknowledged: true, namespaces: ALLOWED }]);
      expect(
        apps?.map(({ topic }) => topic),
        `call ${at}`,
      ).toEqual(wallets?.map(({ topic }) => topic));
      // What nobody took up is over in the end.
      await pair.clock.run(301_000);
      for (const { context, store } of [pair.app, pair.wallet]) {
        expect([context.tables.proposals.all(), context.tables.pairings.all()], `call ${at}`).toEqual([[], []]);
        expect(
          [...store.persisted.keys()].filter((key) => /proposal|pairing/.test(key)),
          `call ${at}`,
        ).toEqual([]);
      }
      pair.end();
    }
  });
});
