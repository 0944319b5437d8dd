import type { ActivityItem, Operation, Transfer } from './activity-item.js';

/** Key of the text of an operation, in the past: `sent`, `received`. */
export const OPERATION_LABELS = {
  approve: 'approved',
  bought: 'bought',
  borrow: 'borrowed',
  burn: 'burnt',
  cancel: 'canceled',
  claim: 'claimed',
  deploy: 'deployed',
  deposit: 'deposited',
  execute: 'executed',
  mint: 'minted',
  receive: 'received',
  repay: 'repaid',
  send: 'sent',
  sell: 'sold',
  stake: 'staked',
  trade: 'swapped',
  unstake: 'unstaked',
  withdraw: 'withdrawn',
} as const satisfies Readonly<Record<Operation, string>>;

/** Operations whose amounts have a sign. */
const SIGNS: Readonly<Partial<Record<Operation, '+' | '−'>>> = {
  borrow: '+',
  burn: '−',
  claim: '+',
  deposit: '+',
  mint: '+',
  receive: '+',
  repay: '−',
  send: '−',
  withdraw: '−',
};

/** Sign of the amount of an operation; empty without one. */
export const operationSign = (operation: Operation): '+' | '−' | '' => SIGNS[operation] ?? '';

/** Tests for a transaction of spam NFTs only, which is not displayed. One without transfers is none. */
export const isSpamOnly = ({ transfers }: Pick<ActivityItem, 'transfers'>): boolean => {
  const isSpam = (transfer: Transfer): boolean => transfer.kind === 'nft' && transfer.isSpam;
  return transfers.length > 0 && transfers.every(isSpam);
};

/**
 * Truncates the amount of a transfer to so many decimals, as text: `1.5` of `1.500000`. Exact, because the service's amounts are longer than a
 * floating-point number.
 */
export const truncateQuantity = (quantity: string, decimals: number): string => {
  const [whole = '0', fraction = ''] = quantity.split('.');
  const kept = fraction.slice(0, decimals).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
};
