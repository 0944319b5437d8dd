import type { ActivityItem } from '../activity/activity-item.js';

/** A purchase as a line of the history: of what was bought only. Its fees are no transfers of the account. */
export const purchaseItemOf = (item: ActivityItem): ActivityItem => {
  const bought = item.transfers.find(({ kind }) => kind === 'fungible');
  return { ...item, operation: 'bought', transfers: bought === undefined ? [] : [bought] };
};
