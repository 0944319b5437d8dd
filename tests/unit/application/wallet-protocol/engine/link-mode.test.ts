import { afterEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { LINKS_DELAY_MS } from '../../../../../application/wallet-protocol/engine/link-mode.js';
import {
  LINK_MODE_APPS_LIMIT,
  MAX_RECEIVED_LINK_LENGTH,
  MAX_SENT_LINK_LENGTH,
} from '../../../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { encodeLinkEnvelope, formatLinkUrl, parseLinkUrl } from '../../../../../domain/wallet-protocol/link-mode/link-url.js';
import { codeOf } from '../../../../../testing/contracts/test-api.js';
import { APP, failureOf, WALLET } from './support/engine-pair.js';
import { APP_LINK, LinkPair, WALLET_LINK, withLinkMode } from './support/link-pair.js';
import { ACCOUNT } from './support/sign-in-pair.js';

const CHAIN = 'eip155:1';
const REQUEST = { method: 'personal_sign', params: ['0x00', ACCOUNT.address] };

let pair: LinkPair;

afterEach(() => pair.dispose());

const published = () => [...pair.app.relay.published, ...pair.wallet.relay.published];
const logged = () => [...pair.app.logger.entries, ...pair.wallet.logger.entries];

/** Connects two parties on one device. Returns the topic of their session. */
const connected = async (): Promise<string> => {
  pair = await new LinkPair().start();
  return pair.connect();
};
/** Starts two parties on one device, with a pending sign-in request. */
const requestSignIn = async () => {
  pair = await new LinkPair().start();
  return pair.authenticate();
};
/** Approves the last request. */
const respond = (topic: string): Promise<void> => {
  const id = pair.wallet.events('session_request').at(-1)?.id ?? 0;
  return pair.wallet.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: 1 } });
};

describe('app and wallet in link mode', () => {
  it('sign in, request and respond by link, without the relay', async () => {
    const topic = await connected();
    const { sessions } = pair.app.engine.context.tables;
    expect(sessions.get(topic)).toMatchObject({
      transportType: 'link_mode',
      namespaces: { eip155: { accounts: [`${CHAIN}:${ACCOUNT.address}`] } },
    });
    expect(pair.wallet.engine.context.tables.sessions.get(topic)?.transportType).toBe('link_mode');
    expect([pair.app.engine.links.list(), pair.wallet.engine.links.list()]).toEqual([[WALLET_LINK], [APP_LINK]]);

    const response = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await flushPromises();
    const [request] = pair.wallet.events('session_request');
    expect(request).toMatchObject({
      topic,
      params: { chainId: CHAIN, request: REQUEST },
      verifyContext: { verified: { validation: 'UNKNOWN' } },
    });
    await pair.wallet.engine.respond({ topic, response: { id: request?.id ?? 0, jsonrpc: '2.0', result: '0xsigned' } });
    expect(await response).toBe('0xsigned');

    expect(pair.device.opened.map((url) => url.slice(0, url.indexOf('?')))).toEqual([WALLET_LINK, APP_LINK, WALLET_LINK, APP_LINK]);
    expect([published(), logged()]).toEqual([[], []]);
  });

  it('work while the relay is unreachable', async () => {
    pair = new LinkPair();
    pair.app.relay.mode = 'unreachable';
    pair.wallet.relay.mode = 'unreachable';
    await pair.start();
    const topic = await pair.connect();
    const response = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await flushPromises();
    const id = pair.wallet.events('session_request')[0]?.id ?? 0;
    await pair.wallet.engine.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'No' } } });
    expect(await failureOf(response)).toMatchObject({ code: 5000, message: 'No' });
  });

  it('use the relay for all other messages, so that no app is opened without need', async () => {
    const topic = await connected();
    const { length } = pair.device.opened;
    await pair.wallet.engine.emit({ topic, chainId: CHAIN, event: { name: 'accountsChanged', data: [] } });
    await (await pair.wallet.engine.extend({ topic })).acknowledged();
    const pinging = pair.app.engine.ping({ topic });
    await pair.clock.run(500);
    await pinging;
    await pair.app.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await flushPromises();
    expect(pair.wallet.events('session_delete')).toMatchObject([{ topic }]);
    expect(pair.device.opened.length).toBe(length);
    await pair.clock.run(1_000);
  });

  it('continue after a reload of both', async () => {
    const topic = await connected();
    pair.app = pair.app.reload();
    pair.wallet = pair.wallet.reload();
    await pair.start();
    expect(pair.app.engine.links.list()).toEqual([WALLET_LINK]);
    const { length } = pair.device.opened;
    const response = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await flushPromises();
    await respond(topic);
    expect([await response, pair.device.opened.length - length, published()]).toEqual([1, 2, []]);
  });

  it('reject by link too, also an unsupported request', async () => {
    const { response } = await requestSignIn();
    const id = pair.wallet.events('session_authenticate')[0]?.id ?? 0;
    await pair.wallet.engine.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'User rejected.' } });
    await flushPromises();
    expect(await failureOf(response())).toMatchObject({ code: 5000 });
    pair.wallet.engine.context.events.setListenerCheck('session_authenticate', () => false);
    const another = await pair.authenticate();
    await flushPromises();
    expect(await failureOf(another.response())).toMatchObject({ code: 10_001 });
    expect([published(), logged(), pair.wallet.engine.context.tables.authRequests.all().length]).toEqual([[], [], 1]);
  });
});

describe('link that cannot be opened', () => {
  it('is replaced by the relay for requests and responses, and is not logged', async () => {
    const topic = await connected();
    const failure = new Error(`Unable to open ${WALLET_LINK}?wc_ev=secret`);
    Object.assign(pair.appLinking, { failure });
    Object.assign(pair.walletLinking, { failure });
    const response = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await flushPromises();
    const [{ id } = { id: 0 }] = pair.wallet.events('session_request');
    await respond(topic);
    await flushPromises();
    expect([await response, published().map(({ message }) => message.id)]).toEqual([1, [id, id]]);
    expect(logged().map(({ level }) => level)).toEqual(['info', 'info']);
    expect(JSON.stringify(logged())).not.toContain('wc_ev');
  });

  it('is replaced by the relay for a request that is too long', async () => {
    const topic = await connected();
    const { length } = pair.device.opened;
    const request = { method: 'personal_sign', params: ['0'.repeat(MAX_SENT_LINK_LENGTH)] };
    const response = pair.app.engine.request({ topic, chainId: CHAIN, request });
    await flushPromises();
    expect([pair.device.opened.length - length, published().length, pair.wallet.events('session_request').length]).toEqual([0, 1, 1]);
    pair.app.engine.dispose();
    expect(await failureOf(response)).toMatchObject({ code: 'config/disposed' });
  });

  it('rejects a sign-in response, which may be repeated or rejected', async () => {
    const { response } = await requestSignIn();
    pair.walletLinking.failure = new Error('No such app');
    expect(await codeOf(pair.wallet.engine.approveSessionAuthenticate(await pair.sign()))).toBe('wallet-protocol/link-not-opened');
    expect([published(), pair.wallet.engine.context.tables.sessions.all()]).toEqual([[], []]);
    pair.walletLinking.failure = null;
    const { session } = await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await flushPromises();
    expect((await response()).session?.topic).toBe(session?.topic);
  });
});

describe('sign-in request by link', () => {
  it('is UNKNOWN, as anyone can write it, even if the response link belongs to the app’s site', async () => {
    await requestSignIn();
    expect(pair.wallet.events('session_authenticate')).toMatchObject([
      { verifyContext: { verified: { validation: 'UNKNOWN', origin: APP.url } } },
    ]);
  });

  it.each([
    ['domain', { domain: 'bank.example' }],
    ['URI', { uri: 'https://bank.example/login' }],
  ])('is INVALID if the %s to sign in to is another site', async (_, params) => {
    pair = await new LinkPair().start();
    await pair.authenticate(params);
    expect(pair.wallet.events('session_authenticate')[0]?.verifyContext.verified).toMatchObject({ validation: 'INVALID', origin: APP.url });
  });

  it('is answered by link only, also after a reload', async () => {
    await requestSignIn();
    pair.wallet = pair.wallet.reload({ linking: null });
    await pair.wallet.engine.start();
    expect(await codeOf(pair.wallet.engine.approveSessionAuthenticate(await pair.sign()))).toBe('wallet-protocol/link-not-opened');
    expect(published()).toEqual([]);
  });

  it.each([
    ['the response link belongs to another site', { app: withLinkMode(APP, 'https://other.example/link') }],
    ['the app has no link mode', { app: { ...APP, redirect: { linkMode: true } } }],
    ['the wallet has no deep links', { walletLinking: null }],
    ['the wallet has no link mode', { wallet: { ...WALLET, redirect: { linkMode: false, universal: WALLET_LINK } } }],
  ])('is INVALID if %s', async (_, parties) => {
    pair = await new LinkPair(parties).start();
    const { uri } = await pair.authenticate();
    await pair.wallet.engine.links.handleUrl(uri);
    expect(pair.wallet.events('session_authenticate')[0]?.verifyContext.verified.validation).toBe('INVALID');
  });

  it('is emitted and answered once, however often its link is opened', async () => {
    const { uri } = await requestSignIn();
    await pair.wallet.engine.links.handleUrl(uri);
    expect(pair.wallet.events('session_authenticate')).toHaveLength(1);
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await flushPromises();
    const { length } = pair.device.opened;
    await pair.wallet.engine.links.handleUrl(uri);
    // Its pairing has expired, but not the request.
    await pair.clock.run(400_000);
    expect(pair.wallet.engine.pairings.all()).toEqual([]);
    await pair.wallet.engine.links.handleUrl(uri);
    expect([pair.wallet.events('session_authenticate').length, pair.device.opened.length, published()]).toEqual([1, length, []]);
  });

  it('does not replace another request with the same id', async () => {
    const { uri, response } = await requestSignIn();
    const { envelope } = parseLinkUrl(uri) ?? { envelope: '' };
    await pair.wallet.engine.links.handleUrl(formatLinkUrl(WALLET_LINK, { topic: 'ef'.repeat(32), envelope }));
    await flushPromises();
    // The duplicate id is rejected. Here the rejection reaches the same app, as it has the same keys.
    expect(await failureOf(response())).toMatchObject({ code: -32_600 });
    const { topic } = parseLinkUrl(uri) ?? { topic: '' };
    expect(pair.wallet.engine.context.tables.authRequests.all()).toMatchObject([{ pairingTopic: topic }]);
  });

  it('is handled only once the app of the wallet listens', async () => {
    pair = new LinkPair();
    await pair.app.engine.start();
    await pair.clock.run(LINKS_DELAY_MS);
    await pair.authenticate();
    expect(pair.device.opened).toHaveLength(1);
    await pair.wallet.engine.start();
    expect(pair.wallet.emitted).toEqual([]);
    await pair.clock.run(LINKS_DELAY_MS);
    expect(pair.wallet.events('session_authenticate')).toHaveLength(1);
  });
});

describe('invalid link', () => {
  const call = (method: string) => JSON.stringify({ id: 1, jsonrpc: '2.0', method, params: {} });
  const TOPIC = 'ab'.repeat(32);
  const of = (topic: string, envelope: string) => formatLinkUrl(WALLET_LINK, { topic, envelope });

  it.each([
    ['an app URL', WALLET_LINK],
    ['an invalid URL', 'wc_ev topic'],
    ['a link without a topic', `${WALLET_LINK}?wc_ev=Ant9`],
    ['a link without an envelope', `${WALLET_LINK}?topic=${TOPIC}`],
    ['an invalid topic', of('ab', encodeLinkEnvelope(call('wc_sessionAuthenticate')))],
    ['a topic like a path', of('../'.repeat(22), encodeLinkEnvelope(call('wc_sessionAuthenticate')))],
    ['a plain request', of(TOPIC, encodeLinkEnvelope(call('wc_sessionRequest')))],
    ['a plain proposal', of(TOPIC, encodeLinkEnvelope(call('wc_sessionPropose')))],
    ['a plain response', of(TOPIC, encodeLinkEnvelope('{"id":1,"jsonrpc":"2.0","result":true}'))],
    ['a plain text', of(TOPIC, encodeLinkEnvelope('no JSON'))],
    ['an envelope of an unknown type', of(TOPIC, Buffer.from([9, 1, 2, 3]).toString('base64url'))],
    ['an empty envelope', of(TOPIC, 'A')],
    ['invalid base64url', of(TOPIC, '%%%')],
    ['a link that is too long', of(TOPIC, encodeLinkEnvelope(`${call('wc_sessionAuthenticate')}${' '.repeat(MAX_RECEIVED_LINK_LENGTH)}`))],
  ])('is ignored: %s', async (_, url) => {
    pair = await new LinkPair().start();
    expect(await pair.wallet.engine.links.handleUrl(url)).toBe(false);
    pair.walletLinking.receive(url);
    await flushPromises();
    expect([pair.wallet.emitted, pair.wallet.engine.pairings.all(), pair.wallet.store.persisted.size, logged()]).toEqual([[], [], 0, []]);
  });

  it('is ignored if it is encrypted for another party, also on the topic of a session', async () => {
    const topic = await connected();
    const foreignUrl = pair.device.opened.at(-1) ?? '';
    const { envelope } = parseLinkUrl(foreignUrl) ?? { envelope: '' };
    const count = pair.wallet.emitted.length;
    for (const url of [of(topic, envelope), of(topic, encodeLinkEnvelope(call('wc_sessionAuthenticate'))), foreignUrl])
      expect(await pair.wallet.engine.links.handleUrl(url)).toBe(false);
    expect(pair.wallet.emitted.length).toBe(count);
  });

  it('is ignored if it is plain on a topic with a key: a response topic or a pairing', async () => {
    const { uri } = await requestSignIn();
    const { envelope } = parseLinkUrl(uri) ?? { envelope: '' };
    const own = await pair.wallet.relay.keyChain.responseTopic(await pair.wallet.relay.keyChain.createKeyPair());
    const { pairing } = await pair.wallet.engine.pairings.make();
    for (const topic of [own, pairing.topic]) expect(await pair.wallet.engine.links.handleUrl(of(topic, envelope))).toBe(false);
  });

  it('is ignored after dispose', async () => {
    const { uri } = await requestSignIn();
    pair.wallet.engine.dispose();
    expect(await pair.wallet.engine.links.handleUrl(uri)).toBe(false);
  });

  it('is logged without its content if nothing can be stored', async () => {
    pair = await new LinkPair().start();
    const set = async (): Promise<void> => Promise.reject(new Error('Storage failed'));
    Object.assign(pair.wallet.store, { set });
    const { uri } = await pair.authenticate();
    const { envelope } = parseLinkUrl(uri) ?? { envelope: '' };
    expect(logged().map(({ level }) => level)).toContain('warn');
    expect(JSON.stringify(logged())).not.toContain(envelope);
  });
});

describe('session request by link', () => {
  it.each(['VALID', 'INVALID', 'UNKNOWN'] as const)(
    'has the verification of its session, %s, whatever link the app names',
    async (validation) => {
      const topic = await connected();
      const verifyContext = { verified: { origin: 'https://attested.example', validation, verifyUrl: '' } };
      await pair.wallet.engine.context.tables.sessions.change(topic, { verifyContext });
      void pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST }).catch(() => undefined);
      await flushPromises();
      expect(pair.wallet.events('session_request')).toMatchObject([{ topic, verifyContext }]);
      expect(published()).toEqual([]);
    },
  );
});

describe('session over the relay', () => {
  it('switches to link mode on the first request by link', async () => {
    const topic = await connected();
    const { tables } = pair.wallet.engine.context;
    await tables.sessions.change(topic, { transportType: 'relay' });
    pair.wallet = pair.wallet.reload({ store: pair.wallet.store });
    await pair.wallet.store.remove('@latchkey/wc/links');
    await pair.wallet.engine.start();
    await pair.clock.run(LINKS_DELAY_MS);
    expect(pair.wallet.engine.links.list()).toEqual([]);
    const response = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await flushPromises();
    expect(pair.wallet.engine.context.tables.sessions.get(topic)?.transportType).toBe('link_mode');
    await respond(topic);
    expect([await response, published()]).toEqual([1, []]);
  });

  it('stays on the relay if links cannot be opened', async () => {
    const topic = await connected();
    pair.appLinking.canOpen = false;
    void pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST }).catch(() => undefined);
    await flushPromises();
    expect([published().length, pair.wallet.events('session_request').length]).toEqual([1, 1]);
  });
});

describe('stored peer links', () => {
  it('are unique and limited', async () => {
    pair = await new LinkPair().start();
    const { links } = pair.app.engine;
    const all = Array.from({ length: LINK_MODE_APPS_LIMIT + 1 }, (_, index) => `https://wallet-${index}.example`);
    for (const link of [...all, ...all.slice(1)]) await links.remember(link);
    expect(links.list()).toEqual(all.slice(1));
    pair.app = pair.app.reload();
    await pair.app.engine.start();
    expect(pair.app.engine.links.list()).toEqual(all.slice(1));
  });

  it('ignore invalid records', async () => {
    pair = new LinkPair();
    await pair.app.store.set('@latchkey/wc/links', 'none');
    await pair.wallet.store.set('@latchkey/wc/links', [1, WALLET_LINK]);
    await pair.start();
    expect([pair.app.engine.links.list(), pair.wallet.engine.links.list()]).toEqual([[], [WALLET_LINK]]);
  });
});
