import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { Exchange } from '../../../../../application/wallet-protocol/engine/exchange.js';
import { readRpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { decodeLinkEnvelope, parseLinkUrl } from '../../../../../domain/wallet-protocol/link-mode/link-url.js';
import { ownTopicOf } from '../../../../../domain/wallet-protocol/own-topic.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { ALLOWED, APP, failureOf, WALLET } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';
import { ACCOUNT, NODE, SIGN_IN, SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

let pair: SignInPair;

beforeEach(() => {
  pair = new SignInPair();
});

afterEach(() => pair.end());

const seconds = (): number => Math.floor(pair.clock.now() / 1_000);

const isEmpty = (): void => {
  for (const { context } of [pair.app, pair.wallet]) expect(context.tables.proposals.all().filter(({ isOwn }) => isOwn)).toEqual([]);
  expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  expect(pair.answering.pending()).toEqual([]);
};

describe('an app that signs in', () => {
  it('gets what was signed and the session that it allows, the same as the wallet', async () => {
    const { id, uri, response } = await pair.ask();
    expect(uri).toContain('methods=wc_sessionAuthenticate');
    expect(pair.wallet.events('session_authenticate')).toMatchObject([
      {
        id,
        verifyContext: VERIFIED,
        params: { authPayload: { domain: 'app.example', chains: SIGN_IN.chains }, expiryTimestamp: seconds() + 3_600 },
      },
    ]);
    const auths = await pair.sign(id);
    const mine = await pair.approve(id, auths);
    const { auths: got, session } = await response;
    expect(got).toEqual(auths);
    expect(session).toMatchObject({
      topic: mine?.topic,
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
    expect(mine).toMatchObject({ controller: session?.controller, namespaces: session?.namespaces });
    expect([mine?.self.publicKey, mine?.peer.publicKey]).toEqual([session?.peer.publicKey, session?.self.publicKey]);
    expect(pair.app.context.tables.sessions.get(mine?.topic ?? '')).toEqual(session);
    expect([pair.made.get(mine?.pairingTopic ?? '')?.active, pair.joined.get(mine?.pairingTopic ?? '')?.active]).toEqual([true, true]);
    isEmpty();
    pair.app.expectCalm();
    pair.wallet.expectCalm();
  });

  it('is answered on its own topic, in an envelope for its key', async () => {
    const { id, response } = await pair.ask();
    const { requester } = pair.app.context.tables.authRequests.get(id) ?? {};
    await pair.approve(id);
    const { session } = await response;
    expect(pair.wallet.relay.published.at(-1)).toMatchObject({
      topic: ownTopicOf(requester?.publicKey ?? ''),
      sealing: { publicKey: session?.peer.publicKey, peerPublicKey: requester?.publicKey },
      delivery: PROTOCOL_METHODS.wc_sessionAuthenticate.response,
    });
    // Nothing is listened to any more, and no key is left, but those of the session and of the pairing.
    expect([...pair.app.relay.topics].sort()).toEqual([session?.topic, session?.pairingTopic].sort());
    expect([...pair.app.relay.keys].sort()).toEqual([session?.topic, session?.pairingTopic, session?.self.publicKey].sort());
  });

  it('keeps an answer that comes before anybody looks', async () => {
    const asking = await pair.ask();
    await pair.approve(asking.id);
    await settle();
    await pair.clock.run(10_000);
    expect((await asking.response).auths).toHaveLength(2);
  });

  it('has no session where nothing but signing in was asked for, and no key is left of it', async () => {
    const { id, response } = await pair.ask({ methods: [] });
    expect(await pair.approve(id)).toBeNull();
    const outcome = await response;
    expect(outcome.auths).toHaveLength(2);
    expect(outcome.session).toBeUndefined();
    expect([pair.app.context.tables.sessions.size, pair.wallet.context.tables.sessions.size]).toEqual([0, 0]);
    expect(pair.app.relay.keys).toHaveLength(1);
    await pair.clock.run(3_601_000);
    expect([pair.app.relay.keys, pair.wallet.relay.keys]).toEqual([[], []]);
  });

  it('asks with the expiry that is given, and never with less than an hour', async () => {
    await pair.authenticating.authenticate({ ...SIGN_IN, expiry: 7_200 }, undefined, signal);
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
    ['a ReCap that is none', { resources: ['urn:recap:!!'] }, 'wallet-protocol/invalid-parameter'],
  ])('is refused with %s, and leaves nothing', async (_, more, code) => {
    await expect(pair.authenticating.authenticate({ ...SIGN_IN, ...more }, undefined, signal)).rejects.toMatchObject({ code });
    expect([pair.app.relay.keys, pair.app.relay.topics, [...pair.app.store.persisted]]).toEqual([[], [], []]);
  });

  it('leaves nothing where the relay does not take it', async () => {
    pair.app.relay.refusePublications(2);
    await expect(pair.authenticating.authenticate(SIGN_IN, undefined, signal)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    await settle();
    expect([pair.app.relay.keys, pair.app.relay.topics, [...pair.app.store.persisted]]).toEqual([[], [], []]);
  });

  it('hears of a request that nobody answers once its time is over', async () => {
    const { response } = await pair.ask();
    await pair.clock.run(3_599_000);
    expect(await failureOf(response)).toBe('pending');
    await pair.clock.run(1_000);
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    isEmpty();
  });

  it('hears of the end of its page', async () => {
    const { response } = await pair.ask();
    pair.app.close();
    expect(await failureOf(response)).toMatchObject({ code: 'config/disposed' });
  });
});

describe('a wallet that declines', () => {
  it('is heard with its own words, on the topic of the app', async () => {
    const { id, response } = await pair.ask();
    await pair.reject(id, { code: 5_002, message: 'Not these methods' });
    expect(await failureOf(response)).toMatchObject({ name: 'PeerError', code: 5_002, message: 'Not these methods' });
    expect(pair.wallet.relay.published.at(-1)?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionAuthenticate.reject);
    isEmpty();
    await expect(pair.reject(id)).rejects.toMatchObject({ message: `Could not find pending auth request with id ${id}` });
    await pair.clock.run(3_601_000);
    expect([pair.app.relay.keys, pair.wallet.relay.keys]).toEqual([[], []]);
  });

  it('has to say why', async () => {
    const { id } = await pair.ask();
    await expect(pair.reject(id, { code: 0, message: '' })).rejects.toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    expect(pair.answering.pending()).toHaveLength(1);
  });

  it('or approves may do so again where the relay did not take it', async () => {
    const { id, response } = await pair.ask();
    pair.wallet.relay.refusePublications();
    await expect(pair.reject(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    pair.wallet.relay.refusePublications();
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect([pair.wallet.context.tables.sessions.size, pair.answering.pending().length]).toEqual([0, 1]);
    await pair.approve(id);
    expect((await response).auths).toHaveLength(2);
  });

  it('twice at once, or declines what it approves, does the first', async () => {
    const { id, response } = await pair.ask();
    const auths = await pair.sign(id);
    const [first, second] = await Promise.allSettled([pair.approve(id, auths), pair.reject(id)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect((await response).auths).toEqual(auths);
    expect(pair.answering.pending()).toEqual([]);
  });

  it('does not know an id that is none', async () => {
    await expect(pair.approve(5, [])).rejects.toMatchObject({ message: 'Could not find pending auth request with id 5' });
  });
});

describe('a wallet that knows proposals only', () => {
  beforeEach(() => {
    pair.end();
    pair = new SignInPair(false);
  });

  it('has one on the same pairing, and its session is what comes of the request', async () => {
    const { response } = await pair.ask();
    expect(pair.wallet.events('session_authenticate')).toEqual([]);
    const [proposal] = pair.approving.pending();
    expect(proposal?.optionalNamespaces).toEqual({
      eip155: { chains: SIGN_IN.chains, methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged', 'accountsChanged'] },
    });
    const { topic } = await pair.approving.approve({ id: proposal?.id ?? 0, namespaces: ALLOWED }, signal);
    const outcome = await response;
    expect([outcome.session?.topic, outcome.auths]).toEqual([topic, undefined]);
    await settle();
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
    expect(pair.app.events('session_connect')).toHaveLength(1);
  });

  it('is heard when it declines that', async () => {
    const { response } = await pair.ask();
    const [proposal] = pair.approving.pending();
    await pair.approving.reject({ id: proposal?.id ?? 0, reason: { code: 5_000, message: 'No' } }, signal);
    expect(await failureOf(response)).toMatchObject({ name: 'PeerError', code: 5_000, message: 'No' });
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  });

  it('leaves nothing to wait for once the proposal is over', async () => {
    const { response } = await pair.ask();
    await pair.clock.run(300_000);
    expect(await failureOf(response)).toMatchObject({ code: 'pairing/expired' });
    expect(pair.app.relay.keys).toEqual([]);
  });
});

describe('a proposal that goes with a request', () => {
  it('is not told to a wallet that signs in, and may end without the request', async () => {
    const { id, response } = await pair.ask();
    expect(pair.approving.pending()).toEqual([]);
    await pair.clock.run(301_000);
    expect(await failureOf(response)).toBe('pending');
    expect(pair.app.context.tables.proposals.all()).toEqual([]);
    await pair.approve(id);
    expect((await response).auths).toHaveLength(2);
  });
});

describe('what was signed', () => {
  it('by another account ends the request at both, and no session is made', async () => {
    const { id, response } = await pair.ask();
    const auths = (await pair.sign(id)).map((cacao) => ({ ...cacao, p: { ...cacao.p, iss: `did:pkh:eip155:1:0x${'22'.repeat(20)}` } }));
    await expect(pair.approve(id, auths)).rejects.toMatchObject({ code: 'wallet-protocol/settlement-failed' });
    await settle();
    const told = { name: 'PeerError', code: 7_000, message: 'Session settlement failed. Signature verification failed' };
    expect(await failureOf(response)).toMatchObject(told);
    expect([pair.app.context.tables.sessions.size, pair.wallet.context.tables.sessions.size]).toEqual([0, 0]);
    expect([pair.app.context.tables.authRequests.all(), pair.answering.pending()]).toEqual([[], []]);
  });

  it('is looked at by the app itself, whatever the wallet says', async () => {
    const { id, response } = await pair.ask();
    const auths = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { ...cacao.s, s: `0x${'11'.repeat(65)}` } }));
    await pair.answerWith(id, auths);
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/settlement-failed' });
    expect(pair.app.context.tables.sessions.size).toBe(0);
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  });

  it('is no answer where it is none, or comes of another key than it names', async () => {
    for (const isForeign of [true, false]) {
      const { id, response } = await pair.ask();
      const { context } = pair.wallet;
      const request = context.tables.authRequests.get(id);
      const peerPublicKey = request?.requester.publicKey ?? '';
      const [publicKey, other] = [await context.relay.keyChain.createKeyPair(), await context.relay.keyChain.createKeyPair()];
      const responder = { publicKey: other, metadata: context.metadata() };
      await context.calls.reply(
        { topic: request?.pairingTopic ?? '', id, method: 'wc_sessionAuthenticate' },
        { result: isForeign ? { cacaos: await pair.sign(id), responder } : { cacaos: [] } },
        { sealing: { topic: ownTopicOf(peerPublicKey), publicKey, peerPublicKey } },
      );
      expect(await failureOf(response)).toMatchObject({ code: 'wallet/invalid-response' });
    }
  });

  it('by a contract is proven by its chain', async () => {
    pair.rpc.answer(NODE, 'eth_call', { result: `0x1626ba7e${'0'.repeat(56)}` });
    const { id, response } = await pair.ask();
    const auths = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { t: 'eip1271', s: '0xabcd' } }));
    await pair.approve(id, auths);
    expect((await response).session?.authentication).toEqual(auths);
  });

  it('counts, whatever else comes while a chain is asked about it', async () => {
    pair.rpc.modes.set(NODE, 'never');
    const { id, response } = await pair.ask();
    const cacaos = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { t: 'eip1271', s: '0xabcd' } }));
    const call = await pair.answerWith(id, cacaos);
    await pair.wallet.context.calls.reply(call, { error: { code: 1, message: 'too late' } });
    await pair.clock.run(9_999);
    expect(await failureOf(response)).toBe('pending');
    await pair.clock.run(1);
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/settlement-failed' });
  });
});

describe('a request to sign in that comes in', () => {
  const send = async (params: unknown, id = 7): Promise<void> => {
    const { pairing, uri } = await pair.made.create({ methods: ['wc_sessionAuthenticate'] }, signal);
    await pair.joined.pair({ uri }, signal);
    await pair.app.context.calls.tell({ topic: pairing.topic, id, method: 'wc_sessionAuthenticate', params }, signal);
    await settle();
  };
  const requester = { publicKey: '11'.repeat(32), metadata: {} };
  const authPayload = { chains: ['eip155:1'], domain: 'a.example', aud: 'https://a.example', version: '1', nonce: 'n', iat: '2024' };

  it.each([
    ['is none', {}],
    ['asks for another namespace', { authPayload: { ...authPayload, chains: ['solana:a'] }, requester, expiryTimestamp: 9_999_999_999 }],
    ['has no nonce', { authPayload: { ...authPayload, nonce: '' }, requester, expiryTimestamp: 9_999_999_999 }],
  ])('is declined by itself with a code and a sentence where it %s', async (_, params) => {
    await send(params);
    expect(pair.wallet.relay.published.at(-1)).toMatchObject({
      message: { id: 7, error: { code: expect.any(Number), message: expect.stringMatching(/\w+/) } },
      delivery: PROTOCOL_METHODS.wc_sessionAuthenticate.autoReject,
    });
    expect(pair.answering.pending()).toEqual([]);
  });

  it('is left alone where its time is over', async () => {
    await send({ authPayload, requester, expiryTimestamp: seconds() - 1 });
    expect([pair.answering.pending(), pair.wallet.relay.published]).toEqual([[], []]);
  });

  it('ends by itself at the wallet, too', async () => {
    await send({ authPayload, requester, expiryTimestamp: seconds() + 60 });
    expect(pair.answering.pending()).toHaveLength(1);
    await pair.clock.run(60_000);
    expect(pair.answering.pending()).toEqual([]);
  });
});

const LINK = 'https://wallet.example/link';
const byLink = { redirect: { linkMode: true, universal: 'https://app.example/link' } };

const linked = (isWanted = true): SignInPair => {
  pair = new SignInPair(true, { app: { ...APP, ...byLink }, wallet: { ...WALLET, redirect: { linkMode: isWanted, universal: LINK } } });
  return pair;
};

describe('a wallet that the app names by its link', () => {
  it('is asked over the relay while it has never taken a link, and is in link mode from its answer on', async () => {
    linked();
    const { id, uri, response } = await pair.ask({}, LINK);
    expect(uri).toMatch(/^wc:/);
    await pair.approve(id);
    expect((await response).session?.transportType).toBe('link_mode');
    expect(pair.appLinks.links).toEqual([LINK]);
  });

  it('stays on the relay where it does not want links', async () => {
    linked(false);
    const { id, response } = await pair.ask({}, LINK);
    await pair.approve(id);
    expect((await response).session?.transportType).toBe('relay');
    expect(pair.appLinks.links).toEqual([]);
  });

  it('is handed the request in its link once it has taken one, and nothing is published', async () => {
    linked();
    pair.appLinks.links.push(LINK);
    const { id, uri, response } = await pair.authenticating.authenticate(SIGN_IN, LINK, signal);
    expect(uri.startsWith(`${LINK}?wc_ev=`)).toBe(true);
    const { topic, envelope } = parseLinkUrl(uri) ?? { topic: '', envelope: '' };
    const call: unknown = JSON.parse(decodeLinkEnvelope(envelope) ?? '');
    expect(call).toMatchObject({ id, jsonrpc: '2.0', method: 'wc_sessionAuthenticate', params: { requester: { metadata: byLink } } });
    await settle();
    expect([pair.app.relay.published, pair.app.context.tables.proposals.all()]).toEqual([[], []]);
    expect(pair.app.context.tables.authRequests.get(id)).toMatchObject({ transportType: 'link_mode', pairingTopic: topic });
    // What the system hands to the wallet.
    expect(await pair.wallet.relay.keyChain.hasKey(topic)).toBe(false);
    // It opens no links: nobody vouches for who gets its answer.
    pair.wallet.origin = Promise.resolve({ verified: { origin: APP.url, validation: 'INVALID', verifyUrl: '' } });
    const { calls } = pair.wallet.context;
    if (!(calls instanceof Exchange)) throw new Error('The wallet has an exchange');
    const message = readRpcMessage(call);
    if (message === null) throw new Error('The link holds a call');
    await calls.hear({ topic, message, origin: { transport: 'link_mode', appLink: byLink.redirect.universal } });
    expect(pair.answering.pending()).toMatchObject([{ id, transportType: 'link_mode' }]);
    expect(pair.walletLinks.links).toEqual([byLink.redirect.universal]);
    const session = await pair.approve(id);
    expect([session?.transportType, (await response).session?.transportType]).toEqual(['link_mode', 'link_mode']);
  });

  it('takes a proposal where it knows no requests to sign in', async () => {
    pair = new SignInPair(false, { app: { ...APP, ...byLink }, wallet: { ...WALLET, redirect: { linkMode: true, universal: LINK } } });
    const { response } = await pair.ask({}, LINK);
    const [proposal] = pair.approving.pending();
    await pair.approving.approve({ id: proposal?.id ?? 0, namespaces: ALLOWED }, signal);
    expect((await response).session?.transportType).toBe('relay');
  });
});
