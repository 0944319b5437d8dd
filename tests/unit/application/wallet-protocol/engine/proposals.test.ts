import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import type { ClosedSession } from '../../../../../application/wallet-protocol/engine/sessions.js';
import type { RpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import type { VerifyContext } from '../../../../../domain/wallet-protocol/origin/verify-context.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { APP, APPROVED_NAMESPACES, EnginePair, failureOf, REQUESTED_NAMESPACES, WALLET } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';
import type { Kill } from './support/killable-ports.js';
import { KilledPage, type Role, settledValue } from './support/killed-page.js';

const { signal } = new AbortController();

let pair: EnginePair;

beforeEach(() => {
  pair = new EnginePair();
});

afterEach(() => pair.dispose());

const seconds = () => Math.floor(pair.clock.now() / 1_000);

describe('proposal', () => {
  it('reaches the wallet with all its params and the verified origin', async () => {
    const sessionProperties = { locale: 'de' };
    const scopedProperties = { cosmos: { tokens: ['atom'] } };
    const { id, uri } = await pair.propose({
      requiredNamespaces: REQUESTED_NAMESPACES,
      optionalNamespaces: REQUESTED_NAMESPACES,
      sessionProperties,
      scopedProperties,
    });
    const [pairing] = pair.walletPairings.all();
    expect(pair.wallet.events('session_proposal')).toEqual([
      {
        id,
        params: {
          id,
          pairingTopic: pairing?.topic,
          expiryTimestamp: seconds() + 300,
          relays: [{ protocol: 'irn' }],
          proposer: { publicKey: expect.stringMatching(/^[0-9a-f]{64}$/), metadata: APP },
          requiredNamespaces: REQUESTED_NAMESPACES,
          optionalNamespaces: REQUESTED_NAMESPACES,
          sessionProperties,
          scopedProperties,
          isOwn: false,
          verifyContext: VERIFIED,
        },
        verifyContext: VERIFIED,
      },
    ]);
    expect(uri).toContain(pairing?.topic);
    expect(pair.proposalResponder.pending()).toHaveLength(1);
  });

  it('moves required namespaces to the optional ones, so that a wallet may grant fewer chains', async () => {
    const hub = REQUESTED_NAMESPACES.cosmos;
    const requiredNamespaces = { cosmos: hub, 'eip155:1': { methods: ['eth_sign'], events: [] } };
    const optionalNamespaces = { cosmos: { ...hub, chains: ['cosmos:other'], methods: ['cosmos_getAccounts'] } };
    const { uri = '', approval } = await pair.connectOperation.connect({ requiredNamespaces, optionalNamespaces }, signal);
    await pair.walletPairings.pair({ uri }, signal);
    await flushPromises();
    const [proposal] = pair.proposalResponder.pending();
    expect(proposal).toMatchObject({
      requiredNamespaces: {},
      optionalNamespaces: {
        cosmos: { chains: ['cosmos:hub', 'cosmos:other'], methods: ['cosmos_signDirect', 'cosmos_getAccounts'], events: hub.events },
        eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] },
      },
    });
    await pair.approve(proposal?.id ?? 0);
    await flushPromises();
    expect((await approval).namespaces).toEqual(APPROVED_NAMESPACES);
  });

  it('is published with the delivery options and params of the protocol', async () => {
    await pair.propose();
    const [published] = pair.app.relay.published;
    expect(published?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionPropose.request);
    expect(Object.keys(Object(Reflect.get(Object(published?.message), 'params'))).sort()).toEqual(
      ['expiryTimestamp', 'id', 'optionalNamespaces', 'pairingTopic', 'proposer', 'relays', 'requiredNamespaces'].sort(),
    );
  });

  it('becomes one session on both sides, with chains of any namespace', async () => {
    const { topic, session, settled } = await pair.connect();
    const stored = pair.app.context.tables.sessions.get(topic);
    expect(stored).toEqual(session);
    expect(session).toMatchObject({
      topic,
      acknowledged: true,
      namespaces: APPROVED_NAMESPACES,
      requiredNamespaces: REQUESTED_NAMESPACES,
      expiry: seconds() + 604_800,
      controller: settled.self.publicKey,
      peer: { publicKey: settled.self.publicKey, metadata: WALLET },
      self: { publicKey: settled.peer.publicKey, metadata: APP },
    });
    expect(settled).toMatchObject({ topic, acknowledged: true, namespaces: APPROVED_NAMESPACES, controller: settled.self.publicKey });
    expect([pair.app.events('session_connect'), pair.wallet.events('session_connect')]).toEqual([[{ session }], []]);
    for (const { context, relay } of [pair.app, pair.wallet]) {
      expect(context.tables.proposals.all()).toEqual([]);
      expect(context.expiries.of({ kind: 'session', key: topic })).toBe(session.expiry);
      expect(relay.topics).toContain(topic);
    }
    for (const party of [pair.app, pair.wallet]) party.expectNoErrors();
  });

  it('leaves an active pairing with a known peer, on which the next proposal needs no URI', async () => {
    const { session } = await pair.connect();
    expect(pair.appPairings.get(session.pairingTopic)).toMatchObject({ active: true, peerMetadata: WALLET });
    expect(pair.walletPairings.get(session.pairingTopic)).toMatchObject({ active: true, peerMetadata: APP });
    const { uri, id, approval } = await pair.propose({ pairingTopic: session.pairingTopic });
    expect([uri, pair.appPairings.all().length]).toEqual(['', 1]);
    await pair.approve(id);
    expect((await approval).pairingTopic).toBe(session.pairingTopic);
  });

  it('gets a new pairing if the given one is inactive', async () => {
    const { pairing } = await pair.appPairings.create({}, signal);
    const { uri } = await pair.propose({ pairingTopic: pairing.topic });
    expect([uri === '', pair.appPairings.all().length]).toEqual([false, 2]);
  });

  it.each([
    ['an unknown pairing', { pairingTopic: 'f'.repeat(64) }, 'wallet-protocol/no-matching-key'],
    ['invalid relays', { relays: [] }, 'wallet-protocol/missing-or-invalid'],
    ['namespaces without chains', { requiredNamespaces: { cosmos: { methods: [], events: [] } } }, 'wallet-protocol/unsupported-chains'],
    ['invalid scoped properties', { scopedProperties: { solana: {} } }, 'wallet-protocol/invalid-parameter'],
  ])('is rejected with %s', async (_, input, code) => {
    await expect(pair.connectOperation.connect(input, signal)).rejects.toMatchObject({ code });
    expect([pair.appPairings.all(), pair.app.relay.published]).toEqual([[], []]);
  });

  it('removes its pairing if it has expired', async () => {
    const { pairing } = await pair.appPairings.create({}, signal);
    await pair.app.context.tables.pairings.change(pairing.topic, { expiry: seconds() });
    await expect(pair.connectOperation.connect({ pairingTopic: pairing.topic }, signal)).rejects.toMatchObject({
      code: 'wallet-protocol/expired',
    });
    expect(pair.appPairings.all()).toEqual([]);
  });

  it('leaves no records if publishing fails', async () => {
    pair.app.relay.refusePublications();
    await expect(pair.connectOperation.connect({}, signal)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect([pair.appPairings.all(), pair.app.context.tables.proposals.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('expires after five minutes on both sides, with one event each', async () => {
    const { id, approval } = await pair.propose();
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

  it('is withdrawn without notifying the wallet', async () => {
    const { id } = await pair.propose();
    await pair.proposer.withdraw(id);
    await pair.approve(id);
    await flushPromises();
    expect([pair.app.context.tables.sessions.all(), pair.app.context.tables.proposals.all()]).toEqual([[], []]);
  });

  it('disconnects the other pairings with the same wallet once there is a session', async () => {
    const first = await pair.connect();
    const second = await pair.connect();
    await flushPromises();
    expect(pair.appPairings.all().map(({ topic }) => topic)).toEqual([second.session.pairingTopic]);
    expect(pair.wallet.events('pairing_delete').map(({ topic }) => topic)).toEqual([first.session.pairingTopic]);
  });
});

const isOfMethod =
  (method: string) =>
  ({ message }: { readonly message: RpcMessage }): boolean =>
    'method' in message && message.method === method;

describe('wallet', () => {
  it('rejects with its own code and message', async () => {
    const { id, approval } = await pair.propose();
    await pair.reject(id, { code: 5_002, message: 'Not these methods' });
    expect(await failureOf(approval)).toMatchObject({ name: 'PeerError', code: 5_002, message: 'Not these methods' });
    expect(pair.wallet.relay.published.at(-1)?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionPropose.reject);
    expect([pair.proposalResponder.pending(), pair.app.context.tables.proposals.all()]).toEqual([[], []]);
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });

  it('may reject again after publishing failed', async () => {
    const { id, approval } = await pair.propose();
    pair.wallet.relay.refusePublications();
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect(pair.proposalResponder.pending()).toHaveLength(1);
    await pair.reject(id);
    expect(await failureOf(approval)).toMatchObject({ code: 5_000 });
  });

  it('may approve again after publishing failed, whichever message was rejected', async () => {
    const closed: ClosedSession[] = [];
    pair.sessions.closed$.subscribe((each) => closed.push(each));
    for (const failing of [1, 2]) {
      const { id, approval } = await pair.propose();
      pair.wallet.relay.refusePublications(failing);
      await expect(pair.approve(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
      const unacknowledged = pair.wallet.context.tables.sessions.all().filter(({ acknowledged }) => !acknowledged);
      expect([unacknowledged, pair.proposalResponder.pending().length]).toEqual([[], 1]);
      const { topic } = await pair.approve(id);
      expect((await approval).topic).toBe(topic);
      expect(closed).toHaveLength(failing);
      expect(closed.at(-1)).toMatchObject({ reason: 'own' });
    }
    expect(pair.wallet.events('session_delete')).toEqual([]);
  });

  it('approves once when called twice concurrently', async () => {
    const { id, approval } = await pair.propose();
    const [first, second] = await Promise.allSettled([pair.approve(id), pair.approve(id)]);
    expect([first?.status, second]).toMatchObject(['fulfilled', { reason: { code: 'wallet-protocol/recently-deleted' } }]);
    await approval;
    expect(pair.wallet.context.tables.sessions.size).toBe(1);
  });

  it('settles with properties and config', async () => {
    const { id, approval } = await pair.propose();
    const more = {
      sessionProperties: { a: 'b' },
      scopedProperties: { cosmos: { tokens: 1 } },
      sessionConfig: { disableDeepLink: true },
      relayProtocol: 'irn',
    };
    const { acknowledged } = await pair.approve(id, more);
    const { relayProtocol: _, ...properties } = more;
    expect(await approval).toMatchObject(properties);
    expect(await acknowledged()).toMatchObject(properties);
  });

  it.each([
    ['an unknown id', { id: 1 }, 'wallet-protocol/no-matching-key'],
    ['invalid namespaces', { namespaces: {} }, 'wallet-protocol/missing-or-invalid'],
    [
      'fewer methods than required',
      { namespaces: { cosmos: { ...APPROVED_NAMESPACES.cosmos, methods: [] } } },
      'wallet-protocol/non-conforming-namespaces',
    ],
    ['invalid scoped properties', { scopedProperties: { solana: {} } }, 'wallet-protocol/invalid-parameter'],
  ])('does not approve with %s', async (_, more, code) => {
    const { id } = await pair.propose();
    await expect(pair.approve(id, more)).rejects.toMatchObject({ code });
    expect([pair.wallet.context.tables.sessions.size, pair.proposalResponder.pending().length]).toEqual([0, 1]);
  });

  it('neither approves nor rejects its own proposal', async () => {
    const { id } = await pair.propose();
    await pair.wallet.context.tables.proposals.change(id, { isOwn: true });
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'wallet-protocol/no-matching-key' });
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'wallet-protocol/no-matching-key' });
  });

  it('emits a proposal again when its URI is scanned again, until it has responded', async () => {
    const { id, uri } = await pair.propose();
    await pair.walletPairings.pair({ uri }, signal);
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id, id]);
    await pair.reject(id);
    await pair.walletPairings.pair({ uri }, signal);
    await flushPromises();
    expect(pair.wallet.events('session_proposal')).toHaveLength(2);
  });

  it('emits a proposal once its origin is verified, even if it is scanned again meanwhile', async () => {
    let resolveOrigin = (_: VerifyContext): void => undefined;
    pair.wallet.origin = new Promise((resolve) => {
      resolveOrigin = resolve;
    });
    const { id, uri } = await pair.propose();
    await pair.walletPairings.pair({ uri }, signal);
    expect(pair.wallet.events('session_proposal')).toEqual([]);
    resolveOrigin({ verified: { ...VERIFIED.verified, validation: 'INVALID' } });
    await flushPromises();
    expect(pair.wallet.events('session_proposal')).toMatchObject([{ id, verifyContext: { verified: { validation: 'INVALID' } } }]);
  });

  it('leaves proposals on a sign-in pairing to another client if it handles sign-ins', async () => {
    const { uri } = await pair.appPairings.create({ methods: ['wc_sessionAuthenticate'] }, signal);
    const [made] = pair.appPairings.all();
    if (made === undefined) throw new Error('Expected a pairing');
    await pair.walletPairings.pair({ uri }, signal);
    await pair.proposer.propose({ pairing: { pairing: made, uri } }, signal);
    await flushPromises();
    expect(pair.wallet.events('session_proposal')).toHaveLength(1);
    pair.wallet.context.events.setListenerCheck('session_authenticate', () => true);
    await pair.proposer.propose({ pairing: { pairing: made, uri } }, signal);
    await flushPromises();
    expect(pair.wallet.events('session_proposal')).toHaveLength(1);
  });
});

describe('invalid proposal', () => {
  it.each([
    ['no params', null, 5],
    ['invalid namespaces', { requiredNamespaces: { cosmos: 1 } }, 5_100],
    ['no proposer', { requiredNamespaces: REQUESTED_NAMESPACES }, 5],
    ['a proposer without a key', { proposer: { publicKey: 'short', metadata: APP } }, 5],
  ])('is rejected automatically with %s, with an error message', async (_, params, code) => {
    const { uri, pairing } = await pair.appPairings.create({}, signal);
    await pair.walletPairings.pair({ uri }, signal);
    const { calls } = pair.app.context;
    const { result } = calls.request({ topic: pairing.topic, method: 'wc_sessionPropose', params }, signal);
    expect(await failureOf(result)).toMatchObject({ code, message: expect.stringMatching(/\w+/) });
    expect(pair.wallet.relay.published.at(-1)?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionPropose.autoReject);
    expect([pair.proposalResponder.pending(), pair.wallet.events('session_proposal')]).toEqual([[], []]);
  });

  it('does not replace another proposal with the same id, on any pairing', async () => {
    const { id } = await pair.propose();
    const [proposal] = pair.proposalResponder.pending();
    const { uri, pairing } = await pair.appPairings.create({}, signal);
    await pair.walletPairings.pair({ uri }, signal);
    const params = { proposer: { publicKey: 'a'.repeat(64), metadata: { ...APP, name: 'Other' } } };
    const { calls } = pair.app.context;
    const { result } = calls.request({ id, topic: pairing.topic, method: 'wc_sessionPropose', params }, signal);
    expect(await failureOf(result)).toMatchObject({ code: 5 });
    await pair.reloadWallet();
    await calls.notify({ id, topic: proposal?.pairingTopic ?? '', method: 'wc_sessionPropose', params }, signal);
    await flushPromises();
    expect(pair.proposalResponder.pending()).toEqual([proposal]);
    expect(pair.wallet.events('session_proposal').map((each) => each.params.proposer)).toEqual([proposal?.proposer]);
  });

  it('is ignored after its expiry', async () => {
    const { id } = await pair.connectOperation.connect({}, signal);
    const { uri = '' } = { uri: await pair.appPairings.uriOf(pair.appPairings.all()[0]?.topic ?? '') };
    await pair.walletPairings.pair({ uri: (uri ?? '').replace(/&expiryTimestamp=\d+/, '') }, signal);
    await pair.clock.run(0);
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
    const params = { proposer: { publicKey: 'a'.repeat(64), metadata: APP }, expiryTimestamp: seconds() };
    const topic = pair.walletPairings.all()[0]?.topic ?? '';
    await pair.app.context.calls.notify({ topic, method: 'wc_sessionPropose', params }, signal);
    await flushPromises();
    expect(pair.proposalResponder.pending()).toHaveLength(1);
  });
});

describe('settlement', () => {
  it('is removed at the wallet when the app rejects it', async () => {
    const { id } = await pair.propose();
    // The engine accepts it; other implementations may reject it.
    pair.app.context.calls.handle('wc_sessionSettle', async () => ({ response: { error: { code: 1_005, message: 'No' } } }));
    const closed: ClosedSession[] = [];
    pair.sessions.closed$.subscribe((each) => closed.push(each));
    const { topic, acknowledged } = await pair.approve(id);
    expect(await failureOf(acknowledged())).toMatchObject({ code: 1_005, message: 'No' });
    expect(closed).toMatchObject([{ session: { topic }, reason: 'peer' }]);
    expect([pair.wallet.context.tables.sessions.size, pair.wallet.relay.keys.includes(topic)]).toEqual([0, false]);
    expect(pair.wallet.events('session_delete')).toEqual([{ topic, id: expect.any(Number) }]);
  });

  it('stays unacknowledged without a response of the app', async () => {
    const { id } = await pair.propose();
    pair.app.context.calls.handle('wc_sessionSettle', async () => ({ response: null }));
    // The app's deletion is not handled either.
    pair.wallet.context.calls.handle('wc_sessionDelete', async () => ({ response: { result: true } }));
    const { topic, acknowledged } = await pair.approve(id);
    const settled = acknowledged();
    expect(await failureOf(settled)).toBe('pending');
    await pair.clock.run(300_000);
    expect(await failureOf(settled)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    expect(pair.wallet.context.tables.sessions.get(topic)?.acknowledged).toBe(false);
  });

  it('rejects its acknowledgement when the client is disposed or the session is closed', async () => {
    pair.app.context.calls.handle('wc_sessionSettle', async () => ({ response: null }));
    const [firstProposal, secondProposal] = [await pair.propose(), await pair.propose()];
    const [first, second] = [await pair.approve(firstProposal.id), await pair.approve(secondProposal.id)];
    await pair.sessions.close(first.topic, 'peer');
    expect(await failureOf(first.acknowledged())).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    pair.wallet.close();
    expect(await failureOf(second.acknowledged())).toMatchObject({ code: 'config/disposed' });
    expect(await failureOf(firstProposal.approval)).toBe('pending');
    pair.app.close();
    expect(await failureOf(firstProposal.approval)).toMatchObject({ code: 'config/disposed' });
  });

  it('is rejected if it is invalid, and rejects the proposal', async () => {
    const { id, approval } = await pair.propose();
    const { relay, calls } = pair.wallet.context;
    const publicKey = await relay.keyChain.createKeyPair();
    const proposal = pair.proposalResponder.pending()[0];
    const topic = await relay.keyChain.deriveSharedKey({ publicKey, peerPublicKey: proposal?.proposer.publicKey ?? '' });
    await relay.subscribe([topic], signal);
    const { result: response } = calls.request({ topic, method: 'wc_sessionSettle', params: { relay: {} } }, signal);
    const result = { relay: { protocol: 'irn' }, responderPublicKey: publicKey };
    await calls.reply({ topic: proposal?.pairingTopic ?? '', id, method: 'wc_sessionPropose' }, { result });
    expect(await failureOf(response)).toMatchObject({ code: 1_005 });
    expect(await failureOf(approval)).toMatchObject({ code: 'wallet/invalid-response' });
    expect([pair.app.context.tables.sessions.size, pair.app.context.tables.proposals.size]).toEqual([0, 0]);
  });

  it('on an unknown topic is accepted and deleted', async () => {
    const { id } = await pair.propose();
    const { topic } = await pair.approve(id);
    await flushPromises();
    await pair.app.context.tables.sessions.remove(topic);
    const deletions: unknown[] = [];
    pair.wallet.context.calls.handle('wc_sessionDelete', async ({ params }) => {
      deletions.push(params);
      return { response: { result: true } };
    });
    const { result: response } = pair.wallet.context.calls.request({ topic, method: 'wc_sessionSettle', params: {} }, signal);
    await expect(response).resolves.toBe(true);
    await flushPromises();
    expect(deletions).toEqual([{ code: 6_000, message: 'User disconnected.' }]);
  });
});

describe('proposal response without a key', () => {
  it('rejects the proposal', async () => {
    const { id, approval } = await pair.propose();
    const { pairingTopic = '' } = pair.proposalResponder.pending()[0] ?? {};
    await pair.wallet.context.calls.reply({ topic: pairingTopic, id, method: 'wc_sessionPropose' }, { result: { responderPublicKey: 1 } });
    expect(await failureOf(approval)).toMatchObject({ code: 'wallet/invalid-response' });
    expect(pair.app.relay.published.filter(isOfMethod('wc_sessionDelete'))).toEqual([]);
  });
});

/** Asserts that both parties have the same session and no proposal. */
const expectOneSession = (): void => {
  const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
  expect(apps?.map(({ topic }) => topic)).toEqual(wallets?.map(({ topic }) => topic));
  expect(wallets).toMatchObject([{ acknowledged: true, namespaces: APPROVED_NAMESPACES }]);
  for (const { context } of [pair.app, pair.wallet]) expect(context.tables.proposals.all()).toEqual([]);
};

/** Starts an approval without awaiting it. */
const startApproval = async (): Promise<void> => {
  const { id } = await pair.propose();
  void pair.approve(id).catch(() => undefined);
  await flushPromises();
};

/** Lets publishing a call or response of a method hang, as if the page was killed. */
const killAt = (relay: { publish: EnginePair['app']['relay']['publish'] }, method: ProtocolMethod, kind: 'call' | 'response'): void => {
  const publish = relay.publish.bind(relay);
  const { tag } = PROTOCOL_METHODS[method][kind === 'call' ? 'request' : 'response'];
  Object.assign(relay, {
    publish: (publication: Parameters<typeof publish>[0], life: AbortSignal) =>
      publication.delivery.tag === tag ? new Promise(() => undefined) : publish(publication, life),
  });
};

describe('app whose page is killed', () => {
  it('receives the response on the next page load, if killed while the proposal is pending', async () => {
    const { id } = await pair.propose();
    await pair.reloadApp();
    await pair.approve(id);
    await flushPromises();
    expectOneSession();
    expect(pair.app.events('session_connect')).toHaveLength(1);
  });

  it('receives the response on the next page load, if killed before it arrives', async () => {
    const { id } = await pair.propose();
    pair.app.close();
    await pair.approve(id);
    await pair.reloadApp();
    expectOneSession();
  });

  it('receives the settlement on the next page load, if killed after the response', async () => {
    killAt(pair.wallet.relay, 'wc_sessionSettle', 'call');
    await startApproval();
    const [waiting] = pair.app.context.tables.proposals.all();
    expect(waiting?.sessionTopic).toBeDefined();
    await pair.reloadApp();
    expect(pair.app.relay.topics).toContain(waiting?.sessionTopic);
    await pair.reloadWallet();
    expectOneSession();
  });

  it('sends the same acknowledgement on the next page load, if killed before publishing it', async () => {
    killAt(pair.app.relay, 'wc_sessionSettle', 'response');
    const { id } = await pair.propose();
    await pair.approve(id);
    await flushPromises();
    expect(pair.app.context.tables.proposals.size).toBe(1);
    const [session] = pair.app.context.tables.sessions.all();
    await pair.reloadApp();
    await pair.app.relay.subscribe([session?.topic ?? ''], signal);
    await flushPromises();
    expectOneSession();
    expect(pair.app.context.tables.sessions.all()).toEqual([session]);
  });

  it('removes a proposal that expired meanwhile', async () => {
    await pair.propose();
    pair.app.close();
    await pair.clock.run(300_000);
    await pair.reloadApp();
    expect([pair.app.context.tables.proposals.all(), pair.app.relay.keys]).toEqual([[], []]);
  });
});

describe('wallet whose page is killed', () => {
  it('restores a pending proposal, and emits it again when its URI is scanned', async () => {
    const { id, uri } = await pair.propose();
    await pair.reloadWallet();
    expect(pair.proposalResponder.pending().map((each) => each.id)).toEqual([id]);
    await pair.walletPairings.pair({ uri }, signal);
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
    await pair.approve(id);
    await flushPromises();
    expectOneSession();
  });

  it('emits a restored proposal on the next page load, if killed before emitting it', async () => {
    pair.wallet.origin = new Promise(() => undefined);
    const { id } = await pair.propose();
    expect(pair.wallet.events('session_proposal')).toEqual([]);
    await pair.reloadWallet();
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
  });

  it.each([
    ['the settlement', 'wc_sessionSettle', 'call'],
    ['its response to the proposal', 'wc_sessionPropose', 'response'],
  ] as const)('completes the approval on the next page load, if killed before %s is published', async (_, method, kind) => {
    killAt(pair.wallet.relay, method, kind);
    await startApproval();
    expect(pair.wallet.context.tables.sessions.size).toBe(1);
    await pair.reloadWallet();
    await flushPromises();
    expectOneSession();
  });

  it('completes the approval when the relay accepts it later', async () => {
    killAt(pair.wallet.relay, 'wc_sessionPropose', 'response');
    await startApproval();
    const reloading = pair.reloadWallet();
    pair.wallet.relay.refusePublications(3);
    await reloading;
    await flushPromises();
    expect(pair.app.context.tables.sessions.size).toBe(0);
    await pair.clock.run(10_000);
    expectOneSession();
  });

  it('removes the session if the proposal expires before the relay accepts the approval', async () => {
    killAt(pair.wallet.relay, 'wc_sessionPropose', 'response');
    await startApproval();
    const reloading = pair.reloadWallet();
    pair.wallet.relay.refusePublications(1_000);
    await reloading;
    await pair.clock.run(306_000);
    expect(pair.wallet.context.tables.sessions.all()).toEqual([]);
    // The app may have received it, and is notified once the relay accepts messages.
    pair.wallet.relay.recover();
    await pair.clock.run(6_000);
    expect([pair.wallet.relay.keys, pair.wallet.relay.topics]).toEqual([[], []]);
  });

  it('receives the acknowledgement on the next page load', async () => {
    const { id } = await pair.propose();
    pair.app.close();
    await pair.approve(id);
    pair.wallet.close();
    await pair.reloadApp();
    await pair.reloadWallet();
    expectOneSession();
  });

  it('removes a rejected session on the next page load', async () => {
    const { id } = await pair.propose();
    const { topic } = await pair.approve(id);
    await flushPromises();
    await pair.wallet.context.tables.sessions.change(topic, { acknowledged: false });
    const { calls } = pair.app.context;
    await calls.reply({ topic, id: 1, method: 'wc_sessionSettle' }, { error: { code: 1_005, message: 'No' } });
    await calls.reply({ topic, id: 2, method: 'wc_sessionUpdate' }, { error: { code: 1_003, message: 'No' } });
    await pair.reloadWallet();
    expect(pair.wallet.context.tables.sessions.size).toBe(0);
  });

  it('removes a proposal that expired meanwhile', async () => {
    const { id } = await pair.propose();
    pair.wallet.close();
    await pair.clock.run(300_000);
    await pair.reloadWallet();
    expect(pair.proposalResponder.pending()).toEqual([]);
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });
});

describe('one-off proposals', () => {
  beforeEach(() => {
    pair.dispose();
    pair = new EnginePair({ isOneOff: true });
  });

  it('are removed with their pairing', async () => {
    const { id } = await pair.propose();
    await pair.reject(id);
    await flushPromises();
    expect([pair.appPairings.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([[], [], []]);
    const { topic } = await pair.connect();
    expect([pair.appPairings.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([[], [topic], [topic]]);
  });

  it('disconnect a session that no handler takes', async () => {
    const deletions: string[] = [];
    pair.wallet.context.calls.handle('wc_sessionDelete', async ({ topic }) => {
      deletions.push(topic);
      return { response: { result: true } };
    });
    const { id } = await pair.propose();
    await pair.reloadApp();
    const { topic } = await pair.approve(id);
    await flushPromises();
    expect([deletions, pair.app.context.tables.sessions.all(), pair.app.relay.keys]).toEqual([[topic], [], []]);
  });

  it('offer a deferred session again', async () => {
    const { id } = await pair.propose();
    await pair.reloadApp();
    let resume = (): void => undefined;
    const deferred = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const unsubscribe = pair.proposer.subscribe((outcome) => ('session' in outcome ? deferred : true));
    const { acknowledged } = await pair.approve(id);
    expect(await failureOf(acknowledged())).toBe('pending');
    unsubscribe();
    const handled: (string | undefined)[] = [];
    pair.proposer.subscribe((outcome) => {
      if (!('session' in outcome)) return true;
      // In the table and handled at the same time.
      return () => handled.push(pair.app.context.tables.sessions.get(outcome.session.topic)?.topic);
    });
    resume();
    await flushPromises();
    expect(handled).toEqual([(await acknowledged()).topic]);
  });
});

const runScenario = async (role: Role, kill: Kill | null) => {
  const pair = new EnginePair();
  const page = new KilledPage(pair, role, kill);
  await page.run({
    propose: () => pair.connectOperation.connect({ requiredNamespaces: REQUESTED_NAMESPACES }, signal),
    join: (uri) => pair.walletPairings.pair({ uri }, signal),
    approve: async () => {
      for (const { id } of pair.proposalResponder.pending())
        await settledValue(pair.proposalResponder.approve({ id, namespaces: APPROVED_NAMESPACES }, signal));
    },
  });
  return { pair, page };
};

describe.each(['app', 'wallet'] as const)('a session whose %s is killed', (role) => {
  it.each(['before', 'after'] as const)('%s any of its calls is settled all the same, once', async (when) => {
    const reference = await runScenario(role, null);
    const { calls } = reference.page;
    reference.pair.dispose();
    expect(calls).toBeGreaterThan(15);
    for (let at = 0; at < calls; at++) {
      const { pair } = await runScenario(role, { at, when });
      const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
      expect(wallets, `call ${at}`).toMatchObject([{ acknowledged: true, namespaces: APPROVED_NAMESPACES }]);
      expect(
        apps?.map(({ topic }) => topic),
        `call ${at}`,
      ).toEqual(wallets?.map(({ topic }) => topic));
      // Unused records expire.
      await pair.clock.run(301_000);
      for (const { context, store } of [pair.app, pair.wallet]) {
        expect([context.tables.proposals.all(), context.tables.pairings.all()], `call ${at}`).toEqual([[], []]);
        expect(
          [...store.persisted.keys()].filter((key) => /proposal|pairing/.test(key)),
          `call ${at}`,
        ).toEqual([]);
      }
      pair.dispose();
    }
  });
});
