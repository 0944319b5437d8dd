import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { addressExplorerUrl, nftExplorerUrl, transactionExplorerUrl } from '../../../../domain/network/explorer-url.js';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import { findNetworkById } from '../../../../domain/network/find-network.js';
import { initialNetwork } from '../../../../domain/network/initial-network.js';
import {
  canChooseNetwork,
  isApproved,
  isNetworkDisabled,
  type NetworkAccess,
  searchNetworks,
  sortApprovedFirst,
} from '../../../../domain/network/network-list.js';
import { bitcoinTestnet } from '../../../../domain/network/networks/bip122.js';
import { polkadot as polkadotDefinition } from '../../../../domain/network/networks/polkadot.js';
import { UNKNOWN_NETWORK_NAME, unknownNetwork } from '../../../../domain/network/unknown-network.js';
import { isSupportedNetwork, shouldOpenUnsupportedChain } from '../../../../domain/network/unsupported-network.js';
import { forAll } from '../properties.js';
import { base, mainnet, polygon, solana, solanaDevnet } from './networks-for-tests.js';

const FORMER_SOLANA = toChainId('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ');
const networks = [mainnet, polygon, solana] as const;

describe('initialNetwork', () => {
  it.each([
    ['the stored one if configured', 'eip155:137', mainnet, polygon],
    ['the stored one by its former id', FORMER_SOLANA, undefined, solana],
    ['the app’s default if none is stored', null, polygon, polygon],
    ['the app’s default if the stored one is invalid', 'eip155:1:x', polygon, polygon],
    ['the app’s default if the stored namespace is not configured', 'polkadot:91b171bb158e2d3848fa23a9f1c25182', solana, solana],
    ['the first if the default is not configured', null, base, mainnet],
    ['the first without a default', null, undefined, mainnet],
  ])('returns %s', (_, stored, defaultNetwork, expected) => {
    expect(initialNetwork(networks, { stored, defaultNetwork })).toBe(expected);
  });

  it('returns a placeholder if only the stored namespace is configured', () => {
    expect(initialNetwork(networks, { stored: 'eip155:5', defaultNetwork: polygon })).toEqual({
      id: 5,
      name: 'Unknown Network',
      chainNamespace: 'eip155',
      caipNetworkId: 'eip155:5',
      deprecatedCaipNetworkId: undefined,
      nativeCurrency: { name: '', symbol: '', decimals: 0 },
      rpcUrls: { default: { http: [] }, chainDefault: { http: [] } },
      blockExplorers: undefined,
      testnet: false,
      assets: { imageId: undefined, imageUrl: undefined },
      unknown: true,
    });
    expect(unknownNetwork(toChainId('solana:abc'))).toMatchObject({ id: 'abc', name: UNKNOWN_NETWORK_NAME, chainNamespace: 'solana' });
  });

  it('always returns a configured network, or the placeholder of the stored one', () => {
    const stored = fc.option(fc.oneof(fc.string(), fc.constantFrom('eip155:1', 'eip155:5', 'solana:x', 'bip122:x', '')));
    forAll(stored, fc.constantFrom(undefined, mainnet, base, solana), (text, defaultNetwork) => {
      const network = initialNetwork(networks, { stored: text, defaultNetwork });
      if (network.unknown) expect(network.caipNetworkId).toBe(text);
      else expect(networks).toContain(network);
    });
  });
});

describe('unsupported networks', () => {
  const facts = {
    chainId: toChainId('eip155:5'),
    networks: [mainnet, polygon],
    connected: true,
    allowUnsupportedChain: false,
    enableNetworkSwitch: true,
  };

  it.each([
    ['open UnsupportedChain', {}, true],
    ['do not open it if configured', { chainId: toChainId('eip155:137') }, false],
    ['do not open it if configured by a former id', { chainId: FORMER_SOLANA, networks: [solana] }, false],
    ['do not open it if unsupported chains are allowed', { allowUnsupportedChain: true }, false],
    ['do not open it if switching is disabled', { enableNetworkSwitch: false }, false],
    ['do not open it without a connected account', { connected: false }, false],
    ['do not open it without configured networks', { networks: [] }, false],
  ])('%s', (_, changed, opens) => expect(shouldOpenUnsupportedChain({ ...facts, ...changed })).toBe(opens));

  it('are those that findNetworkById does not find', () => {
    expect(isSupportedNetwork([mainnet], toChainId('eip155:1'))).toBe(true);
    expect(isSupportedNetwork([mainnet], toChainId('eip155:2'))).toBe(false);
    expect(findNetworkById([mainnet, solana], FORMER_SOLANA)).toBe(solana);
    expect(findNetworkById([mainnet], FORMER_SOLANA)).toBeUndefined();
  });

  it('are matched by current ids before former ids', () => {
    const conflicting = { ...solanaDevnet, deprecatedCaipNetworkId: solana.caipNetworkId };
    expect(findNetworkById([conflicting, solana], solana.caipNetworkId)).toBe(solana);
  });
});

describe('network list', () => {
  const all = [mainnet, polygon, base, solana, solanaDevnet];
  const access: NetworkAccess = {
    connected: true,
    supportsAllNetworks: false,
    approvedChainIds: [toChainId('eip155:137')],
    embeddedWallet: false,
  };

  it('sorts approved networks first, in the app’s order, without changing the input', () => {
    const given = [...all];
    expect(sortApprovedFirst(given, [FORMER_SOLANA, toChainId('eip155:8453')])).toEqual([base, solana, mainnet, polygon, solanaDevnet]);
    expect(given).toEqual(all);
    expect(sortApprovedFirst(given, null)).toEqual(all);
  });

  it('contains each network once, approved ones first, in the app’s order', () => {
    const ids = fc.subarray(all.map(({ caipNetworkId }) => caipNetworkId) as ChainId[]);
    forAll(fc.shuffledSubarray(all), ids, (given, approved) => {
      const sorted = sortApprovedFirst(given, approved);
      expect(new Set(sorted)).toEqual(new Set(given));
      expect(sorted).toHaveLength(given.length);
      const flags = sorted.map((network) => isApproved(network, approved));
      expect(flags.indexOf(false) === -1 || !flags.slice(flags.indexOf(false)).includes(true)).toBe(true);
      const half = (approvedHalf: boolean) => given.filter((network) => isApproved(network, approved) === approvedHalf);
      expect(sorted).toEqual([...half(true), ...half(false)]);
    });
  });

  it.each([
    ['a network that is not approved', {}, true],
    ['an approved network', { approvedChainIds: [toChainId('eip155:1')] }, false],
    ['a network of a disconnected namespace', { connected: false }, false],
    ['a network of a wallet that supports all networks', { supportsAllNetworks: true }, false],
    ['a network of the embedded wallet', { embeddedWallet: true }, false],
    ['a network of a wallet without approved chains', { approvedChainIds: null }, false],
    ['a network of a wallet with an empty approval', { approvedChainIds: [] }, true],
  ])('disables only certain networks: %s', (_, changed, disabled) =>
    expect(isNetworkDisabled(mainnet, { ...access, ...changed })).toBe(disabled),
  );

  it('is searched by name, case-insensitively', () => {
    expect(searchNetworks(all, ' SOLANA ')).toEqual([solana, solanaDevnet]);
    expect(searchNetworks(all, 'xyz')).toEqual([]);
    expect(searchNetworks(all, '')).toEqual(all);
  });

  it('is offered if there is another network, or the current one is unsupported', () => {
    expect(canChooseNetwork([mainnet], mainnet)).toBe(false);
    expect(canChooseNetwork([mainnet, polygon], mainnet)).toBe(true);
    expect(canChooseNetwork([mainnet], unknownNetwork(toChainId('eip155:5')))).toBe(true);
  });
});

describe('explorer URLs', () => {
  const polkadot = extendNetwork(polkadotDefinition, { rpcService: null });
  const testnet = extendNetwork(bitcoinTestnet, { rpcService: null });

  it.each([
    [mainnet, 'https://etherscan.io/address/0xab', 'https://etherscan.io/tx/0xab'],
    [solana, 'https://solscan.io/account/0xab', 'https://solscan.io/tx/0xab'],
    [solanaDevnet, 'https://solscan.io/account/0xab?cluster=devnet', 'https://solscan.io/tx/0xab?cluster=devnet'],
    [polkadot, 'https://polkadot.subscan.io/account/0xab', 'https://polkadot.subscan.io/extrinsic/0xab'],
    [testnet, 'https://mempool.space/testnet/address/0xab', 'https://mempool.space/testnet/tx/0xab'],
  ])('use the paths of the namespace: $name', (network, address, transaction) => {
    expect(addressExplorerUrl(network, '0xab')).toBe(address);
    expect(transactionExplorerUrl(network, '0xab')).toBe(transaction);
  });

  it('of NFTs are those of their contract for this token, and of their mint on Solana', () => {
    expect(nftExplorerUrl(mainnet, '0xab', '7')).toBe('https://etherscan.io/token/0xab?a=7');
    expect(nftExplorerUrl(solana, 'Mint', null)).toBe('https://solscan.io/token/Mint');
    expect(nftExplorerUrl(solanaDevnet, 'Mint', null)).toBe('https://solscan.io/token/Mint?cluster=devnet');
    expect(nftExplorerUrl({ ...mainnet, blockExplorers: undefined }, '0xab', '7')).toBeUndefined();
  });

  it('are undefined without an explorer, and cannot leave its path', () => {
    expect(addressExplorerUrl({ ...mainnet, blockExplorers: undefined }, '0xab')).toBeUndefined();
    expect(transactionExplorerUrl(mainnet, '../../evil?x#y')).toBe('https://etherscan.io/tx/..%2F..%2Fevil%3Fx%23y');
  });
});
