import { memo, type ReactElement } from 'react';
import { type Truncation, truncate } from '../../../domain/account/display-address.js';
import { formatBalance, formatFiat, formatShare } from '../../../domain/money/format-amount.js';
import { view } from '../../../domain/router/views.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { LookAlikeTag } from '../../components/look-alike-tag.js';
import { Row } from '../../components/row.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { PriceChange } from './price-change.js';
import { TokenPicture } from './token-picture.js';

/** Longer symbols are in the details. */
const SYMBOL: Truncation = { start: 16, end: 0 };

/** Props of {@link TokenRow}. */
export interface TokenRowProps {
  readonly token: TokenBalance;
  /** Value of all tokens, of which the row tells the share. */
  readonly totalUsd: number | null;
  /** Default: its details are shown. */
  readonly onChoose?: ((token: TokenBalance) => void) | undefined;
}

/** A token with its balance, value, share of all and price change. Memoized, because scrolling renders the list often. */
export const TokenRow = memo(({ token, totalUsd, onChoose }: TokenRowProps): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  const { asset, name, symbol, valueUsd, change24h, resembles } = token;
  const share = valueUsd === null || totalUsd === null || totalUsd === 0 ? null : valueUsd / totalUsd;
  return (
    <Row
      start={<TokenPicture token={token} />}
      title={<bdi className="token-name">{name}</bdi>}
      detail={
        <>
          <bdi className="quantity" dir="ltr">
            {formatBalance(token, { locale: m.locale })} {truncate(symbol, SYMBOL)}
          </bdi>
          {resembles === undefined ? null : <LookAlikeTag>{m.lookAlikeToken}</LookAlikeTag>}
        </>
      }
      end={
        valueUsd === null ? null : (
          <span className="amounts">
            <bdi dir="ltr">{formatFiat(valueUsd, { locale: m.locale, currency: 'USD' })}</bdi>
            <small>
              {share === null ? null : (
                <bdi className="item" dir="ltr">
                  {formatShare(share, { locale: m.locale })}
                </bdi>
              )}
              {change24h === null ? null : <PriceChange change={change24h} />}
            </small>
          </span>
        )
      }
      focusKey={`token ${asset ?? 'coin'}`}
      testId={`lk-token-${symbol}`}
      onClick={() => (onChoose === undefined ? push(view('TokenDetails', { asset })) : onChoose(token))}
    />
  );
});
