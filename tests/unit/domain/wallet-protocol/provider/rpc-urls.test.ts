import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRetryable } from '../../../../../domain/wallet-protocol/provider/rpc-call-error.js';
import { bundlerUrlOf, rpcUrlsOf } from '../../../../../domain/wallet-protocol/provider/rpc-urls.js';
import { solanaReferences } from '../../../../../domain/wallet-protocol/provider/solana-chains.js';
import { itHolds } from '../../properties.js';

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

describe('RPC URLs', () => {
  it('are the custom URL, by reference or chain id, and its fallbacks', () => {
    const service = { projectId: 'p', fallbackRpcUrls: { 'eip155:1': ['https://b', 'https://a', 'https://c'] } };
    expect(rpcUrlsOf('eip155:1', { 1: 'https://a' }, service)).toEqual(['https://a', 'https://b', 'https://c']);
    expect(rpcUrlsOf('eip155:1', { 'eip155:1': 'https://a' }, { projectId: 'p' })).toEqual(['https://a']);
    expect(rpcUrlsOf(SOLANA, { '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'https://s' }, {})).toEqual(['https://s']);
    expect(rpcUrlsOf('eip155:1', undefined, service)).toEqual(['https://b', 'https://a', 'https://c']);
  });

  it('are the service’s URL for all other chains, with chain id and project id', () => {
    expect(rpcUrlsOf('eip155:137', { 1: 'https://a' }, { projectId: 'p 1' })).toEqual([
      'https://rpc.walletconnect.org/v1/?chainId=eip155:137&projectId=p%201',
    ]);
    expect(rpcUrlsOf(SOLANA, undefined, { projectId: 'p', rpcUrl: 'http://127.0.0.1:1/v1?a=1' })).toEqual([
      `http://127.0.0.1:1/v1?a=1&chainId=${SOLANA}&projectId=p`,
    ]);
  });

  it('are empty without a custom URL and a project id, unless the service is custom', () => {
    expect(rpcUrlsOf('eip155:1', { 10: 'https://a' }, {})).toEqual([]);
    expect(rpcUrlsOf('eip155:1', undefined, { projectId: '' })).toEqual([]);
    expect(rpcUrlsOf('eip155:1', undefined, { rpcUrl: 'http://own/' })).toEqual(['http://own/?chainId=eip155:1']);
  });

  itHolds('never include the service if there is a custom URL', fc.webUrl(), fc.array(fc.webUrl()), (own, fallbacks) => {
    const urls = rpcUrlsOf('eip155:1', { 1: own }, { projectId: 'p', fallbackRpcUrls: { 'eip155:1': fallbacks } });
    expect(urls[0]).toBe(own);
    expect(new Set(urls)).toEqual(new Set([own, ...fallbacks]));
    expect(urls.length).toBe(new Set(urls).size);
  });

  it('have a bundler URL at the service, or a custom one', () => {
    expect(bundlerUrlOf('eip155:1', 'pimlico', { projectId: 'p' })).toBe(
      'https://rpc.walletconnect.org/v1/bundler?projectId=p&chainId=eip155:1&bundler=pimlico',
    );
    expect(bundlerUrlOf('eip155:1', 'a&b', { rpcUrl: 'http://own' })).toBe('http://own/bundler?projectId=&chainId=eip155:1&bundler=a%26b');
    expect(bundlerUrlOf('eip155:1', 'x', { projectId: 'p', bundlerUrl: 'http://b/' })).toBe(
      'http://b/?projectId=p&chainId=eip155:1&bundler=x',
    );
  });
});

describe('isRetryable', () => {
  it.each(['eth_call', 'eth_getBalance', 'getAccountInfo', 'chain_getBlock', 'test', 'getblockcount'])(
    'accepts %s, which only reads',
    (method) => {
      expect(isRetryable(method)).toBe(true);
    },
  );

  it.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'sendTransaction',
    'requestAirdrop',
    'author_submitExtrinsic',
    'broadcast_tx_sync',
    'sendrawtransaction',
  ])('rejects %s', (method) => {
    expect(isRetryable(method)).toBe(false);
  });
});

describe('solanaReferences', () => {
  it('returns the current and the former reference, the given one first', () => {
    const [main, former] = ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'];
    expect(solanaReferences(main)).toEqual([main, former]);
    expect(solanaReferences(former)).toEqual([former, main]);
    expect(solanaReferences('8E9rvCKLFQia2Y35HXjjpWzj8weVo44K')).toEqual([
      '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
      'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ]);
  });

  it('returns only one without a former reference', () => {
    expect(solanaReferences('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')).toEqual(['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z']);
  });
});
