import type { ActivityItem, Transfer } from './activity-item.js';
import { isSpam } from './operation-label.js';

/** One line of a history: a transaction, or one transfer of a transaction with many. */
export interface ActivityRow {
  readonly key: string;
  readonly item: ActivityItem;
  /** Displayed together: none, one, or the two sides of a trade. */
  readonly transfers: readonly Transfer[];
}

/** The lines of a transaction, without its spam NFTs. Two transfers are the sides of a trade, unless both are NFTs; more of them have a line each. */
export const activityRows = (item: ActivityItem): readonly ActivityRow[] => {
  const { id } = item;
  const transfers = item.transfers.filter((transfer) => !isSpam(transfer));
  const isTrade = transfers.length === 2 && transfers.some(({ kind }) => kind !== 'nft');
  if (transfers.length < 2 || isTrade) return [{ key: id, item, transfers }];
  return transfers.map((transfer, index) => ({ key: `${id} ${index}`, item, transfers: [transfer] }));
};
