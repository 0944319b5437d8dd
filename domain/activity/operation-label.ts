import type { ActivityItem, Operation, Transfer } from './activity-item.js';

/** Keys of the texts of the operations. */
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

/** Tests for a transaction of spam NFTs only, which is not displayed. One without transfers is none. */
export const isSpamOnly = ({ transfers }: Pick<ActivityItem, 'transfers'>): boolean => transfers.length > 0 && transfers.every(isSpam);

/** Tests for the transfer of an NFT that the service marks as spam. */
export const isSpam = (transfer: Transfer): boolean => transfer.kind === 'nft' && transfer.isSpam;
