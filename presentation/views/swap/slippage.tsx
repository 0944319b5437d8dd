import { type ReactElement, useId, useState } from 'react';
import { decimalSeparatorOf } from '../../../domain/money/format-amount.js';
import { formatUnits, parseUnits } from '../../../domain/money/units.js';
import { readTypedAmount } from '../../../domain/send/typed-amount.js';
import { DEFAULT_SLIPPAGE_BPS, MAX_SLIPPAGE_BPS, MIN_SLIPPAGE_BPS } from '../../../domain/swap/swap-form-state.js';
import { attempt } from '../../../domain/wire.js';
import { Icon } from '../../components/icon.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useSwap } from '../../hooks/use-swap.js';
import { useSwapTexts } from './use-swap-texts.js';

/** Tolerances to choose from, in hundredths of a percent. */
const CHOICES_BPS: readonly number[] = [50, 100, 300];
/** Others profit from a higher one. */
const HIGH_BPS = 500;
/** Hundredths of a percent have two decimals in percent. */
const PERCENT_DECIMALS = 2;
const MAX_LENGTH = 5;
/** How a percentage below one begins. */
const BEGUN = /^0?(?:\.0?)?$/;

/** Hundredths of a percent; `null` if a text is no percentage in the bounds. */
const readPercent = (text: string): number | null => {
  const bps = Number(attempt(() => parseUnits(text, PERCENT_DECIMALS)) ?? -1n);
  return bps < MIN_SLIPPAGE_BPS || bps > MAX_SLIPPAGE_BPS ? null : bps;
};

/** The tolerated change of the price: three choices, or any percentage. */
export const Slippage = (): ReactElement => {
  const m = useMessages();
  const name = useId();
  const noteId = useId();
  const { edit, ...swap } = useSwap();
  const { slippageBps } = swap;
  const { slippage } = useSwapTexts(swap);
  const isChoice = CHOICES_BPS.includes(slippageBps);
  const [text, setText] = useState(isChoice ? '' : formatUnits(BigInt(slippageBps), PERCENT_DECIMALS));
  const typed = text === '' ? null : readPercent(text);
  const isBegun = BEGUN.test(text);
  const isWrong = text !== '' && typed === null && !isBegun;
  // As after another network was chosen.
  if (typed !== null && typed !== slippageBps) setText('');
  const type = (entered: string): void => {
    const next = readTypedAmount(entered, decimalSeparatorOf(m.locale));
    setText(next);
    // A text that is not understood is not used, and neither is what was typed before.
    edit({ slippageBps: readPercent(next) ?? DEFAULT_SLIPPAGE_BPS });
  };
  return (
    <details className="swap-slippage">
      <summary data-key="slippage" data-testid="lk-swap-slippage">
        {m.swapSlippage}
        <span>
          <bdi dir="ltr">{slippage}</bdi>
          <Icon name="down" />
        </span>
      </summary>
      <div>
        <p className="hint">{m.swapSlippageHint}</p>
        <fieldset>
          <legend className="sr">{m.swapSlippage}</legend>
          <div className="speeds">
            {CHOICES_BPS.map((bps) => (
              <label key={bps}>
                <input
                  type="radio"
                  name={name}
                  checked={bps === slippageBps && typed === null}
                  data-testid={`lk-slippage-${String(bps)}`}
                  onChange={() => {
                    setText('');
                    edit({ slippageBps: bps });
                  }}
                />
                <bdi dir="ltr">{`${formatUnits(BigInt(bps), PERCENT_DECIMALS)}%`}</bdi>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="swap-custom">
          <input
            type="text"
            inputMode="decimal"
            value={text}
            placeholder={m.swapSlippageCustom}
            aria-label={m.swapSlippageCustom}
            aria-invalid={isWrong || undefined}
            aria-describedby={noteId}
            autoComplete="off"
            maxLength={MAX_LENGTH}
            dir="ltr"
            data-key="custom-slippage"
            data-testid="lk-slippage-custom"
            onChange={(event) => type(event.target.value)}
            onBlur={isBegun ? () => setText('') : undefined}
          />
          <span aria-hidden="true">{m.swapPercent}</span>
        </div>
        <p className={isWrong ? 'hint send-note wrong' : 'hint send-note'} id={noteId} role="status">
          {isWrong ? m.swapSlippageWrong : slippageBps > HIGH_BPS ? m.swapSlippageHigh : null}
        </p>
      </div>
    </details>
  );
};
