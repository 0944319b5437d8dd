import { isSameAddress } from '../account/same-address.js';
import type { ActivityItem, ActivityStatus, FungibleTransfer, Operation } from '../activity/activity-item.js';
import { addressOf } from '../caip/caip-10.js';
import { formatUnits } from '../money/units.js';
import type { Network } from '../network/network.js';
import type { SentPurpose } from './sent-purpose.js';
import type { SentTransaction, TransactionOutcome } from './sent-transaction.js';

/** Only the fee was paid, or nothing. */
const FAILED: readonly TransactionOutcome['status'][] = ['reverted', 'partly-reverted', 'dropped'];

/** Operations of the purposes in a history. */
const OPERATIONS: Readonly<Record<SentPurpose, Operation>> = {
  send: 'send',
  call: 'execute',
  approval: 'approve',
  batch: 'execute',
  swap: 'trade',
  psbt: 'execute',
  cancel: 'cancel',
};

const statusOf = ({ outcome }: SentTransaction): ActivityStatus => {
  if (outcome === null) return 'pending';
  return FAILED.includes(outcome.status) ? 'failed' : 'confirmed';
};

/** The transferred coin; empty for a token, an unknown amount, or a transaction that the app built. */
const transfersOf = ({ from, to, value, asset, namespace }: SentTransaction, network: Network): readonly FungibleTransfer[] => {
  if (to === '' || value === null || asset !== null) return [];
  const { name, symbol, decimals } = network.nativeCurrency;
  const direction = isSameAddress(namespace, addressOf(from), to) ? 'self' : 'out';
  return [{ kind: 'fungible', direction, quantity: formatUnits(value, decimals), valueUsd: null, name, symbol, iconUrl: null }];
};

const itemOf = (transaction: SentTransaction, network: Network): ActivityItem => {
  const { chainId, hash, from, to, purpose, sentAt } = transaction;
  return {
    id: hash,
    chainId,
    // Records of earlier versions are called `send`, also without a recipient.
    operation: to === '' && purpose === 'send' ? 'execute' : OPERATIONS[purpose],
    status: statusOf(transaction),
    hash,
    minedAtMs: sentAt,
    sentFrom: addressOf(from),
    sentTo: to === '' ? null : to,
    transfers: transfersOf(transaction, network),
  };
};

/** The history of an account on a network, as far as it was sent here: without what each RPC endpoint refused, and what another transaction replaced. */
export const sentActivity = (
  transactions: readonly SentTransaction[],
  { address, network }: { readonly address: string; readonly network: Network },
): readonly ActivityItem[] =>
  transactions
    .filter(
      ({ namespace, chainId, from, outcome }) =>
        chainId === network.caipNetworkId &&
        isSameAddress(namespace, addressOf(from), address) &&
        outcome?.status !== 'refused' &&
        outcome?.status !== 'replaced',
    )
    .map((transaction) => itemOf(transaction, network));
