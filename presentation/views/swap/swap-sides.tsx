import { type ReactElement, type ReactNode, useId } from 'react';
import { fiatOfUnits } from '../../../domain/money/fiat-amount.js';
import { formatAmount, formatBalance, formatFiat } from '../../../domain/money/format-amount.js';
import { formatUnits } from '../../../domain/money/units.js';
import { view } from '../../../domain/router/views.js';
import type { SwapToken } from '../../../domain/swap/parse-swap.js';
import { AmountInput } from '../../components/amount-input.js';
import { Icon } from '../../components/icon.js';
import { useBuy } from '../../components/use-buy.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSwap } from '../../hooks/use-swap.js';
import { TokenPicture } from '../tokens/token-picture.js';

/** Displayed decimals of what a swap gives (specification, section 9). */
const RECEIVED_DECIMALS = 6;
/** Characters that fit beside the token in large type. */
const LONG_AMOUNT = 9;

interface SideProps {
  readonly title: string;
  readonly side: 'sourceToken' | 'toToken';
  readonly token: SwapToken | null;
  /** In US dollars; `null` without one. */
  readonly dollars: string | null;
  readonly amount: ReactElement;
  readonly children?: ReactNode;
}

/** One side of a swap: its amount and its token. */
const Side = ({ title, side, token, dollars, amount, children }: SideProps): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  return (
    <section className="send-amount" aria-label={title}>
      <p className="swap-title">{title}</p>
      <div className="send-line">
        {amount}
        <button
          type="button"
          className="send-token"
          aria-label={token === null ? m.swapChooseToken : m.swapToken(token.symbol)}
          data-key={side}
          data-testid={`lk-swap-${side}`}
          onClick={() => push(view('SwapSelectToken', { target: side }))}
        >
          {token === null ? m.swapChooseToken : <TokenPicture token={token} size={28} />}
          {token === null ? null : <bdi>{token.symbol}</bdi>}
          <Icon name="down" />
        </button>
      </div>
      <div className="send-line">
        <small>{dollars === null ? null : <bdi dir="ltr">{dollars}</bdi>}</small>
        {children}
      </div>
    </section>
  );
};

/** The side that is given. */
export const SourceSide = (): ReactElement => {
  const m = useMessages();
  const { buy } = useModalMessages();
  const openBuy = useBuy();
  const noteId = useId();
  const { source, amount, isMax, sent, sourceBalance, fault, offer, edit } = useSwap();
  const price = offer?.sourcePriceUsd ?? null;
  const isWrong = fault === 'incorrect-amount' || fault === 'insufficient-balance';
  const shown = isMax && source !== null ? (sent === null ? '' : formatUnits(sent, source.decimals)) : amount;
  const dollars =
    source === null || sent === null || price === null
      ? null
      : formatFiat(Number(fiatOfUnits(sent, source.decimals, price)), { locale: m.locale, currency: 'USD' });
  return (
    <Side
      title={m.swapGive}
      side="sourceToken"
      token={source}
      dollars={dollars}
      amount={
        <AmountInput
          value={shown}
          label={m.swapAmountIn(source?.symbol ?? '')}
          placeholder={m.swapAmountPlaceholder}
          isWrong={isWrong}
          noteId={noteId}
          testId="lk-swap-amount"
          onChange={(typed) => edit({ amount: typed })}
        />
      }
    >
      {source === null ? null : (
        <>
          <small className="send-balance" id={noteId}>
            {fault === 'incorrect-amount' && sent === null ? (
              m.swapDecimals(source.symbol, source.decimals)
            ) : sourceBalance === null ? (
              <span className="skeleton" role="img" aria-label={m.loading} style={{ inlineSize: 72, blockSize: 14 }} />
            ) : (
              <bdi dir="ltr">
                {m.swapBalance(
                  `${formatBalance({ value: sourceBalance, decimals: source.decimals }, { locale: m.locale })} ${source.symbol}`,
                )}
              </bdi>
            )}
          </small>
          {(fault === 'insufficient-balance' || sourceBalance === 0n) && openBuy !== null ? (
            <button type="button" className="text-btn" data-key="buy" data-testid="lk-swap-buy" onClick={openBuy}>
              {buy}
            </button>
          ) : (
            <button
              type="button"
              className="text-btn"
              aria-label={m.swapMaxLabel(source.symbol)}
              aria-pressed={isMax}
              data-key="max"
              data-testid="lk-swap-max"
              onClick={() => edit({ isMax: true, amount: '' })}
            >
              {m.swapMax}
            </button>
          )}
        </>
      )}
    </Side>
  );
};

/** The side that is received. */
export const TargetSide = (): ReactElement => {
  const m = useMessages();
  const { target, received, isQuoting, offer } = useSwap();
  const price = offer?.targetPriceUsd ?? null;
  const isWaiting = received === null && isQuoting;
  const text =
    received === null || target === null
      ? null
      : formatAmount(received, target.decimals, RECEIVED_DECIMALS, { locale: m.locale, minDigits: 0 });
  const dollars =
    target === null || received === null || price === null
      ? null
      : formatFiat(Number(fiatOfUnits(received, target.decimals, price)), { locale: m.locale, currency: 'USD' });
  return (
    <Side
      title={m.swapGet}
      side="toToken"
      token={target}
      dollars={dollars}
      amount={
        <output
          className={text === null ? 'none' : text.length > LONG_AMOUNT ? 'long' : undefined}
          aria-label={m.swapAmountToGet(target?.symbol ?? '')}
          dir="ltr"
          data-testid="lk-swap-received"
        >
          {isWaiting ? (
            <span className="skeleton" role="img" aria-label={m.swapQuoting} style={{ inlineSize: 112, blockSize: 22 }} />
          ) : (
            (text ?? m.swapAmountPlaceholder)
          )}
        </output>
      }
    />
  );
};
