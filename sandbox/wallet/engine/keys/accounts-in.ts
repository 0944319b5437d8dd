import { bitcoinKeys } from './bitcoin-keys.js';
import { bitcoinNetwork } from './bitcoin-network.js';
import type { NamespaceAccount, NamespaceNode, OtherNamespace } from './namespace.js';
import { type PolkadotKey, polkadotKey, ss58Address } from './polkadot-key.js';
import { type SolanaKey, solanaKey } from './solana-key.js';

const solanaKeys = new Map<number, SolanaKey>();
const polkadotKeys = new Map<number, PolkadotKey>();

const remembered = <Key>(keys: Map<number, Key>, index: number, make: (index: number) => Key): Key => {
  const key = keys.get(index) ?? make(index);
  keys.set(index, key);
  return key;
};

/** The Solana key of an account, by its place from 0. */
export const solanaKeyOf = (index: number): SolanaKey => remembered(solanaKeys, index, solanaKey);

/** The Polkadot key of an account, by its place from 0. */
export const polkadotKeyOf = (index: number): PolkadotKey => remembered(polkadotKeys, index, polkadotKey);

/** Networks whose addresses have a look of their own; all others are shown in the generic one. @see https://github.com/paritytech/ss58-registry */
const PREFIXES: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  // What the sandbox runs.
  'polkadot:45454545454545454545454545454545': 2,
};

/** A Polkadot key's address as the network of a chain writes it. */
export const networkAddress = ({ publicKeyBytes, address }: PolkadotKey, chainId: string): string => {
  const prefix = PREFIXES[chainId];
  return prefix === undefined ? address : ss58Address(publicKeyBytes, prefix);
};

/** What an account of the wallet is on the chain of a namespace: one address, or several on Bitcoin. No key is in it. */
export const accountsIn = (namespace: OtherNamespace, index: number, { chainId }: NamespaceNode): readonly NamespaceAccount[] => {
  switch (namespace) {
    case 'solana': {
      const { address, publicKey, path = '' } = solanaKeyOf(index);
      return [{ address, publicKey, path }];
    }
    case 'bip122':
      return bitcoinKeys(index, bitcoinNetwork(chainId)).map(({ address, publicKey, purpose = 'payment', path = '' }) => ({
        address,
        publicKey,
        purpose,
        path,
      }));
    case 'polkadot': {
      const { address, publicKey } = polkadotKeyOf(index);
      return [{ address, publicKey, name: `Account ${index + 1}` }];
    }
  }
};
