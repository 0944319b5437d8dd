import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { answerLink, parseWalletChoice } from '../../../../domain/wallet-protocol/answer-link.js';
import { readRpcMessage, rpcId } from '../../../../domain/wallet-protocol/json-rpc.js';
import { isPairingExpired, PAIRING_MARGIN_MS, pairingExpiry, renewalDelay } from '../../../../domain/wallet-protocol/pairing-clock.js';
import { refusalOf } from '../../../../domain/wallet-protocol/peer-error-codes.js';
import { isProtocolMethod, PROTOCOL_METHODS } from '../../../../domain/wallet-protocol/protocol-methods.js';
import { requestedNamespaces } from '../../../../domain/wallet-protocol/requested-namespaces.js';
import { itHolds } from '../properties.js';

describe('the time of a pairing', () => {
  const NOW = 1_700_000_000_000;

  it('is four minutes, counts as over ten seconds before, and over without an expiry', () => {
    const expiry = pairingExpiry(NOW);
    expect(expiry - NOW).toBe(240_000);
    expect(isPairingExpired(expiry, NOW + 229_999)).toBe(false);
    expect(isPairingExpired(expiry, NOW + 230_000)).toBe(true);
    expect(isPairingExpired(undefined, NOW)).toBe(true);
  });

  itHolds('leaves at least thirty seconds between a renewal and the moment when the URI counts as expired', fc.nat(400_000), (passed) => {
    const expiry = pairingExpiry(NOW);
    const renewedAt = NOW + passed + renewalDelay(expiry, NOW + passed);
    expect(renewedAt).toBeGreaterThanOrEqual(NOW + passed);
    if (passed <= 200_000) expect(expiry - PAIRING_MARGIN_MS - renewedAt).toBe(30_000);
  });
});

describe('a message of the protocol', () => {
  it('is a call, a result or an error, and nothing else', () => {
    expect(readRpcMessage({ id: 1, jsonrpc: '2.0', method: 'm', params: [1], extra: true })).toEqual({
      id: 1,
      jsonrpc: '2.0',
      method: 'm',
      params: [1],
    });
    expect(readRpcMessage({ id: '7', jsonrpc: '2.0', result: null })).toEqual({ id: 7, jsonrpc: '2.0', result: null });
    expect(readRpcMessage({ id: 1, jsonrpc: '2.0', error: 'no' })).toEqual({
      id: 1,
      jsonrpc: '2.0',
      error: { code: -32_000, message: 'no' },
    });
    expect(readRpcMessage({ id: 1, jsonrpc: '2.0', error: {} })).toEqual({ id: 1, jsonrpc: '2.0', error: { code: -32_000, message: '' } });
    for (const none of [
      null,
      'text',
      {},
      { id: 1, jsonrpc: '2.0' },
      { id: null, jsonrpc: '2.0', result: 1 },
      { id: 1.5, jsonrpc: '2.0', result: 1 },
    ])
      expect(readRpcMessage(none)).toBeNull();
  });

  itHolds('is read or refused, whatever it is, and never throws', fc.anything(), (value) => void readRpcMessage(value));

  itHolds(
    'has an id that grows with time and that a number can hold',
    fc.integer({ min: 1, max: 4_102_444_800_000 }),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    (now, random) => {
      expect(Number.isSafeInteger(rpcId(now, random))).toBe(true);
      expect(rpcId(now + 1, 0)).toBeGreaterThan(rpcId(now, random));
    },
  );

  it('travels under the tags and for the times of the specification', () => {
    expect(PROTOCOL_METHODS.wc_sessionPropose.request).toEqual({ tag: 1100, ttl: 300, prompt: true });
    expect(PROTOCOL_METHODS.wc_sessionDelete.response).toEqual({ tag: 1113, ttl: 86_400, prompt: false });
    const tags = Object.values(PROTOCOL_METHODS).flatMap((deliveries) => Object.values(deliveries).map(({ tag }) => tag));
    expect(new Set(tags).size).toBe(tags.length);
    expect(isProtocolMethod('wc_sessionPing')).toBe(true);
    expect(isProtocolMethod('toString')).toBe(false);
  });

  it.each([
    [5000, 'rejected'],
    [5003, 'rejected'],
    [5100, 'unsupported'],
    [5104, 'unsupported'],
    [4999, 'failed'],
    [-32_000, 'failed'],
  ])('with error %i of a wallet means that the proposal was %s', (code, meaning) => {
    expect(refusalOf(code)).toBe(meaning);
  });
});

describe('what is proposed', () => {
  const extend = (definition: Parameters<typeof extendNetwork>[0]) => extendNetwork(definition, { rpcService: null });
  const networks = [mainnet, polygon, solana].map(extend);

  it('is every configured network of the served namespaces, with the usual calls and events', () => {
    const { eip155, ...others } = requestedNamespaces(networks, ['eip155']);
    expect(others).toEqual({});
    expect(eip155?.chains).toEqual(['eip155:1', 'eip155:137']);
    expect(eip155?.methods).toContain('personal_sign');
    expect(eip155?.methods).toContain('wallet_addEthereumChain');
    expect(eip155?.events).toEqual(['accountsChanged', 'chainChanged']);
  });

  it('names a Solana network also by its former id, which older wallets know', () => {
    const former = networks[2]?.deprecatedCaipNetworkId;
    expect(former).toBeDefined();
    expect(requestedNamespaces(networks, ['solana']).solana?.chains).toEqual([networks[2]?.caipNetworkId, former]);
  });

  it('is what the host says instead, list by list; a namespace that only the host names begins empty', () => {
    const overrides = {
      methods: { eip155: ['eth_sign'], cosmos: ['cosmos_sign'] },
      chains: { eip155: ['eip155:10', 'nonsense'] },
      events: { eip155: [] },
    };
    expect(requestedNamespaces(networks, ['eip155'], overrides)).toEqual({
      eip155: { chains: ['eip155:10'], methods: ['eth_sign'], events: [] },
      cosmos: { chains: [], methods: ['cosmos_sign'], events: ['accountsChanged', 'chainChanged'] },
    });
  });
});

describe('the link that brings a wallet up', () => {
  const request = { requestId: 12, topic: 'abc' };
  const here = { telegram: false, iframe: false };

  it.each([
    ['an app', 'rainbow://', here, 'rainbow://wc?', '_self'],
    ['an app from a frame', 'rainbow://', { ...here, iframe: true }, 'rainbow://wc?', '_top'],
    ['an app from Telegram', 'rainbow://', { ...here, telegram: true }, 'rainbow://wc?', '_blank'],
    ['a page', 'https://wallet.example/', here, 'https://wallet.example/wc?', '_blank'],
    ['a page with a query', 'https://wallet.example/open/?lang=en#x', here, 'https://wallet.example/open/wc?lang=en&', '_blank'],
    ['a site that is called like Telegram', 'https://t.me.example/', here, 'https://t.me.example/wc?', '_blank'],
  ])('leads to %s', (_, href, platform, begin, target) => {
    expect(answerLink({ href, name: '' }, request, platform)).toEqual({ href: `${begin}requestId=12&sessionTopic=abc`, target });
  });

  it('tells a wallet inside of Telegram what it needs in the way of Telegram', () => {
    const { href } = answerLink({ href: 'https://t.me/wallet/app?x=1', name: '' }, request, here);
    expect(answerLink({ href: 'https://t.me/wallet/app/?x=1', name: '' }, request, here).href).toBe(href);
    expect(href).toMatch(/^https:\/\/t\.me\/wallet\/app\?x=1&startapp=[\w+/]+$/);
    expect(atob(href.split('startapp=')[1] ?? '')).toBe('requestId=12&sessionTopic=abc');
  });

  it('is read from storage only where it can be opened without running anything', () => {
    expect(parseWalletChoice('{"href":"rainbow://","name":"Rainbow"}')).toEqual({ href: 'rainbow://', name: 'Rainbow' });
    for (const text of [null, '', '{', '{}', '{"href":1}', '{"href":"javascript:alert(1)"}', '[]', 'null'])
      expect(parseWalletChoice(text)).toBeNull();
  });
});
