import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { Exchange } from '../../../../../application/wallet-protocol/engine/exchange.js';
import { readRpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { decodeLinkEnvelope } from '../../../../../domain/wallet-protocol/link-mode/link-envelope.js';
import { parseLinkUrl } from '../../../../../domain/wallet-protocol/link-mode/link-url.js';
import { ALLOWED, APP, WALLET } from './support/engine-pair.js';
import { SIGN_IN, SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

const LINK = 'https://wallet.example/link';
const byLink = { redirect: { linkMode: true, universal: 'https://app.example/link' } };

let pair: SignInPair;

afterEach(() => pair.end());

const linked = (isWanted = true): SignInPair => {
  pair = new SignInPair(true, {
    app: { ...APP, ...byLink },
    wallet: { ...WALLET, redirect: { linkMode: isWanted, universal: LINK } },
  });
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
