import type { WalletChain } from './wallet-state.js';

/** A chain as the wallet names it, before it has a node. */
export interface KnownChain extends Omit<WalletChain, 'rpcUrl'> {
  /** Whether sites are told of it. One is not, so that an app meets a network it did not configure. */
  readonly isOffered: boolean;
}

/** The chains that the sandbox runs and its wallet knows. @see https://chainlist.org */
export const KNOWN_CHAINS: readonly KnownChain[] = [
  { chainId: 1, name: 'Ethereum', currency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, isOffered: true },
  { chainId: 137, name: 'Polygon', currency: { name: 'POL', symbol: 'POL', decimals: 18 }, isOffered: true },
  { chainId: 100, name: 'Gnosis', currency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 }, isOffered: false },
];

/** The wallet's chains, given the node of each: those without one are left out. @param rpcUrls by EIP-155 chain id */
export const walletChains = (rpcUrls: Readonly<Record<number, string>>): readonly WalletChain[] =>
  KNOWN_CHAINS.flatMap(({ isOffered: _, ...chain }) => {
    const rpcUrl = rpcUrls[chain.chainId];
    return rpcUrl === undefined ? [] : [{ ...chain, rpcUrl }];
  });
