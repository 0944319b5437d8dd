import { formatUnits, type SentTransaction } from 'latchkey';
import { useAssetBalances, useLatchkey, useTransactions } from 'latchkey/react';
import type { ReactElement } from 'react';
import { tokenName } from '../token-name.js';

const STATUS = {
  confirmed: 'Confirmed',
  reverted: 'Failed on chain',
  'partly-reverted': 'Failed in part',
  dropped: 'Dropped',
  waiting: 'On its way',
} as const;

/** What was sent from here and how it fares, also after a reload. */
export const Transactions = (): ReactElement => {
  const transactions = useTransactions();
  if (transactions.length === 0) return <p className="empty">Nothing was sent in the last five minutes.</p>;
  return (
    <ol className="sent" data-testid="demo-transactions">
      {transactions.map((each) => (
        <Transaction key={`${each.chainId} ${each.hash}`} transaction={each} />
      ))}
    </ol>
  );
};

const Transaction = ({ transaction }: { readonly transaction: SentTransaction }): ReactElement => {
  const { chainId, hash, to, outcome, namespace, isReplaceable } = transaction;
  const status = outcome?.status ?? 'waiting';
  const network = useLatchkey()
    .getCaipNetworks(namespace)
    .find(({ caipNetworkId }) => caipNetworkId === chainId);
  const amount = useAmount(transaction, network?.nativeCurrency);
  return (
    <li data-testid="demo-transaction" data-status={status} data-hash={hash}>
      <p className="sent-line">
        <b>{amount ?? 'A transaction'}</b> <span>{network?.name ?? chainId}</span>{' '}
        <span className={`chip ${status}`}>{STATUS[status]}</span>
      </p>
      {to !== '' && <p className="sent-detail">To {to}</p>}
      <p className="sent-detail">{hash}</p>
      {outcome === null && isReplaceable === true && (
        <p className="sent-note" data-testid="demo-replaceable">
          The wallet can still replace it by one that pays a higher fee.
        </p>
      )}
    </li>
  );
};

/** How much was sent, as far as its decimals are known. */
const useAmount = (
  { value, asset }: SentTransaction,
  coin: { readonly symbol: string; readonly decimals: number } | undefined,
): string | null => {
  const { data: balances = [] } = useAssetBalances();
  const unit = asset === null ? coin : balances.find((each) => each.asset === asset);
  return value === null || unit === undefined
    ? null
    : `${formatUnits(value, unit.decimals)} ${'asset' in unit ? tokenName(unit) : unit.symbol}`;
};
