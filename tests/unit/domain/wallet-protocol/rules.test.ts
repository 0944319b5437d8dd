import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { readRpcMessage, rpcId } from '../../../../domain/wallet-protocol/json-rpc.js';
import { isPairingExpired, PAIRING_MARGIN_MS, pairingExpiry, renewalDelay } from '../../../../domain/wallet-protocol/pairing-clock.js';
import { rejectionKindOf } from '../../../../domain/wallet-protocol/peer-error-codes.js';
import { isProtocolMethod, PROTOCOL_METHODS } from '../../../../domain/wallet-protocol/protocol-methods.js';
import { parsePairedWallet, requestLink } from '../../../../domain/wallet-protocol/request-link.js';
import { requestedNamespaces } from '../../../../domain/wallet-protocol/requested-namespaces.js';
import { itHolds } from '../properties.js';

describe('pairing expiry', () => {
  const NOW = 1_700_000_000_000;

  it('is four minutes, with a margin of ten seconds, and counts as expired if undefined', () => {
    const expiry = pairingExpiry(NOW);
    expect(expiry - NOW).toBe(240_000);
    expect(isPairingExpired(expiry, NOW + 229_999)).toBe(false);
    expect(isPairingExpired(expiry, NOW + 230_000)).toBe(true);
    expect(isPairingExpired(undefined, NOW)).toBe(true);
  });

  itHolds('leaves at least thirty seconds between renewal and expiry', fc.nat(400_000), (passed) => {
    const expiry = pairingExpiry(NOW);
    const renewedAt = NOW + passed + renewalDelay(expiry, NOW + passed);
    expect(renewedAt).toBeGreaterThanOrEqual(NOW + passed);
    if (passed <= 200_000) expect(expiry - PAIRING_MARGIN_MS - renewedAt).toBe(30_000);
  });
});

describe('protocol messages', () => {
  it('are parsed as request, result or error', () => {
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
    for (const invalid of [
      null,
      'text',
      {},
      { id: 1, jsonrpc: '2.0' },
      { id: null, jsonrpc: '2.0', result: 1 },
      { id: 1.5, jsonrpc: '2.0', result: 1 },
    ])
      expect(readRpcMessage(invalid)).toBeNull();
  });

  itHolds('never throw for any value', fc.anything(), (value) => void readRpcMessage(value));

  itHolds(
    'have safe integer ids that grow with time',
    fc.integer({ min: 1, max: 4_102_444_800_000 }),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    (now, random) => {
      expect(Number.isSafeInteger(rpcId(now, random))).toBe(true);
      expect(rpcId(now + 1, 0)).toBeGreaterThan(rpcId(now, random));
    },
  );

  it('have the tags and time to live of the specification', () => {
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
  ])('classify the proposal error %i as %s', (code, kind) => {
    expect(rejectionKindOf(code)).toBe(kind);
  });
});

describe('requestedNamespaces', () => {
  const extend = (definition: Parameters<typeof extendNetwork>[0]) => extendNetwork(definition, { rpcService: null });
  const networks = [mainnet, polygon, solana].map(extend);

  it('contains all configured networks of the given namespaces, with default methods and events', () => {
    const { eip155, ...others } = requestedNamespaces(networks, ['eip155']);
    expect(others).toEqual({});
    expect(eip155?.chains).toEqual(['eip155:1', 'eip155:137']);
    expect(eip155?.methods).toContain('personal_sign');
    expect(eip155?.methods).toContain('wallet_addEthereumChain');
    expect(eip155?.events).toEqual(['accountsChanged', 'chainChanged']);
  });

  it('contains both ids of a Solana network, because older wallets know the former one', () => {
    const former = networks[2]?.deprecatedCaipNetworkId;
    expect(former).toBeDefined();
    expect(requestedNamespaces(networks, ['solana']).solana?.chains).toEqual([networks[2]?.caipNetworkId, former]);
  });

  it('applies the app’s overrides per list; a namespace without networks starts empty', () => {
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

describe('request link', () => {
  const request = { requestId: 12, topic: 'abc' };
  const browser = { telegram: false, iframe: false };

  it.each([
    ['an app', 'rainbow://', browser, 'rainbow://wc?', '_self'],
    ['an app from an iframe', 'rainbow://', { ...browser, iframe: true }, 'rainbow://wc?', '_top'],
    ['an app from Telegram', 'rainbow://', { ...browser, telegram: true }, 'rainbow://wc?', '_blank'],
    ['a web wallet', 'https://wallet.example/', browser, 'https://wallet.example/wc?', '_blank'],
    ['a web wallet with a query', 'https://wallet.example/open/?lang=en#x', browser, 'https://wallet.example/open/wc?lang=en&', '_blank'],
    ['a site with a name like Telegram', 'https://t.me.example/', browser, 'https://t.me.example/wc?', '_blank'],
  ])('opens %s', (_, href, platform, prefix, target) => {
    expect(requestLink({ href, name: '' }, request, platform)).toEqual({ href: `${prefix}requestId=12&sessionTopic=abc`, target });
  });

  it('passes the parameters to a Telegram wallet in startapp', () => {
    const { href } = requestLink({ href: 'https://t.me/wallet/app?x=1', name: '' }, request, browser);
    expect(requestLink({ href: 'https://t.me/wallet/app/?x=1', name: '' }, request, browser).href).toBe(href);
    expect(href).toMatch(/^https:\/\/t\.me\/wallet\/app\?x=1&startapp=[\w+/]+$/);
    expect(atob(href.split('startapp=')[1] ?? '')).toBe('requestId=12&sessionTopic=abc');
  });

  it('is parsed from storage only if it cannot run code', () => {
    expect(parsePairedWallet('{"href":"rainbow://","name":"Rainbow"}')).toEqual({ href: 'rainbow://', name: 'Rainbow' });
    expect(parsePairedWallet('{"href":"rainbow://","name":"\u2800Rain\u3164bow"}')?.name).toBe('Rainbow');
    expect(parsePairedWallet('{"href":"rainbow://"}')?.name).toBe('');
    for (const text of [null, '', '{', '{}', '{"href":1}', '{"href":"javascript:alert(1)"}', '[]', 'null'])
      expect(parsePairedWallet(text)).toBeNull();
  });
});
