import { type FormEvent, type ReactElement, useEffect, useRef } from 'react';
import { view } from '../../../domain/router/views.js';
import type { SwapToken } from '../../../domain/swap/parse-swap.js';
import { INITIAL_AMOUNT } from '../../../domain/swap/swap-form-state.js';
import { Icon } from '../../components/icon.js';
import { useSwapping } from '../../components/swap-scope.js';
import { useVirtualKeyboardInset } from '../../components/use-virtual-keyboard-inset.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSwap } from '../../hooks/use-swap.js';
import { canRetryQuote, QuoteError } from './quote-error.js';
import { Slippage } from './slippage.js';
import { SwapReady } from './swap-ready.js';
import { SourceSide, TargetSide } from './swap-sides.js';
import { SwapTerms } from './swap-terms.js';

/** The form of a swap. Its button says what to enter next. */
export const Swap = (): ReactElement => <SwapReady>{(tokens) => <SwapForm tokens={tokens} />}</SwapReady>;

const SwapForm = ({ tokens }: { readonly tokens: readonly SwapToken[] }): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const { push } = useRouter();
  const { edit, ...swap } = useSwap();
  const { source, target, fault, isQuoting, amount, isMax } = swap;
  const { isPending } = useSwapping();
  useVirtualKeyboardInset(form);
  const coin = tokens.find(({ asset }) => asset === null);
  useEffect(() => {
    if (source === null && target === null && coin !== undefined) edit({ source: coin, amount: INITIAL_AMOUNT });
  }, [source, target, coin, edit]);
  // The quote failed: the button requests another one.
  const canRetry = canRetryQuote(swap);
  const isReady = fault === null && !isPending;
  const canPress = isReady || canRetry || fault === 'token-missing';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canRetry) edit('refresh');
    else if (fault === 'token-missing') push(view('SwapSelectToken', { target: source === null ? 'sourceToken' : 'toToken' }));
    else if (isReady) push(view('SwapPreview'));
  };
  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      <div className="swap-sides">
        <SourceSide />
        <button
          type="button"
          className="swap-switch"
          aria-label={m.swapSides}
          data-key="switch"
          data-testid="lk-swap-switch"
          onClick={() => edit('switch')}
        >
          <Icon name="switch" />
        </button>
        <TargetSide />
      </div>
      <QuoteError swap={swap} />
      {amount === '' && !isMax ? null : <SwapTerms swap={swap} />}
      <Slippage />
      {online ? null : (
        <p className="hint" role="status">
          {m.swapOffline}
        </p>
      )}
      <button
        type="submit"
        className="btn main"
        part="button main"
        aria-disabled={!canPress || undefined}
        aria-busy={(fault === 'no-quote' && isQuoting) || undefined}
        data-testid="lk-review-swap"
      >
        {canRetry ? m.swapRetry : m.swapButton(fault)}
      </button>
    </form>
  );
};
