import { type ReactElement, useId } from 'react';
import { fiatOfUnits } from '../../../domain/money/fiat-amount.js';
import { FIAT_DECIMALS, formatAmount, formatBalance, formatFiat } from '../../../domain/money/format-amount.js';
import { formatUnits } from '../../../domain/money/units.js';
import { view } from '../../../domain/router/views.js';
import { type AmountUnit, hasPrice, isTooPrecise, withUnit } from '../../../domain/send/send-draft.js';
import { AmountInput } from '../../components/amount-input.js';
import { Icon } from '../../components/icon.js';
import { useBuy } from '../../components/use-buy.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSend } from '../../hooks/use-send.js';
import { TokenPicture } from '../tokens/token-picture.js';

/** The amount of a transfer, in the token or in US dollars, and its token. */
export const AmountField = (): ReactElement => {
  const m = useMessages();
  const noteId = useId();
  const { buy } = useModalMessages();
  const openBuy = useBuy();
  const { push } = useRouter();
  const send = useSend();
  const { token, amount, unit, isMax, value, fault, edit } = send;
  const price = token?.priceUsd ?? null;
  const isWrong = fault === 'incorrect-amount' || fault === 'insufficient-funds';
  const tokenAmount = (base: bigint): string =>
    token === null ? '' : `${formatAmount(base, token.decimals, token.decimals, { locale: m.locale, minDigits: 0 })} ${token.symbol}`;
  const dollars = (base: bigint): string =>
    token === null || price === null
      ? ''
      : formatFiat(Number(fiatOfUnits(base, token.decimals, price)), { locale: m.locale, currency: 'USD' });
  const write = (base: bigint, target: AmountUnit): string => {
    if (token === null) return '';
    return target === 'fiat' ? fiatOfUnits(base, token.decimals, price ?? 0) : formatUnits(base, token.decimals);
  };
  const other: AmountUnit = unit === 'token' ? 'fiat' : 'token';
  const inOther = other === 'fiat' ? dollars(value ?? 0n) : tokenAmount(value ?? 0n);
  // Everything, until its fee is known.
  const shown = isMax && token !== null ? write(value ?? token.value, unit) : amount;
  const switchUnit = (): void => {
    const next = withUnit(send, other, write);
    edit({ unit: next.unit, amount: next.amount, ...(isMax ? { isMax } : {}) });
  };
  return (
    <div className="send-amount">
      <div className="send-line">
        <AmountInput
          value={shown}
          label={m.sendAmountIn(unit === 'fiat' ? 'USD' : (token?.symbol ?? ''))}
          placeholder={m.sendAmountPlaceholder}
          isWrong={isWrong}
          noteId={noteId}
          testId="lk-send-amount"
          onChange={(typed) => edit({ amount: typed, unit })}
        />
        <button
          type="button"
          className="send-token"
          aria-label={token === null ? m.sendChooseToken : m.sendToken(token.symbol)}
          data-key="token"
          data-testid="lk-send-token"
          onClick={() => push(view('WalletSendSelectToken'))}
        >
          {token === null ? m.sendChooseToken : <TokenPicture token={token} size={28} />}
          {token === null ? null : <bdi>{token.symbol}</bdi>}
          <Icon name="down" />
        </button>
      </div>
      {token === null ? null : (
        <div className="send-line">
          {!hasPrice(token) ? (
            <small />
          ) : (
            <button
              type="button"
              className="text-btn send-unit"
              aria-label={m.sendInUnit(inOther)}
              data-key="unit"
              data-testid="lk-send-unit"
              onClick={switchUnit}
            >
              <bdi dir="ltr">{inOther}</bdi>
              <Icon name="switch" />
            </button>
          )}
          <small className="send-balance" id={noteId}>
            {isTooPrecise(send) ? (
              m.sendDecimals(unit === 'fiat' ? 'USD' : token.symbol, unit === 'fiat' ? FIAT_DECIMALS : token.decimals)
            ) : (
              <bdi dir="ltr">{m.sendBalance(`${formatBalance(token, { locale: m.locale })} ${token.symbol}`)}</bdi>
            )}
          </small>
          {fault === 'insufficient-funds' && openBuy !== null ? (
            <button type="button" className="text-btn" data-key="buy" data-testid="lk-send-buy" onClick={openBuy}>
              {buy}
            </button>
          ) : (
            <button
              type="button"
              className="text-btn"
              aria-label={token.asset === null && !send.isSponsored ? m.sendMaxLessFee(token.symbol) : m.sendMaxLabel(token.symbol)}
              aria-pressed={isMax}
              data-key="max"
              data-testid="lk-send-max"
              onClick={() => edit({ isMax: true, amount: '', unit })}
            >
              {m.sendMax}
            </button>
          )}
        </div>
      )}
    </div>
  );
};
