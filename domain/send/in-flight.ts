import { originOf, type ReplacingWallet, replacementRefusal, replacementsOf } from './replacement.js';
import type { SentTransaction } from './sent-transaction.js';

/** Time that an outcome is shown among the transactions on their way, in ms. */
export const OUTCOME_SHOWN_MS = 8_000;

/** A transaction on its way, or whose outcome became known a moment ago. */
export interface InFlightTransaction {
  /** The newest one of those of which at most one gets into a block. */
  readonly transaction: SentTransaction;
  /** Hash of the first one of them: the same while they replace each other. */
  readonly origin: string;
  readonly canSpeedUp: boolean;
  readonly canCancel: boolean;
}

/** Returns the connected wallet of a transaction's namespace; `null` if there is none. */
type WalletOf = (transaction: SentTransaction) => ReplacingWallet | null;

const isShown = ({ outcome }: SentTransaction, now: number): boolean => {
  if (outcome === null) return true;
  // A transaction that another one replaced is shown as that one.
  if (outcome.status === 'replaced' || outcome.status === 'refused') return false;
  return outcome.at <= now && now - outcome.at < OUTCOME_SHOWN_MS;
};

/** True for a waiting transaction that a newer one is to replace. The list is sorted, the newest first. */
const isReplaced = (list: readonly SentTransaction[], transaction: SentTransaction): boolean => {
  const others = replacementsOf(list, transaction);
  if (others.some(({ outcome }) => outcome !== null && outcome.status !== 'replaced' && outcome.status !== 'refused')) return true;
  return others.some((each) => each.outcome === null && list.indexOf(each) < list.indexOf(transaction));
};

/** Keeps one row of each origin: several were dropped if another app used their nonce. The others are of no interest beside one in a block. */
const onePerOrigin = (rows: readonly InFlightTransaction[]): readonly InFlightTransaction[] =>
  rows.filter((row) => {
    const same = rows.filter(({ transaction, origin }) => origin === row.origin && transaction.chainId === row.transaction.chainId);
    return row === (same.find(({ transaction }) => transaction.outcome?.status !== 'dropped') ?? same[0]);
  });

/** The transactions on their way and those whose outcome became known a moment ago, the newest first. */
export const inFlightOf = (list: readonly SentTransaction[], now: number, walletOf: WalletOf): readonly InFlightTransaction[] => {
  const shown = list.filter((each) => isShown(each, now) && !(each.outcome === null && isReplaced(list, each)));
  const rows = shown.map((transaction) => {
    const wallet = walletOf(transaction);
    return {
      transaction,
      origin: originOf(list, transaction),
      canSpeedUp: replacementRefusal(transaction, 'speed-up', wallet) === null,
      canCancel: replacementRefusal(transaction, 'cancel', wallet) === null,
    };
  });
  return onePerOrigin(rows);
};

/** When the next outcome is no longer shown, in ms since 1970; `null` if none is. */
export const nextHiding = (shown: readonly InFlightTransaction[]): number | null =>
  shown.reduce<number | null>((next, { transaction: { outcome } }) => {
    const at = outcome === null ? null : outcome.at + OUTCOME_SHOWN_MS;
    return at === null || (next !== null && next <= at) ? next : at;
  }, null);

const isSame = (a: InFlightTransaction, b: InFlightTransaction): boolean => {
  const [one, other] = [a.transaction, b.transaction];
  return (
    one.hash === other.hash &&
    one.chainId === other.chainId &&
    one.outcome?.status === other.outcome?.status &&
    one.purpose === other.purpose &&
    one.replaces === other.replaces &&
    a.canSpeedUp === b.canSpeedUp &&
    a.canCancel === b.canCancel
  );
};

/** Keeps the identity of rows that did not change, and of the list if none did. */
export const withKeptRows = (
  before: readonly InFlightTransaction[],
  next: readonly InFlightTransaction[],
): readonly InFlightTransaction[] => {
  const rows = next.map((row) => before.find((each) => isSame(each, row)) ?? row);
  return rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : rows;
};
