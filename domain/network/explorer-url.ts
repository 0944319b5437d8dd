import type { Namespace } from '../caip/namespace.js';
import type { Network } from './network.js';

type Paths = readonly [address: string, transaction: string, token: string];

/** @see https://eips.ethereum.org/EIPS/eip-3091 */
const DEFAULT_PATHS: Paths = ['address', 'tx', 'token'];

/** Explorer paths that differ from the default: address, transaction, token. */
const PATHS: Readonly<Partial<Record<Namespace, Paths>>> = {
  solana: ['account', 'tx', 'token'],
  polkadot: ['account', 'extrinsic', 'token'],
};

/** One explorer serves all Solana clusters and selects them by a query parameter. */
const SOLANA_CLUSTERS: Readonly<Record<string, string>> = {
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: '?cluster=devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': '?cluster=testnet',
};

const explorerUrl = (network: Network, kind: 0 | 1 | 2, id: string): string | undefined => {
  const base = network.blockExplorers?.default.url;
  if (base === undefined) return undefined;
  const path = (PATHS[network.chainNamespace] ?? DEFAULT_PATHS)[kind];
  return `${base.replace(/\/+$/, '')}/${path}/${encodeURIComponent(id)}${SOLANA_CLUSTERS[network.id] ?? ''}`;
};

/** Explorer URL of an address; `undefined` without an explorer. */
export const addressExplorerUrl = (network: Network, address: string): string | undefined => explorerUrl(network, 0, address);

/** Explorer URL of a transaction; `undefined` without an explorer. */
export const transactionExplorerUrl = (network: Network, hash: string): string | undefined => explorerUrl(network, 1, hash);

/** Explorer URL of an NFT: of its contract, or of its mint on Solana. `undefined` without an explorer. */
export const nftExplorerUrl = (network: Network, address: string, tokenId: string | null): string | undefined => {
  const url = explorerUrl(network, 2, address);
  // Explorers filter the page of a contract by this parameter, or ignore it.
  return url === undefined || tokenId === null ? url : `${url}?a=${tokenId}`;
};
