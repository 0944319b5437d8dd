import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { RpcExchange } from '../../../../../application/wallet-protocol/engine/rpc-exchange.js';
import { readRpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { decodeLinkEnvelope, parseLinkUrl } from '../../../../../domain/wallet-protocol/link-mode/link-url.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { responseTopicOf } from '../../../../../domain/wallet-protocol/response-topic.js';
import { APP, APPROVED_NAMESPACES, failureOf, WALLET } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';
import { ACCOUNT, NODE, SIGN_IN, SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

let pair: SignInPair;

beforeEach(() => {
  pair = new SignInPair();
});

afterEach(() => pair.dispose());

const seconds = (): number => Math.floor(pair.clock.now() / 1_000);

const expectNoPending = (): void => {
  for (const { context } of [pair.app, pair.wallet]) expect(context.tables.proposals.all().filter(({ isOwn }) => isOwn)).toEqual([]);
  expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  expect(pair.authResponder.pending()).toEqual([]);
};

describe('app with one-click auth', () => {
  it('receives the signed messages and the same session as the wallet', async () => {
    const { id, uri, response } = await pair.authenticate();
    expect(uri).toContain('methods=wc_sessionAuthenticate');
    expect(pair.wallet.events('session_authenticate')).toMatchObject([
      {
        id,
        verifyContext: VERIFIED,
        params: { authPayload: { domain: 'app.example', chains: SIGN_IN.chains }, expiryTimestamp: seconds() + 3_600 },
      },
    ]);
    const auths = await pair.sign(id);
    const walletSession = await pair.approve(id, auths);
    const { auths: received, session } = await response;
    expect(received).toEqual(auths);
    expect(session).toMatchObject({
      topic: walletSession?.topic,
      acknowledged: true,
      expiry: seconds() + 604_800,
      authentication: auths,
      namespaces: {
        eip155: {
          chains: ['eip155:1', 'eip155:10'],
          accounts: [`eip155:1:${ACCOUNT.address}`, `eip155:10:${ACCOUNT.address}`],
          methods: ['personal_sign'],
          events: ['chainChanged', 'accountsChanged'],
        },
      },
    });
    expect(walletSession).toMatchObject({ controller: session?.controller, namespaces: session?.namespaces });
    expect([walletSession?.self.publicKey, walletSession?.peer.publicKey]).toEqual([session?.peer.publicKey, session?.self.publicKey]);
    expect(pair.app.context.tables.sessions.get(walletSession?.topic ?? '')).toEqual(session);
    expect([
      pair.appPairings.get(walletSession?.pairingTopic ?? '')?.active,
      pair.walletPairings.get(walletSession?.pairingTopic ?? '')?.active,
    ]).toEqual([true, true]);
    expectNoPending();
    pair.app.expectNoErrors();
    pair.wallet.expectNoErrors();
  });

  it('gets the response on its response topic, in an envelope for its key', async () => {
    const { id, response } = await pair.authenticate();
    const { requester } = pair.app.context.tables.authRequests.get(id) ?? {};
    await pair.approve(id);
    const { session } = await response;
    expect(pair.wallet.relay.published.at(-1)).toMatchObject({
      topic: responseTopicOf(requester?.publicKey ?? ''),
      sealing: { publicKey: session?.peer.publicKey, peerPublicKey: requester?.publicKey },
      delivery: PROTOCOL_METHODS.wc_sessionAuthenticate.response,
    });
    // Only the topics and keys of the session and the pairing remain.
    expect([...pair.app.relay.topics].sort()).toEqual([session?.topic, session?.pairingTopic].sort());
    expect([...pair.app.relay.keys].sort()).toEqual([session?.topic, session?.pairingTopic, session?.self.publicKey].sort());
  });

  it('keeps a response that arrives before it is awaited', async () => {
    const pendingAuth = await pair.authenticate();
    await pair.approve(pendingAuth.id);
    await flushPromises();
    await pair.clock.run(10_000);
    expect((await pendingAuth.response).auths).toHaveLength(2);
  });

  it('gets no session without methods, and keeps no keys', async () => {
    const { id, response } = await pair.authenticate({ methods: [] });
    expect(await pair.approve(id)).toBeNull();
    const outcome = await response;
    expect(outcome.auths).toHaveLength(2);
    expect(outcome.session).toBeUndefined();
    expect([pair.app.context.tables.sessions.size, pair.wallet.context.tables.sessions.size]).toEqual([0, 0]);
    expect(pair.app.relay.keys).toHaveLength(1);
    await pair.clock.run(3_601_000);
    expect([pair.app.relay.keys, pair.wallet.relay.keys]).toEqual([[], []]);
  });

  it('uses the given expiry, of at least an hour', async () => {
    await pair.authRequester.authenticate({ ...SIGN_IN, expiry: 7_200 }, undefined, signal);
    const [request] = pair.app.context.tables.authRequests.all();
    expect(request?.expiryTimestamp).toBe(seconds() + 7_200);
    const sent = pair.app.relay.published.find(({ message }) => 'method' in message && message.method === 'wc_sessionAuthenticate');
    expect(sent?.delivery).toEqual({ ...PROTOCOL_METHODS.wc_sessionAuthenticate.request, ttl: 7_200 });
  });

  it.each([
    ['no chain', { chains: [] }, 'wallet-protocol/invalid-parameter'],
    ['no domain', { domain: '' }, 'wallet-protocol/invalid-parameter'],
    ['two namespaces', { chains: ['eip155:1', 'solana:a'] }, 'wallet-protocol/multiple-namespaces'],
    ['another namespace', { chains: ['solana:a'] }, 'wallet-protocol/authenticate-unsupported'],
    ['an invalid ReCap', { resources: ['urn:recap:!!'] }, 'wallet-protocol/invalid-parameter'],
  ])('rejects %s and keeps no records', async (_, more, code) => {
    await expect(pair.authRequester.authenticate({ ...SIGN_IN, ...more }, undefined, signal)).rejects.toMatchObject({ code });
    expect([pair.app.relay.keys, pair.app.relay.topics, [...pair.app.store.persisted]]).toEqual([[], [], []]);
  });

  it('keeps no records if publishing fails', async () => {
    pair.app.relay.refusePublications(2);
    await expect(pair.authRequester.authenticate(SIGN_IN, undefined, signal)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    await flushPromises();
    expect([pair.app.relay.keys, pair.app.relay.topics, [...pair.app.store.persisted]]).toEqual([[], [], []]);
  });

  it('rejects with request-expired after the expiry', async () => {
    const { response } = await pair.authenticate();
    await pair.clock.run(3_599_000);
    expect(await failureOf(response)).toBe('pending');
    await pair.clock.run(1_000);
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    expectNoPending();
  });

  it('rejects with config/disposed when the client is disposed', async () => {
    const { response } = await pair.authenticate();
    pair.app.close();
    expect(await failureOf(response)).toMatchObject({ code: 'config/disposed' });
  });
});

describe('wallet', () => {
  it('rejects with its own code and message, on the app’s response topic', async () => {
    const { id, response } = await pair.authenticate();
    await pair.reject(id, { code: 5_002, message: 'Not these methods' });
    expect(await failureOf(response)).toMatchObject({ name: 'PeerError', code: 5_002, message: 'Not these methods' });
    expect(pair.wallet.relay.published.at(-1)?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionAuthenticate.reject);
    expectNoPending();
    await expect(pair.reject(id)).rejects.toMatchObject({ message: `Could not find pending auth request with id ${id}` });
    await pair.clock.run(3_601_000);
    expect([pair.app.relay.keys, pair.wallet.relay.keys]).toEqual([[], []]);
  });

  it('must give a reason for a rejection', async () => {
    const { id } = await pair.authenticate();
    await expect(pair.reject(id, { code: 0, message: '' })).rejects.toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    expect(pair.authResponder.pending()).toHaveLength(1);
  });

  it('may reject or approve again after publishing failed', async () => {
    const { id, response } = await pair.authenticate();
    pair.wallet.relay.refusePublications();
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    pair.wallet.relay.refusePublications();
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect([pair.wallet.context.tables.sessions.size, pair.authResponder.pending().length]).toEqual([0, 1]);
    await pair.approve(id);
    expect((await response).auths).toHaveLength(2);
  });

  it('handles only the first of two concurrent responses', async () => {
    const { id, response } = await pair.authenticate();
    const auths = await pair.sign(id);
    const [first, second] = await Promise.allSettled([pair.approve(id, auths), pair.reject(id)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect((await response).auths).toEqual(auths);
    expect(pair.authResponder.pending()).toEqual([]);
  });

  it('throws for an unknown id', async () => {
    await expect(pair.approve(5, [])).rejects.toMatchObject({ message: 'Could not find pending auth request with id 5' });
  });
});

describe('wallet without one-click auth', () => {
  beforeEach(() => {
    pair.dispose();
    pair = new SignInPair(false);
  });

  it('gets a fallback proposal on the same pairing, whose session becomes the result', async () => {
    const { response } = await pair.authenticate();
    expect(pair.wallet.events('session_authenticate')).toEqual([]);
    const [proposal] = pair.proposalResponder.pending();
    expect(proposal?.optionalNamespaces).toEqual({
      eip155: { chains: SIGN_IN.chains, methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged', 'accountsChanged'] },
    });
    const { topic } = await pair.proposalResponder.approve({ id: proposal?.id ?? 0, namespaces: APPROVED_NAMESPACES }, signal);
    const outcome = await response;
    expect([outcome.session?.topic, outcome.auths]).toEqual([topic, undefined]);
    await flushPromises();
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
    expect(pair.app.events('session_connect')).toHaveLength(1);
  });

  it('rejects the fallback proposal', async () => {
    const { response } = await pair.authenticate();
    const [proposal] = pair.proposalResponder.pending();
    await pair.proposalResponder.reject({ id: proposal?.id ?? 0, reason: { code: 5_000, message: 'No' } }, signal);
    expect(await failureOf(response)).toMatchObject({ name: 'PeerError', code: 5_000, message: 'No' });
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  });

  it('lets the request expire with the fallback proposal', async () => {
    const { response } = await pair.authenticate();
    await pair.clock.run(300_000);
    expect(await failureOf(response)).toMatchObject({ code: 'pairing/expired' });
    expect(pair.app.relay.keys).toEqual([]);
  });
});

describe('fallback proposal', () => {
  it('is not emitted by a wallet with one-click auth, and may expire before the request', async () => {
    const { id, response } = await pair.authenticate();
    expect(pair.proposalResponder.pending()).toEqual([]);
    await pair.clock.run(301_000);
    expect(await failureOf(response)).toBe('pending');
    expect(pair.app.context.tables.proposals.all()).toEqual([]);
    await pair.approve(id);
    expect((await response).auths).toHaveLength(2);
  });
});

describe('signed messages', () => {
  it('of another account reject the request on both sides without a session', async () => {
    const { id, response } = await pair.authenticate();
    const auths = (await pair.sign(id)).map((cacao) => ({ ...cacao, p: { ...cacao.p, iss: `did:pkh:eip155:1:0x${'22'.repeat(20)}` } }));
    await expect(pair.approve(id, auths)).rejects.toMatchObject({ code: 'wallet-protocol/settlement-failed' });
    await flushPromises();
    const rejection = { name: 'PeerError', code: 7_000, message: 'Session settlement failed. Signature verification failed' };
    expect(await failureOf(response)).toMatchObject(rejection);
    expect([pair.app.context.tables.sessions.size, pair.wallet.context.tables.sessions.size]).toEqual([0, 0]);
    expect([pair.app.context.tables.authRequests.all(), pair.authResponder.pending()]).toEqual([[], []]);
  });

  it('are verified by the app too', async () => {
    const { id, response } = await pair.authenticate();
    const auths = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { ...cacao.s, s: `0x${'11'.repeat(65)}` } }));
    await pair.respondWith(id, auths);
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/settlement-failed' });
    expect(pair.app.context.tables.sessions.size).toBe(0);
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  });

  it('are invalid if malformed or sealed with another key than the named one', async () => {
    for (const isForeign of [true, false]) {
      const { id, response } = await pair.authenticate();
      const { context } = pair.wallet;
      const request = context.tables.authRequests.get(id);
      const peerPublicKey = request?.requester.publicKey ?? '';
      const [publicKey, other] = [await context.relay.keyChain.createKeyPair(), await context.relay.keyChain.createKeyPair()];
      const responder = { publicKey: other, metadata: context.metadata() };
      await context.calls.reply(
        { topic: request?.pairingTopic ?? '', id, method: 'wc_sessionAuthenticate' },
        { result: isForeign ? { cacaos: await pair.sign(id), responder } : { cacaos: [] } },
        { sealing: { topic: responseTopicOf(peerPublicKey), publicKey, peerPublicKey } },
      );
      expect(await failureOf(response)).toMatchObject({ code: 'wallet/invalid-response' });
    }
  });

  it('of a contract are verified on its chain', async () => {
    pair.rpc.setResponse(NODE, 'eth_call', { result: `0x1626ba7e${'0'.repeat(56)}` });
    const { id, response } = await pair.authenticate();
    const auths = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { t: 'eip1271', s: '0xabcd' } }));
    await pair.approve(id, auths);
    expect((await response).session?.authentication).toEqual(auths);
  });

  it('are not affected by messages that arrive during the verification', async () => {
    pair.rpc.modes.set(NODE, 'never');
    const { id, response } = await pair.authenticate();
    const cacaos = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { t: 'eip1271', s: '0xabcd' } }));
    const call = await pair.respondWith(id, cacaos);
    await pair.wallet.context.calls.reply(call, { error: { code: 1, message: 'late' } });
    await pair.clock.run(9_999);
    expect(await failureOf(response)).toBe('pending');
    await pair.clock.run(1);
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/settlement-failed' });
  });
});

describe('incoming sign-in request', () => {
  const send = async (params: unknown, id = 7): Promise<void> => {
    const { pairing, uri } = await pair.appPairings.create({ methods: ['wc_sessionAuthenticate'] }, signal);
    await pair.walletPairings.pair({ uri }, signal);
    await pair.app.context.calls.notify({ topic: pairing.topic, id, method: 'wc_sessionAuthenticate', params }, signal);
    await flushPromises();
  };
  const requester = { publicKey: '11'.repeat(32), metadata: {} };
  const authPayload = { chains: ['eip155:1'], domain: 'a.example', aud: 'https://a.example', version: '1', nonce: 'n', iat: '2024' };

  it.each([
    ['is malformed', {}],
    ['requests another namespace', { authPayload: { ...authPayload, chains: ['solana:a'] }, requester, expiryTimestamp: 9_999_999_999 }],
    ['has no nonce', { authPayload: { ...authPayload, nonce: '' }, requester, expiryTimestamp: 9_999_999_999 }],
  ])('is rejected automatically with code and message if it %s', async (_, params) => {
    await send(params);
    expect(pair.wallet.relay.published.at(-1)).toMatchObject({
      message: { id: 7, error: { code: expect.any(Number), message: expect.stringMatching(/\w+/) } },
      delivery: PROTOCOL_METHODS.wc_sessionAuthenticate.autoReject,
    });
    expect(pair.authResponder.pending()).toEqual([]);
  });

  it('is ignored after its expiry', async () => {
    await send({ authPayload, requester, expiryTimestamp: seconds() - 1 });
    expect([pair.authResponder.pending(), pair.wallet.relay.published]).toEqual([[], []]);
  });

  it('expires at the wallet too', async () => {
    await send({ authPayload, requester, expiryTimestamp: seconds() + 60 });
    expect(pair.authResponder.pending()).toHaveLength(1);
    await pair.clock.run(60_000);
    expect(pair.authResponder.pending()).toEqual([]);
  });
});

const LINK = 'https://wallet.example/link';
const byLink = { redirect: { linkMode: true, universal: 'https://app.example/link' } };

const linked = (hasLinkMode = true): SignInPair => {
  pair = new SignInPair(true, { app: { ...APP, ...byLink }, wallet: { ...WALLET, redirect: { linkMode: hasLinkMode, universal: LINK } } });
  return pair;
};

describe('wallet with a universal link', () => {
  it('is asked over the relay first, and uses link mode from its response on', async () => {
    linked();
    const { id, uri, response } = await pair.authenticate({}, LINK);
    expect(uri).toMatch(/^wc:/);
    await pair.approve(id);
    expect((await response).session?.transportType).toBe('link_mode');
    expect(pair.appLinks.links).toEqual([LINK]);
  });

  it('stays on the relay without link mode', async () => {
    linked(false);
    const { id, response } = await pair.authenticate({}, LINK);
    await pair.approve(id);
    expect((await response).session?.transportType).toBe('relay');
    expect(pair.appLinks.links).toEqual([]);
  });

  it('gets the request by link once it has used link mode, without publishing', async () => {
    linked();
    pair.appLinks.links.push(LINK);
    const { id, uri, response } = await pair.authRequester.authenticate(SIGN_IN, LINK, signal);
    expect(uri.startsWith(`${LINK}?wc_ev=`)).toBe(true);
    const { topic, envelope } = parseLinkUrl(uri) ?? { topic: '', envelope: '' };
    const call: unknown = JSON.parse(decodeLinkEnvelope(envelope) ?? '');
    expect(call).toMatchObject({ id, jsonrpc: '2.0', method: 'wc_sessionAuthenticate', params: { requester: { metadata: byLink } } });
    await flushPromises();
    expect([pair.app.relay.published, pair.app.context.tables.proposals.all()]).toEqual([[], []]);
    expect(pair.app.context.tables.authRequests.get(id)).toMatchObject({ transportType: 'link_mode', pairingTopic: topic });
    // The operating system passes the link to the wallet.
    expect(await pair.wallet.relay.keyChain.hasKey(topic)).toBe(false);
    // Without deep links, the origin of the response cannot be guaranteed.
    pair.wallet.origin = Promise.resolve({ verified: { origin: APP.url, validation: 'INVALID', verifyUrl: '' } });
    const { calls } = pair.wallet.context;
    if (!(calls instanceof RpcExchange)) throw new Error('Expected an exchange');
    const message = readRpcMessage(call);
    if (message === null) throw new Error('Expected a call in the link');
    await calls.receive({ topic, message, origin: { transport: 'link_mode', appLink: null } });
    expect(pair.authResponder.pending()).toMatchObject([{ id, transportType: 'link_mode' }]);
    expect(pair.walletLinks.links).toEqual([byLink.redirect.universal]);
    const session = await pair.approve(id);
    expect([session?.transportType, (await response).session?.transportType]).toEqual(['link_mode', 'link_mode']);
  });

  it('approves the fallback proposal if it does not support sign-in requests', async () => {
    pair = new SignInPair(false, { app: { ...APP, ...byLink }, wallet: { ...WALLET, redirect: { linkMode: true, universal: LINK } } });
    const { response } = await pair.authenticate({}, LINK);
    const [proposal] = pair.proposalResponder.pending();
    await pair.proposalResponder.approve({ id: proposal?.id ?? 0, namespaces: APPROVED_NAMESPACES }, signal);
    expect((await response).session?.transportType).toBe('relay');
  });
});
