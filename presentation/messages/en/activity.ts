import { ERROR_MESSAGES } from '../../../domain/errors/error-messages.js';

/** English texts of the history. */
export const activityEn = {
  activityFailed: ERROR_MESSAGES['activity/fetch-failed'],
  activityFailedHint: 'Check your internet connection and try again.',
  activityUnavailable: 'Activity unavailable',
  activityUnavailableHint: 'This site has no service that reads the history of an account.',
  activityUnsupported: (network: string) => `No activity for ${network}`,
  activityUnsupportedHint: 'The history of this network cannot be read.',
  activityOfChain: 'Read from the network itself: transfers of its coin only.',
  activitySentHere: 'Only transactions sent with this app in this browser are listed.',
  noActivity: 'No activity yet',
  noActivityHint: (network: string) => `Transactions of this account on ${network} will appear here.`,
  loadingActivity: 'Loading activity…',
  activityList: 'Activity by month',
  moreActivityFailed: 'Older activity could not be loaded.',
  // Labels of transactions.
  approved: 'Approved',
  bought: 'Bought',
  borrowed: 'Borrowed',
  burnt: 'Burnt',
  canceled: 'Canceled',
  claimed: 'Claimed',
  deployed: 'Deployed',
  deposited: 'Deposited',
  executed: 'Executed',
  minted: 'Minted',
  received: 'Received',
  repaid: 'Repaid',
  sent: 'Sent',
  sold: 'Sold',
  staked: 'Staked',
  swapped: 'Swapped',
  unstaked: 'Unstaked',
  withdrawn: 'Withdrawn',
  transactionConfirmed: 'Confirmed',
  transactionPending: 'Pending',
  transactionFailed: 'Failed',
  /** `account` is a shortened address or a label. */
  sentTo: (account: string) => `To ${account}`,
  receivedFrom: (account: string) => `From ${account}`,
  /** Replaces an address that imitates one of the user's or of a recipient. */
  lookAlikeAddress: 'Look-alike address',
  /** Replaces the recipient of a transfer of nothing that someone else made in the user's name. */
  notSentByYou: 'Not sent by you',
  /** Replaces the name of an NFT without one. */
  unnamedNft: 'NFT',
};
