import { isSameAddress } from '../account/same-address.js';
import { addressOf } from '../caip/caip-10.js';
import type { NotReplaceableReason } from '../errors/not-replaceable.js';
import { isSameTransaction, type SentTransaction } from './sent-transaction.js';

/** `speed-up`: the same transaction with a higher fee. `cancel`: one that moves nothing, in its place. */
export type ReplacementMode = 'speed-up' | 'cancel';

/** Replacements that a connected wallet offers. */
export interface ReplacingWallet {
  readonly accounts: readonly { readonly address: string }[];
  readonly canReplace: boolean;
}

/**
 * Returns why a transaction cannot be replaced, as far as it is known without a request; `null` if it can.
 * @param wallet the connected wallet of its namespace, `null` if there is none
 */
export const replacementRefusal = (
  { namespace, from, kind, purpose, isSmartAccount, isReplaceable, outcome }: SentTransaction,
  mode: ReplacementMode,
  wallet: ReplacingWallet | null,
): NotReplaceableReason | null => {
  if (outcome !== null) return 'settled';
  if (namespace !== 'eip155' && namespace !== 'bip122') return 'chain';
  if (kind !== 'transaction') return 'kind';
  if (isSmartAccount) return 'smart-account';
  if (isReplaceable === false) return 'final';
  if (mode === 'cancel' && purpose === 'cancel') return 'canceled';
  if (wallet?.accounts.some(({ address }) => isSameAddress(namespace, address, addressOf(from))) !== true) return 'account';
  return wallet.canReplace ? null : 'wallet';
};

/** The hash of the first transaction of a chain of replacements. */
export const originOf = (list: readonly SentTransaction[], transaction: SentTransaction): string => {
  const seen = new Set<string>();
  let current = transaction;
  while (current.replaces !== null && !seen.has(current.hash)) {
    seen.add(current.hash);
    const { chainId, replaces } = current;
    const previous = list.find((each) => isSameTransaction(each, { chainId, hash: replaces }));
    // The original may have been removed from the list.
    if (previous === undefined) return replaces;
    current = previous;
  }
  return current.hash;
};

/** The transactions that replace a transaction, or that it replaces, directly or not; without itself. */
export const replacementsOf = (list: readonly SentTransaction[], transaction: SentTransaction): readonly SentTransaction[] => {
  const origin = originOf(list, transaction);
  return list.filter((each) => each.chainId === transaction.chainId && each.hash !== transaction.hash && originOf(list, each) === origin);
};

/** The record of a replacement: a cancellation moves nothing, everything else stays. */
export const replacementRecord = (
  replaced: SentTransaction,
  mode: ReplacementMode,
): Omit<SentTransaction, 'hash' | 'trace' | 'isReplaceable' | 'sentAt' | 'outcome' | 'follower'> => {
  const { namespace, chainId, kind, purpose, swap, from, to, value, asset, token, isSmartAccount, hash } = replaced;
  const common = { namespace, chainId, kind, from, isSmartAccount, replaces: hash };
  return mode === 'speed-up'
    ? { ...common, purpose, swap, to, value, asset, token }
    : { ...common, purpose: 'cancel', swap: null, to: addressOf(from), value: null, asset: null, token: null };
};
