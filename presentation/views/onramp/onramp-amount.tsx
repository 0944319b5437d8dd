import { type ReactElement, useId } from 'react';
import { view } from '../../../domain/router/views.js';
import { AmountInput } from '../../components/amount-input.js';
import { Icon } from '../../components/icon.js';
import { useMessages } from '../../hooks/use-messages.js';
import type { Onramp } from '../../hooks/use-onramp.js';
import { useRouter } from '../../hooks/use-router.js';
import { CurrencyPicture } from './currency-picture.js';
import { fiatText } from './fiat-text.js';

/** Suggested amounts (facts of the field). */
const PRESETS = ['100', '250', '500', '1000'] as const;

/** Props of {@link OnrampAmount}. */
export interface OnrampAmountProps {
  readonly onramp: Onramp;
}

/** The amount to pay, and its currency. */
export const OnrampAmount = ({ onramp }: OnrampAmountProps): ReactElement | null => {
  const m = useMessages();
  const titleId = useId();
  const noteId = useId();
  const { push } = useRouter();
  const { payment, amount, fault, limits, edit } = onramp;
  if (payment === null) return null;
  const money = (text: string): string => fiatText(text, payment.id, m.locale);
  const isWrong = fault !== null && fault !== 'amount-missing' && fault !== 'nothing-sold';
  const [min, max] = limits === null ? ['', ''] : [money(limits.min), money(limits.max)];
  const methods = payment.limits.filter((method) => limits !== null && method.max !== limits.max);
  const methodLimits = methods.map((method) => m.buyMethodLimit(m.buyMethod(method.id), money(method.max)));
  const note = isWrong ? [m.buyFault(fault, min, max)] : limits === null ? [] : [m.buyLimits(min, max), ...methodLimits];
  return (
    <>
      <div className="buy-card">
        <h2 id={titleId}>{m.buyYouPay}</h2>
        <div className="send-line">
          <AmountInput
            value={amount}
            label={m.buyAmountIn(payment.id)}
            placeholder={m.buyAmountPlaceholder}
            isWrong={isWrong}
            noteId={noteId}
            testId="lk-buy-amount"
            onChange={(typed) => edit({ amount: typed })}
          />
          <button
            type="button"
            className="send-token"
            aria-label={m.buyPayIn(payment.id)}
            data-key="fiat"
            data-testid="lk-buy-fiat"
            onClick={() => push(view('OnRampFiatSelect'))}
          >
            <CurrencyPicture kind="currency" symbol={payment.id} size={28} />
            <bdi>{payment.id}</bdi>
            <Icon name="down" />
          </button>
        </div>
        <small id={noteId} className={isWrong ? 'buy-note wrong' : 'buy-note'} data-testid="lk-buy-note">
          {note.join(' · ')}
        </small>
      </div>
      <fieldset className="presets" aria-label={m.buyPresets}>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={amount === preset}
            data-key={`preset ${preset}`}
            data-testid={`lk-preset-${preset}`}
            onClick={() => edit({ amount: preset })}
          >
            <bdi>{money(preset)}</bdi>
          </button>
        ))}
      </fieldset>
    </>
  );
};
