import type { AccountTypes } from '../caip/account-types.js';
import type { Namespace } from '../caip/namespace.js';

/** An account type of any namespace. */
export type AccountType = AccountTypes[Namespace];

/** One account that a wallet shares. */
export interface AccountRecord<N extends Namespace = Namespace> {
  readonly namespace: N;
  readonly address: string;
  readonly type: AccountTypes[N];
  /** Hex, where the wallet tells it and the address does not. */
  readonly publicKey?: string;
  /** Bitcoin only: derivation path. @see BIP-32 */
  readonly path?: string;
  /** What the wallet calls the account; foreign text, made safe to show. */
  readonly name?: string;
}

/** Account type by namespace, unless the host sets `defaultAccountTypes`. */
export const DEFAULT_ACCOUNT_TYPES: AccountTypes = { bip122: 'payment', eip155: 'smartAccount', polkadot: 'eoa', solana: 'eoa' };
