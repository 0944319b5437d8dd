import { describe, expect, it } from 'vitest';
import { authenticateFault } from '../../../../../domain/wallet-protocol/rules/authenticate-rule.js';
import {
  capabilitiesFault,
  chainSwitchFault,
  httpUrlFault,
  isChainApproved,
  providerChainFault,
  requestedChainSwitch,
} from '../../../../../domain/wallet-protocol/rules/provider-rules.js';
import { describeFault, NAMESPACES } from './contexts.js';

describe('authenticate()', () => {
  const PARAMS = { chains: ['eip155:1', 'eip155:10'], uri: 'https://app.example', domain: 'app.example', nonce: 'n' };
  const CHAINS = 'chains is required and must be a non-empty array';

  it('accepts eip155 chains, uri, domain and nonce', () => {
    expect(authenticateFault(PARAMS)).toBeNull();
  });

  it.each([
    [undefined, CHAINS],
    [null, CHAINS],
    [{ ...PARAMS, chains: [] }, CHAINS],
    [{ ...PARAMS, chains: 'eip155:1' }, CHAINS],
    [{ ...PARAMS, chains: [5] }, CHAINS],
    [{ ...PARAMS, chains: ['eip155'] }, CHAINS],
    [{ ...PARAMS, uri: undefined }, 'uri is required parameter'],
    [{ ...PARAMS, uri: ' ' }, 'uri is required parameter'],
    [{ ...PARAMS, domain: '' }, 'domain is required parameter'],
    [{ ...PARAMS, nonce: 5 }, 'nonce is required parameter'],
    [{ ...PARAMS, chains: ['eip155:1', 'solana:x'] }, 'Multi-namespace requests are not supported. Please request single namespace only.'],
    [
      { ...PARAMS, chains: ['solana:x'] },
      'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    ],
  ])('rejects %o', (params, message) => {
    expect(describeFault(authenticateFault(params))).toBe(message);
  });

  it('checks chains, uri, domain, nonce, then namespaces', () => {
    const broken = { chains: ['solana:x', 'eip155:1'] };
    expect(authenticateFault({})?.message).toBe(CHAINS);
    expect(authenticateFault(broken)?.message).toMatch(/^uri/);
    expect(authenticateFault({ ...broken, uri: 'u' })?.message).toMatch(/^domain/);
    expect(authenticateFault({ ...broken, uri: 'u', domain: 'd' })?.message).toMatch(/^nonce/);
    expect(authenticateFault({ ...broken, uri: 'u', domain: 'd', nonce: 'n' })?.message).toMatch(/^Multi/);
  });
});

describe('chain switch', () => {
  const canSwitch = { eip155: { ...NAMESPACES.eip155, methods: ['wallet_switchEthereumChain'] } };
  const messageFor = (chain: string) =>
    `Failed to switch to chain '${chain}'. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.`;

  it.each([
    ['0x89', 'eip155:137'],
    ['0X89', 'eip155:137'],
    ['89', 'eip155:137'],
    ['0x01', 'eip155:1'],
    ['0x0', null],
    ['0x', null],
    ['eip155:137', null],
    [137, null],
    ['0xfffffffffffffff', null],
  ])('parses %o as %o', (chainId, chain) => {
    expect(requestedChainSwitch([{ chainId }])).toBe(chain);
  });

  it('is accepted for an approved chain, and for any chain if the wallet supports switching', () => {
    expect(chainSwitchFault([{ chainId: '0x89' }], NAMESPACES)).toBeNull();
    expect(chainSwitchFault([{ chainId: '0x5' }], canSwitch)).toBeNull();
    expect(isChainApproved('eip155:137', NAMESPACES)).toBe(true);
    expect(isChainApproved('eip155:5', NAMESPACES)).toBe(false);
  });

  it('is rejected otherwise, and without a valid chain', () => {
    expect(describeFault(chainSwitchFault([{ chainId: '0x5' }], NAMESPACES))).toBe(messageFor('eip155:5'));
    expect(describeFault(chainSwitchFault([{ chainId: 'main' }], canSwitch))).toBe(messageFor('eip155:main'));
    expect(describeFault(chainSwitchFault(undefined, canSwitch))).toBe(messageFor('eip155:undefined'));
    const otherNamespace = { solana: { accounts: [], methods: ['wallet_switchEthereumChain'], events: [] } };
    expect(describeFault(chainSwitchFault([{ chainId: '0x1' }], otherNamespace))).toBe(messageFor('eip155:1'));
  });
});

describe('default chain of a provider', () => {
  const approved = ['eip155:1', 'eip155:137'];
  it('must be approved, in a namespace of connect()', () => {
    expect(providerChainFault('eip155:137', ['eip155'], approved)).toBeNull();
    expect(providerChainFault('eip155', ['eip155:1'], approved)).toBeNull();
    expect(describeFault(providerChainFault('cosmos:hub', ['eip155'], approved))).toBe(
      "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    );
    expect(describeFault(providerChainFault('eip155:5', ['eip155'], approved))).toBe(
      "Chain 'eip155:5' not approved. Please use one of the following: eip155:1,eip155:137",
    );
  });
});

describe('wallet_getCapabilities', () => {
  it('requires an address', () => {
    expect(capabilitiesFault(['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', ['0x1']])).toBeNull();
    for (const params of [undefined, null, [], [''], ['0x1'], [5], [null], {}, '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'])
      expect(describeFault(capabilitiesFault(params))).toBe('Missing address parameter in `wallet_getCapabilities` request');
  });
});

describe('RPC URL', () => {
  it('must use http or https', () => {
    for (const url of ['http://127.0.0.1:8545', 'https://rpc.example/?key=1']) expect(httpUrlFault(url)).toBeNull();
    for (const url of ['ws://a', 'a.example', '', undefined, null, 5, 'https://', 'javascript:alert(1)'])
      expect(describeFault(httpUrlFault(url))).toBe(`Provided URL is not compatible with HTTP connection: ${url}`);
  });
});
