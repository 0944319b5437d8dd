import type { AccountTypes } from '../caip/account-types.js';
import type { Namespace } from '../caip/namespace.js';

/** Account types of all namespaces. */
export type AccountType = AccountTypes[Namespace];

/** An account that a wallet shares. */
export interface AccountRecord<N extends Namespace = Namespace> {
  readonly namespace: N;
  readonly address: string;
  readonly type: AccountTypes[N];
  /** Hex, if the wallet provides it and the address does not contain it. */
  readonly publicKey?: string;
  /** Bitcoin only: derivation path. @see BIP-32 */
  readonly path?: string;
  /** Account name in the wallet, sanitized for display. */
  readonly name?: string;
}

/** Default account types. Apps override them with `defaultAccountTypes`. */
export const DEFAULT_ACCOUNT_TYPES: AccountTypes = { bip122: 'payment', eip155: 'smartAccount', polkadot: 'eoa', solana: 'eoa' };
