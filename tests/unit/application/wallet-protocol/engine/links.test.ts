import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { LINKS_DELAY_MS } from '../../../../../application/wallet-protocol/engine/links.js';
import {
  KNOWN_LINKS_LIMIT,
  LONGEST_SENT_LINK,
  LONGEST_TAKEN_LINK,
} from '../../../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { encodeLinkEnvelope, formatLinkUrl, parseLinkUrl } from '../../../../../domain/wallet-protocol/link-mode/link-url.js';
import { codeOf } from '../../../../../testing/contracts/test-api.js';
import { APP, failureOf, WALLET } from './support/engine-pair.js';
import { APP_LINK, LinkPair, linked, WALLET_LINK } from './support/link-pair.js';
import { ACCOUNT } from './support/sign-in-pair.js';

const CHAIN = 'eip155:1';
const REQUEST = { method: 'personal_sign', params: ['0x00', ACCOUNT.address] };

let pair: LinkPair;

afterEach(() => pair.end());

const published = () => [...pair.app.relay.published, ...pair.wallet.relay.published];
const logged = () => [...pair.app.logger.entries, ...pair.wallet.logger.entries];

/** Both parties on one device, and the topic of their session. */
const connected = async (): Promise<string> => {
  pair = await new LinkPair().start();
  return pair.connect();
};
/** Both parties on one device, and what the app has asked the wallet to sign in with. */
const asked = async () => {
  pair = await new LinkPair().start();
  return pair.ask();
};
/** The wallet's owner agrees to the last request. */
const respond = (topic: string): Promise<void> => {
  const id = pair.wallet.events('session_request').at(-1)?.id ?? 0;
  return pair.wallet.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: 1 } });
};

describe('an app and a wallet that both want links', () => {
  it('sign in, ask and answer without a word to the relay, each by the link of the other', async () => {
    const topic = await connected();
    const { sessions } = pair.app.engine.context.tables;
    expect(sessions.get(topic)).toMatchObject({
      transportType: 'link_mode',
      namespaces: { eip155: { accounts: [`${CHAIN}:${ACCOUNT.address}`] } },
    });
    expect(pair.wallet.engine.context.tables.sessions.get(topic)?.transportType).toBe('link_mode');
    expect([pair.app.engine.links.known(), pair.wallet.engine.links.known()]).toEqual([[WALLET_LINK], [APP_LINK]]);

    const answer = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await settle();
    const [request] = pair.wallet.events('session_request');
    expect(request).toMatchObject({
      topic,
      params: { chainId: CHAIN, request: REQUEST },
      verifyContext: { verified: { validation: 'VALID' } },
    });
    await pair.wallet.engine.respond({ topic, response: { id: request?.id ?? 0, jsonrpc: '2.0', result: '0xsigned' } });
    expect(await answer).toBe('0xsigned');

    expect(pair.device.opened.map((url) => url.slice(0, url.indexOf('?')))).toEqual([WALLET_LINK, APP_LINK, WALLET_LINK, APP_LINK]);
    expect([published(), logged()]).toEqual([[], []]);
  });

  it('do so while the relay cannot be reached', async () => {
    pair = new LinkPair();
    pair.app.relay.door = 'unreachable';
    pair.wallet.relay.door = 'unreachable';
    await pair.start();
    const topic = await pair.connect();
    const answer = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await settle();
    const id = pair.wallet.events('session_request')[0]?.id ?? 0;
    await pair.wallet.engine.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'No' } } });
    expect(await failureOf(answer)).toMatchObject({ code: 5000, message: 'No' });
  });

  it('say everything else by the relay: no app comes to the front that nobody waits for', async () => {
    const topic = await connected();
    const { length } = pair.device.opened;
    await pair.wallet.engine.emit({ topic, chainId: CHAIN, event: { name: 'accountsChanged', data: [] } });
    await (await pair.wallet.engine.extend({ topic })).acknowledged();
    const pinging = pair.app.engine.ping({ topic });
    await pair.clock.run(500);
    await pinging;
    await pair.app.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await settle();
    expect(pair.wallet.events('session_delete')).toMatchObject([{ topic }]);
    expect(pair.device.opened.length).toBe(length);
    await pair.clock.run(1_000);
  });

  it('go on after a restart of both, who remember each other', async () => {
    const topic = await connected();
    pair.app = pair.app.reload();
    pair.wallet = pair.wallet.reload();
    await pair.start();
    expect(pair.app.engine.links.known()).toEqual([WALLET_LINK]);
    const { length } = pair.device.opened;
    const answer = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await settle();
    await respond(topic);
    expect([await answer, pair.device.opened.length - length, published()]).toEqual([1, 2, []]);
  });

  it('decline by link too, also what the wallet does not take up', async () => {
    const { response } = await asked();
    const id = pair.wallet.events('session_authenticate')[0]?.id ?? 0;
    await pair.wallet.engine.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'User rejected.' } });
    await settle();
    expect(await failureOf(response())).toMatchObject({ code: 5000 });
    pair.wallet.engine.context.events.listenedBy('session_authenticate', () => false);
    const another = await pair.ask();
    await settle();
    expect(await failureOf(another.response())).toMatchObject({ code: 10_001 });
    expect([published(), logged(), pair.wallet.engine.context.tables.authRequests.all().length]).toEqual([[], [], 1]);
  });
});

describe('a link that cannot be opened', () => {
  it('leaves requests and their answers to the relay, and no log has the link', async () => {
    const topic = await connected();
    const failure = new Error(`Unable to open ${WALLET_LINK}?wc_ev=secret`);
    Object.assign(pair.appLinking, { failure });
    Object.assign(pair.walletLinking, { failure });
    const answer = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await settle();
    const [{ id } = { id: 0 }] = pair.wallet.events('session_request');
    await respond(topic);
    await settle();
    expect([await answer, published().map(({ message }) => message.id)]).toEqual([1, [id, id]]);
    expect(logged().map(({ level }) => level)).toEqual(['info', 'info']);
    expect(JSON.stringify(logged())).not.toContain('wc_ev');
  });

  it('leaves a request to the relay that is too long for a link', async () => {
    const topic = await connected();
    const { length } = pair.device.opened;
    const request = { method: 'personal_sign', params: ['0'.repeat(LONGEST_SENT_LINK)] };
    const answer = pair.app.engine.request({ topic, chainId: CHAIN, request });
    await settle();
    expect([pair.device.opened.length - length, published().length, pair.wallet.events('session_request').length]).toEqual([0, 1, 1]);
    pair.app.engine.dispose();
    expect(await failureOf(answer)).toMatchObject({ code: 'config/disposed' });
  });

  it('keeps what was signed from everybody else; the owner may try again, or decline', async () => {
    const { response } = await asked();
    pair.walletLinking.failure = new Error('No such app');
    expect(await codeOf(pair.wallet.engine.approveSessionAuthenticate(await pair.sign()))).toBe('wallet-protocol/link-not-opened');
    expect([published(), pair.wallet.engine.context.tables.sessions.all()]).toEqual([[], []]);
    pair.walletLinking.failure = null;
    const { session } = await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await settle();
    expect((await response()).session?.topic).toBe(session?.topic);
  });
});

describe('a request to sign in that came in a link', () => {
  it('is VALID where its answer goes to the site that it names, and to nobody else', async () => {
    await asked();
    expect(pair.wallet.events('session_authenticate')).toMatchObject([
      { verifyContext: { verified: { validation: 'VALID', origin: APP.url } } },
    ]);
  });

  it.each([
    ['the app answers at a link of another site', { app: linked(APP, 'https://other.example/link') }],
    ['the app wants no links', { app: { ...APP, redirect: { linkMode: true } } }],
    ['the wallet opens no links', { walletLinking: null }],
    ['the wallet wants none', { wallet: { ...WALLET, redirect: { linkMode: false, universal: WALLET_LINK } } }],
  ])('is INVALID where %s', async (_, parties) => {
    pair = await new LinkPair(parties).start();
    const { uri } = await pair.ask();
    await pair.wallet.engine.links.take(uri);
    expect(pair.wallet.events('session_authenticate')[0]?.verifyContext.verified.validation).toBe('INVALID');
  });

  it('is asked about once, however often its link is opened, and is answered once', async () => {
    const { uri } = await asked();
    await pair.wallet.engine.links.take(uri);
    expect(pair.wallet.events('session_authenticate')).toHaveLength(1);
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await settle();
    const { length } = pair.device.opened;
    await pair.wallet.engine.links.take(uri);
    // Its pairing is over, the request is not.
    await pair.clock.run(400_000);
    expect(pair.wallet.engine.pairings.all()).toEqual([]);
    await pair.wallet.engine.links.take(uri);
    expect([pair.wallet.events('session_authenticate').length, pair.device.opened.length, published()]).toEqual([1, length, []]);
  });

  it('does not take the place of another with its id', async () => {
    const { uri, response } = await asked();
    const { envelope } = parseLinkUrl(uri) ?? { envelope: '' };
    await pair.wallet.engine.links.take(formatLinkUrl(WALLET_LINK, { topic: 'ef'.repeat(32), envelope }));
    await settle();
    // Whoever asks with the id of another is told so: here the app, for the keys are its own.
    expect(await failureOf(response())).toMatchObject({ code: -32_600 });
    const { topic } = parseLinkUrl(uri) ?? { topic: '' };
    expect(pair.wallet.engine.context.tables.authRequests.all()).toMatchObject([{ pairingTopic: topic }]);
  });

  it('waits until the host of a wallet that it has started listens', async () => {
    pair = new LinkPair();
    await pair.app.engine.start();
    await pair.clock.run(LINKS_DELAY_MS);
    await pair.ask();
    expect(pair.device.opened).toHaveLength(1);
    await pair.wallet.engine.start();
    expect(pair.wallet.heard).toEqual([]);
    await pair.clock.run(LINKS_DELAY_MS);
    expect(pair.wallet.events('session_authenticate')).toHaveLength(1);
  });
});

describe('a link that is none for this party', () => {
  const call = (method: string) => JSON.stringify({ id: 1, jsonrpc: '2.0', method, params: {} });
  const TOPIC = 'ab'.repeat(32);
  const of = (topic: string, envelope: string) => formatLinkUrl(WALLET_LINK, { topic, envelope });

  it.each([
    ['an address', WALLET_LINK],
    ['no address', 'wc_ev topic'],
    ['one without a topic', `${WALLET_LINK}?wc_ev=Ant9`],
    ['one without an envelope', `${WALLET_LINK}?topic=${TOPIC}`],
    ['one with a topic that is none', of('ab', encodeLinkEnvelope(call('wc_sessionAuthenticate')))],
    ['one with a topic that would be a path', of('../'.repeat(22), encodeLinkEnvelope(call('wc_sessionAuthenticate')))],
    ['an unsealed request', of(TOPIC, encodeLinkEnvelope(call('wc_sessionRequest')))],
    ['an unsealed proposal', of(TOPIC, encodeLinkEnvelope(call('wc_sessionPropose')))],
    ['an unsealed answer', of(TOPIC, encodeLinkEnvelope('{"id":1,"jsonrpc":"2.0","result":true}'))],
    ['an unsealed text', of(TOPIC, encodeLinkEnvelope('no JSON'))],
    ['an envelope of a type that nobody knows', of(TOPIC, Buffer.from([9, 1, 2, 3]).toString('base64url'))],
    ['an envelope without bytes', of(TOPIC, 'A')],
    ['what is no base64', of(TOPIC, '%%%')],
    ['one that is too long', of(TOPIC, encodeLinkEnvelope(`${call('wc_sessionAuthenticate')}${' '.repeat(LONGEST_TAKEN_LINK)}`))],
  ])('is let go: %s', async (_, url) => {
    pair = await new LinkPair().start();
    expect(await pair.wallet.engine.links.take(url)).toBe(false);
    pair.walletLinking.receive(url);
    await settle();
    expect([pair.wallet.heard, pair.wallet.engine.pairings.all(), pair.wallet.store.persisted.size, logged()]).toEqual([[], [], 0, []]);
  });

  it('is let go where it is for the key of another, also on the topic of a session', async () => {
    const topic = await connected();
    const sealedElsewhere = pair.device.opened.at(-1) ?? '';
    const { envelope } = parseLinkUrl(sealedElsewhere) ?? { envelope: '' };
    const count = pair.wallet.heard.length;
    for (const url of [of(topic, envelope), of(topic, encodeLinkEnvelope(call('wc_sessionAuthenticate'))), sealedElsewhere])
      expect(await pair.wallet.engine.links.take(url)).toBe(false);
    expect(pair.wallet.heard.length).toBe(count);
  });

  it('is let go unsealed where the key of its topic is here: an own topic of this party, a pairing that has a key', async () => {
    const { uri } = await asked();
    const { envelope } = parseLinkUrl(uri) ?? { envelope: '' };
    const own = await pair.wallet.relay.keyChain.ownTopic(await pair.wallet.relay.keyChain.createKeyPair());
    const { pairing } = await pair.wallet.engine.pairings.make();
    for (const topic of [own, pairing.topic]) expect(await pair.wallet.engine.links.take(of(topic, envelope))).toBe(false);
  });

  it('is let go once this party is over', async () => {
    const { uri } = await asked();
    pair.wallet.engine.dispose();
    expect(await pair.wallet.engine.links.take(uri)).toBe(false);
  });

  it('is logged without its words where nothing can be stored, and nothing is thrown', async () => {
    pair = await new LinkPair().start();
    const set = async (): Promise<void> => Promise.reject(new Error('The disk is full'));
    Object.assign(pair.wallet.store, { set });
    const { uri } = await pair.ask();
    const { envelope } = parseLinkUrl(uri) ?? { envelope: '' };
    expect(logged().map(({ level }) => level)).toContain('warn');
    expect(JSON.stringify(logged())).not.toContain(envelope);
  });
});

describe('a session over the relay', () => {
  it('is in link mode from the first request on that comes by link', async () => {
    const topic = await connected();
    const { tables } = pair.wallet.engine.context;
    await tables.sessions.change(topic, { transportType: 'relay' });
    pair.wallet = pair.wallet.reload({ store: pair.wallet.store });
    await pair.wallet.store.remove('@latchkey/wc/links');
    await pair.wallet.engine.start();
    await pair.clock.run(LINKS_DELAY_MS);
    expect(pair.wallet.engine.links.known()).toEqual([]);
    const answer = pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST });
    await settle();
    expect(pair.wallet.engine.context.tables.sessions.get(topic)?.transportType).toBe('link_mode');
    await respond(topic);
    expect([await answer, published()]).toEqual([1, []]);
  });

  it('stays there where links cannot be opened', async () => {
    const topic = await connected();
    pair.appLinking.canOpen = false;
    void pair.app.engine.request({ topic, chainId: CHAIN, request: REQUEST }).catch(() => undefined);
    await settle();
    expect([published().length, pair.wallet.events('session_request').length]).toEqual([1, 1]);
  });
});

describe('the links that are remembered', () => {
  it('are each there once, and the oldest go', async () => {
    pair = await new LinkPair().start();
    const { links } = pair.app.engine;
    const all = Array.from({ length: KNOWN_LINKS_LIMIT + 1 }, (_, index) => `https://wallet-${index}.example`);
    for (const link of [...all, ...all.slice(1)]) await links.remember(link);
    expect(links.known()).toEqual(all.slice(1));
    pair.app = pair.app.reload();
    await pair.app.engine.start();
    expect(pair.app.engine.links.known()).toEqual(all.slice(1));
  });

  it('are none where the record is none', async () => {
    pair = new LinkPair();
    await pair.app.store.set('@latchkey/wc/links', 'none');
    await pair.wallet.store.set('@latchkey/wc/links', [1, WALLET_LINK]);
    await pair.start();
    expect([pair.app.engine.links.known(), pair.wallet.engine.links.known()]).toEqual([[], [WALLET_LINK]]);
  });
});
