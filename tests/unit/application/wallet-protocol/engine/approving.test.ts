import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import type { SessionEnd } from '../../../../../application/wallet-protocol/engine/sessions.js';
import type { RpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import type { VerifyContext } from '../../../../../domain/wallet-protocol/origin/verify-context.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { ALLOWED, APP, ASKED, EnginePair, failureOf } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';

const { signal } = new AbortController();

let pair: EnginePair;

beforeEach(() => {
  pair = new EnginePair();
});

afterEach(() => pair.end());

const seconds = () => Math.floor(pair.clock.now() / 1_000);

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
