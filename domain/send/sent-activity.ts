import { isSameAddress } from '../account/same-address.js';
import type { ActivityItem, ActivityStatus, FungibleTransfer } from '../activity/activity-item.js';
import { addressOf } from '../caip/caip-10.js';
import { formatUnits } from '../money/units.js';
import type { Network } from '../network/network.js';
import type { SentTransaction, TransactionOutcome } from './sent-transaction.js';

/** Only the fee was paid, or nothing. */
const FAILED: readonly TransactionOutcome['status'][] = ['reverted', 'partly-reverted', 'dropped'];

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
  const { chainId, hash, from, to, sentAt } = transaction;
  return {
    id: hash,
    chainId,
    operation: to === '' ? 'execute' : 'send',
    status: statusOf(transaction),
    hash,
    minedAtMs: sentAt,
    sentFrom: addressOf(from),
    sentTo: to === '' ? null : to,
    transfers: transfersOf(transaction, network),
  };
};

/** The history of an account on a network, as far as it was sent here: without what each RPC endpoint refused. */
export const sentActivity = (
  transactions: readonly SentTransaction[],
  { address, network }: { readonly address: string; readonly network: Network },
): readonly ActivityItem[] =>
  transactions
    .filter(
      ({ namespace, chainId, from, outcome }) =>
        chainId === network.caipNetworkId && isSameAddress(namespace, addressOf(from), address) && outcome?.status !== 'refused',
    )
    .map((transaction) => itemOf(transaction, network));
