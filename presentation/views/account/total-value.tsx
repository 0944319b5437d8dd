import { type ReactElement, useState } from 'react';
import { formatFiat } from '../../../domain/money/format-amount.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { PriceChange } from '../tokens/price-change.js';

/**
 * Value of all tokens of the account on its network in US dollars, and its change within 24 hours. A skeleton while loading; without a price,
 * its line stays empty, because the buttons below must not move while they are pressed. Renders nothing where no price is loaded.
 */
export const TotalValue = (): ReactElement | null => {
  const m = useMessages();
  const { totalUsd, change24h, isLoading } = useTokens();
  const [wasLoading, setWasLoading] = useState(isLoading);
  if (isLoading && !wasLoading) setWasLoading(true);
  if (totalUsd === null && !wasLoading) return null;
  if (totalUsd === null)
    return (
      <div className="total" data-testid="lk-total-placeholder" aria-hidden="true">
        {isLoading ? <span className="skeleton" style={{ inlineSize: 128, blockSize: 20 }} /> : null}
      </div>
    );
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
