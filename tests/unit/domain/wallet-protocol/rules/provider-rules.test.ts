import { describe, expect, it } from 'vitest';
import { authenticateFault } from '../../../../../domain/wallet-protocol/rules/authenticate-rule.js';
import {
  capabilitiesFault,
  chainSwitchFault,
  httpUrlFault,
  isChainApproved,
  providerChainFault,
  switchedChain,
} from '../../../../../domain/wallet-protocol/rules/provider-rules.js';
import { NAMESPACES, verdict } from './known.js';

describe('authenticate()', () => {
  const PARAMS = { chains: ['eip155:1', 'eip155:10'], uri: 'https://app.example', domain: 'app.example', nonce: 'n' };
  const CHAINS = 'chains is required and must be a non-empty array';

  it('takes chains of eip155, uri, domain and nonce', () => {
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
  ])('refuses %o', (params, message) => {
    expect(verdict(authenticateFault(params))).toBe(message);
  });

  it('goes from chains over uri, domain and nonce to the namespaces', () => {
    const broken = { chains: ['solana:x', 'eip155:1'] };
    expect(authenticateFault({})?.message).toBe(CHAINS);
    expect(authenticateFault(broken)?.message).toMatch(/^uri/);
    expect(authenticateFault({ ...broken, uri: 'u' })?.message).toMatch(/^domain/);
    expect(authenticateFault({ ...broken, uri: 'u', domain: 'd' })?.message).toMatch(/^nonce/);
    expect(authenticateFault({ ...broken, uri: 'u', domain: 'd', nonce: 'n' })?.message).toMatch(/^Multi/);
  });
});

describe('a chain switch', () => {
  const canSwitch = { eip155: { ...NAMESPACES.eip155, methods: ['wallet_switchEthereumChain'] } };
  const refusal = (chain: string) =>
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
  ])('reads %o as %o', (chainId, chain) => {
    expect(switchedChain([{ chainId }])).toBe(chain);
  });

  it('is taken to a chain of the session, and to any where the wallet can be asked', () => {
    expect(chainSwitchFault([{ chainId: '0x89' }], NAMESPACES)).toBeNull();
    expect(chainSwitchFault([{ chainId: '0x5' }], canSwitch)).toBeNull();
    expect(isChainApproved('eip155:137', NAMESPACES)).toBe(true);
    expect(isChainApproved('eip155:5', NAMESPACES)).toBe(false);
  });

  it('is refused otherwise, and where it names no chain', () => {
    expect(verdict(chainSwitchFault([{ chainId: '0x5' }], NAMESPACES))).toBe(refusal('eip155:5'));
    expect(verdict(chainSwitchFault([{ chainId: 'main' }], canSwitch))).toBe(refusal('eip155:main'));
    expect(verdict(chainSwitchFault(undefined, canSwitch))).toBe(refusal('eip155:undefined'));
    const elsewhere = { solana: { accounts: [], methods: ['wallet_switchEthereumChain'], events: [] } };
    expect(verdict(chainSwitchFault([{ chainId: '0x1' }], elsewhere))).toBe(refusal('eip155:1'));
  });
});

describe('a chain that a provider is told to use', () => {
  const approved = ['eip155:1', 'eip155:137'];
  it('is one of the session, of a namespace that connect() named', () => {
    expect(providerChainFault('eip155:137', ['eip155'], approved)).toBeNull();
    expect(providerChainFault('eip155', ['eip155:1'], approved)).toBeNull();
    expect(verdict(providerChainFault('cosmos:hub', ['eip155'], approved))).toBe(
      "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    );
    expect(verdict(providerChainFault('eip155:5', ['eip155'], approved))).toBe(
      "Chain 'eip155:5' not approved. Please use one of the following: eip155:1,eip155:137",
    );
  });
});

describe('wallet_getCapabilities', () => {
  it('is asked for an address', () => {
    expect(capabilitiesFault(['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', ['0x1']])).toBeNull();
    for (const params of [undefined, null, [], [''], ['0x1'], [5], [null], {}, '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'])
      expect(verdict(capabilitiesFault(params))).toBe('Missing address parameter in `wallet_getCapabilities` request');
  });
});

describe('an RPC URL', () => {
  it('is one of http or https', () => {
    for (const url of ['http://127.0.0.1:8545', 'https://rpc.example/?key=1']) expect(httpUrlFault(url)).toBeNull();
    for (const url of ['ws://a', 'a.example', '', undefined, null, 5, 'https://', 'javascript:alert(1)'])
      expect(verdict(httpUrlFault(url))).toBe(`Provided URL is not compatible with HTTP connection: ${url}`);
  });
});
