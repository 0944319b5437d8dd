import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { formatAmount, formatBalance } from '../../../domain/money/format-amount.js';
import { Icon } from '../../components/icon.js';
import { useBalance } from '../../hooks/use-balance.js';
import { useBalanceBreakdown } from '../../hooks/use-balance-breakdown.js';
import { useMessages } from '../../hooks/use-messages.js';
import { NativeBalance } from './native-balance.js';

/**
 * The native balance, and what it consists of on request. Only the balance on chains whose whole balance can be transferred. Both have the
 * same height.
 */
export const Balance = (): ReactElement => {
  const m = useMessages();
  const { data, refetch } = useBalanceBreakdown();
  const { value } = useBalance().data ?? {};
  // Not read again for the first balance, which is read at the same time.
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current !== undefined && value !== undefined && lastValue.current !== value) refetch();
    lastValue.current = value;
  }, [value, refetch]);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (data == null) return <NativeBalance />;
  const { symbol, decimals } = data;
  const shorten = (value: bigint): string => formatBalance({ value, decimals }, { locale: m.locale });
  const rows = [
    [m.balanceFree, shorten(data.free)],
    [m.balanceReserved, shorten(data.reserved)],
    [m.balanceFrozen, shorten(data.frozen)],
    [m.balanceTransferable, shorten(data.transferable)],
    // In full: users compare it with what they leave in the account.
    [m.balanceMinimum, formatAmount(data.existentialDeposit, decimals, decimals, { locale: m.locale, minDigits: 0 })],
  ] as const;
  return (
    <>
      <NativeBalance>
        <button
          type="button"
          data-testid="lk-balance-details"
          aria-label={m.balanceDetails}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="down" />
        </button>
      </NativeBalance>
      <dl className="term-list" id={listId} hidden={!isOpen} data-testid="lk-balance-breakdown">
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi dir="ltr">
                {amount} {symbol}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};
