import type { Namespace } from '../caip/namespace.js';
import type { Network } from './network.js';

type Paths = readonly [address: string, transaction: string];

const USUAL: Paths = ['address', 'tx'];

/** Paths of an explorer by namespace, where they are not those of most: of an account, of a transaction. */
const PATHS: Readonly<Partial<Record<Namespace, Paths>>> = {
  solana: ['account', 'tx'],
  polkadot: ['account', 'extrinsic'],
};

/** One explorer site serves all Solana clusters and is told which by a query. */
const SOLANA_CLUSTERS: Readonly<Record<string, string>> = {
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: '?cluster=devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': '?cluster=testnet',
};

const explorerUrl = (network: Network, kind: 0 | 1, id: string): string | undefined => {
  const base = network.blockExplorers?.default.url;
  if (base === undefined) return undefined;
  const path = (PATHS[network.chainNamespace] ?? USUAL)[kind];
  return `${base.replace(/\/+$/, '')}/${path}/${encodeURIComponent(id)}${SOLANA_CLUSTERS[network.id] ?? ''}`;
};

/** Where an address can be looked up, `undefined` for a network without an explorer. */
export const addressExplorerUrl = (network: Network, address: string): string | undefined => explorerUrl(network, 0, address);

/** Where a transaction can be looked up, `undefined` for a network without an explorer. @internal until activity comes */
export const transactionExplorerUrl = (network: Network, hash: string): string | undefined => explorerUrl(network, 1, hash);
