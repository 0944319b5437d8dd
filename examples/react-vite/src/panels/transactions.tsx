import { formatUnits, type SentTransaction } from 'latchkey';
import { useAssetBalances, useLatchkey, useTransactions } from 'latchkey/react';
import type { ReactElement } from 'react';
import { tokenName } from '../token-name.js';

const STATUS = {
  confirmed: 'Confirmed',
  reverted: 'Reverted',
  'partly-reverted': 'Partly reverted',
  replaced: 'Replaced',
  dropped: 'Dropped',
  refused: 'Refused',
  pending: 'Pending',
} as const;

const KIND = { transaction: 'A transaction', calls: 'A batch of calls', 'user-operation': 'A user operation' } as const;

/** Lists the transactions of this site and their status. Survives a reload. */
export const Transactions = (): ReactElement => {
  const { data: transactions = [], error, refetch } = useTransactions();
  if (error !== null)
    return (
      <p className="empty" role="alert">
        {error.message}{' '}
        <button type="button" onClick={refetch}>
          Try again
        </button>
      </p>
    );
  if (transactions.length === 0) return <p className="empty">None yet.</p>;
  return (
    <ol className="sent" data-testid="demo-transactions">
      {transactions.map((each) => (
        <Transaction key={`${each.chainId} ${each.hash}`} transaction={each} />
      ))}
    </ol>
  );
};

const Transaction = ({ transaction }: { readonly transaction: SentTransaction }): ReactElement => {
  const { chainId, hash, kind, to, outcome, namespace, isReplaceable } = transaction;
  const status = outcome?.status ?? 'pending';
  const network = useLatchkey()
    .getCaipNetworks(namespace)
    .find(({ caipNetworkId }) => caipNetworkId === chainId);
  const amount = useAmount(transaction, network?.nativeCurrency);
  return (
    <li data-testid="demo-transaction" data-status={status} data-hash={hash}>
      <p className="sent-line">
        <b>{amount ?? KIND[kind]}</b> <span>{network?.name ?? chainId}</span> <span className={`chip ${status}`}>{STATUS[status]}</span>
      </p>
      {to !== '' && <p className="sent-detail">To: {to}</p>}
      <p className="sent-detail">{hash}</p>
      {outcome === null && isReplaceable === true && (
        <p className="sent-note" data-testid="demo-replaceable">
          You can still replace it in your wallet with a higher fee.
        </p>
      )}
    </li>
  );
};

/** Formats the amount; `null` while the decimals are unknown. */
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
