import { type ReactElement, useEffect, useRef } from 'react';
import { formatBalance } from '../../../domain/money/format-amount.js';
import { useBalance } from '../../hooks/use-balance.js';
import { useBalanceBreakdown } from '../../hooks/use-balance-breakdown.js';
import { useMessages } from '../../hooks/use-messages.js';

/** What the native balance consists of, collapsed. Renders nothing on chains whose whole balance can be transferred. */
export const BalanceBreakdown = (): ReactElement | null => {
  const m = useMessages();
  const { data, refetch } = useBalanceBreakdown();
  const { value } = useBalance().data ?? {};
  // Not read again for the first balance, which is read at the same time.
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current !== undefined && value !== undefined && lastValue.current !== value) refetch();
    lastValue.current = value;
  }, [value, refetch]);
  if (data == null) return null;
  const { symbol, decimals } = data;
  const rows = [
    [m.balanceFree, data.free],
    [m.balanceReserved, data.reserved],
    [m.balanceFrozen, data.frozen],
    [m.balanceTransferable, data.transferable],
    [m.balanceMinimum, data.existentialDeposit],
  ] as const;
  return (
    <details className="parts" data-testid="lk-balance-breakdown">
      <summary>{m.balanceDetails}</summary>
      <dl>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi dir="ltr">
                {formatBalance({ value: amount, decimals }, { locale: m.locale })} {symbol}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
