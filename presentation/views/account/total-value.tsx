import type { ReactElement } from 'react';
import { formatFiat } from '../../../domain/money/format-amount.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { PriceChange } from '../tokens/price-change.js';

/** Value of all tokens of the account on its network in US dollars, and its change within 24 hours. Renders nothing without a price. */
export const TotalValue = (): ReactElement | null => {
  const m = useMessages();
  const { totalUsd, change24h } = useTokens();
  if (totalUsd === null) return null;
  return (
    <div className="total" data-testid="lk-total-value">
      <span className="sr">{m.totalValue}</span>
      <strong>
        <bdi dir="ltr">{formatFiat(totalUsd, { locale: m.locale, currency: 'USD' })}</bdi>
      </strong>
      {change24h === null ? null : <PriceChange change={change24h} />}
    </div>
  );
};
