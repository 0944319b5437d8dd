import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { ownTopicOf } from '../../../../../domain/wallet-protocol/own-topic.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { failureOf } from './support/engine-pair.js';
import { NODE, SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

let pair: SignInPair;

beforeEach(() => {
  pair = new SignInPair();
});

afterEach(() => pair.end());

const seconds = (): number => Math.floor(pair.clock.now() / 1_000);

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
    const { context } = pair.wallet;
    const request = context.tables.authRequests.get(id);
    const peerPublicKey = request?.requester.publicKey ?? '';
    const publicKey = await context.relay.keyChain.createKeyPair();
    const auths = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { ...cacao.s, s: `0x${'11'.repeat(65)}` } }));
    await context.calls.reply(
      { topic: request?.pairingTopic ?? '', id, method: 'wc_sessionAuthenticate' },
      { result: { cacaos: auths, responder: { publicKey, metadata: context.metadata() } } },
      { sealing: { topic: ownTopicOf(peerPublicKey), publicKey, peerPublicKey } },
    );
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
    const { context } = pair.wallet;
    const request = context.tables.authRequests.get(id);
    const [topic, peerPublicKey] = [request?.pairingTopic ?? '', request?.requester.publicKey ?? ''];
    const publicKey = await context.relay.keyChain.createKeyPair();
    const cacaos = (await pair.sign(id)).map((cacao) => ({ ...cacao, s: { t: 'eip1271', s: '0xabcd' } }));
    const sealing = { topic: ownTopicOf(peerPublicKey), publicKey, peerPublicKey };
    const call = { topic, id, method: 'wc_sessionAuthenticate' as const };
    await context.calls.reply(call, { result: { cacaos, responder: { publicKey, metadata: context.metadata() } } }, { sealing });
    await context.calls.reply(call, { error: { code: 1, message: 'too late' } });
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
