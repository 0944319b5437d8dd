import type { ReactElement } from 'react';
import { formatAmount } from '../../../domain/money/format-amount.js';
import { parseUnits } from '../../../domain/money/units.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { useMessages } from '../../hooks/use-messages.js';
import type { Onramp } from '../../hooks/use-onramp.js';
import { useRouter } from '../../hooks/use-router.js';
import { CurrencyPicture } from './currency-picture.js';
import { fiatText } from './fiat-text.js';

/** Displayed decimals of what is bought. */
const DECIMALS = 6;

/** Formats a decimal text of a service, such as `0.0125`, cut off after six decimals. */
const quantityText = (amount: string, locale: string): string => {
  const decimals = amount.split('.')[1]?.length ?? 0;
  return formatAmount(parseUnits(amount, decimals), decimals, DECIMALS, { locale, minDigits: 0 });
};

/** Props of {@link OnrampPrice}. */
export interface OnrampPriceProps {
  readonly onramp: Onramp;
}

/** The price: the amount that the user gets, with the fees. An estimate says so: nothing can be bought at it. */
export const OnrampPrice = ({ onramp }: OnrampPriceProps): ReactElement | null => {
  const m = useMessages();
  const { push } = useRouter();
  const { purchase, quote, isQuoting, fault, edit } = onramp;
  if (purchase === null) return null;
  const fees =
    quote === null || quote.estimated
      ? []
      : [
          { label: m.buyFee, value: quote.coinbaseFee },
          { label: m.buyNetworkFee, value: quote.networkFee },
          { label: m.buyTotal, value: quote.paymentTotal },
        ];
  const isKnown = quote !== null && !quote.estimated;
  return (
    <>
      <div className="buy-card">
        <h2>{m.buyYouGet}</h2>
        <div className="send-line">
          <div className={isKnown ? 'buy-get' : 'buy-get unknown'} role="status" data-testid="lk-buy-get">
            {isKnown ? (
              <bdi dir="ltr">
                {quantityText(quote.purchaseAmount.amount, m.locale)} {purchase.symbol}
              </bdi>
            ) : quote?.estimated === true ? (
              <>
                <bdi dir="ltr">{fiatText(quote.purchaseAmount.amount, quote.purchaseAmount.currency, m.locale)}</bdi>
                <span className="tag warn">{m.buyEstimated}</span>
              </>
            ) : (
              <span>{isQuoting && fault === null ? m.buyReading : m.buyPriceEmpty}</span>
            )}
          </div>
          <button
            type="button"
            className="send-token"
            aria-label={m.buyToken(purchase.symbol)}
            data-key="token"
            data-testid="lk-buy-token"
            onClick={() => push(view('OnRampTokenSelect'))}
          >
            <CurrencyPicture kind="token" symbol={purchase.symbol} size={28} />
            <bdi>{purchase.symbol}</bdi>
            <Icon name="down" />
          </button>
        </div>
        {fees.length === 0 ? null : (
          <dl className="buy-fees">
            {fees.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi dir="ltr">{fiatText(value.amount, value.currency, m.locale, true)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {quote?.estimated === true ? (
        <div className="caution" role="alert" data-testid="lk-buy-estimated">
          <Icon name="warning" />
          <div className="stack">
            <div>
              <h2>{m.buyEstimatedTitle}</h2>
              <p>{m.buyEstimatedHint}</p>
            </div>
            <ActionButton busy={isQuoting} testId="lk-try-again" onClick={() => edit({})}>
              {m.tryAgain}
            </ActionButton>
          </div>
        </div>
      ) : null}
    </>
  );
};
