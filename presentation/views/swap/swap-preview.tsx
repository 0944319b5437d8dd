import { type ReactElement, useEffect, useId } from 'react';
import { fiatOfUnits } from '../../../domain/money/fiat-amount.js';
import { formatFiat } from '../../../domain/money/format-amount.js';
import type { SwapToken } from '../../../domain/swap/parse-swap.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { useSwapping } from '../../components/swap-scope.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { useSwap } from '../../hooks/use-swap.js';
import { TokenPicture } from '../tokens/token-picture.js';
import { canRetryQuote, QuoteError } from './quote-error.js';
import { SwapTerms } from './swap-terms.js';
import { useSwapTexts } from './use-swap-texts.js';

/** Both sides of a swap for review, and the steps once it is submitted. */
export const SwapPreview = (): ReactElement | null => {
  const m = useMessages();
  const { goBack } = useRouter();
  const { show } = useSnackbar();
  const { caipAddress } = useAccount();
  const { edit, ...entered } = useSwap();
  const { send, reviewed, isPending, step, cancel } = useSwapping();
  const swap = reviewed ?? entered;
  const { source, target, sent, received, minimum, offer, fault, needsApproval, isUnlimited } = swap;
  const texts = useSwapTexts(swap);
  const unlimitedId = useId();
  const isComplete = source !== null && target !== null && caipAddress !== undefined && (sent !== null || isPending);
  // As after another account was chosen in the wallet.
  useEffect(() => {
    if (!isComplete) goBack();
  }, [isComplete, goBack]);
  useEffect(() => {
    if (step === 'approve-allowance') show(m.swapApproveInWallet, 'loading');
    if (step === 'approve-in-wallet') show(m.swapConfirmInWallet, 'loading');
  }, [step, show, m]);
  if (!isComplete) return null;
  const isApproving = step === 'approve-allowance' || step === 'wait-for-allowance';
  const canSwap = fault === null && !isPending;
  const canRetry = canRetryQuote(swap) && !isPending;
  const label = (): string => {
    if (isApproving) return m.swapApproving;
    if (isPending) return m.swapConfirm;
    if (canRetry) return m.tryAgain;
    if (fault !== null && fault !== 'no-quote') return m.swapButton(fault);
    return needsApproval === true ? m.swapApprove : m.swapConfirm;
  };
  const confirm = (): void => {
    if (canRetry) edit('refresh');
    else if (canSwap && minimum !== null) send({ ...swap, minimum });
  };
  const worth = (value: bigint | null, token: SwapToken, price: number | null | undefined): string | null =>
    value === null || price == null
      ? null
      : formatFiat(Number(fiatOfUnits(value, token.decimals, price)), { locale: m.locale, currency: 'USD' });
  return (
    <div className="stack">
      <Sum
        title={m.swapGive}
        token={source}
        amount={texts.sent}
        dollars={worth(sent, source, offer?.sourcePriceUsd)}
        testId="lk-swap-sent"
      />
      <Sum
        title={m.swapGet}
        token={target}
        amount={texts.received}
        dollars={worth(received, target, offer?.targetPriceUsd)}
        testId="lk-swap-gets"
      />
      {needsApproval !== true || isPending ? null : (
        <section className="send-side" aria-label={m.swapApproval} data-testid="lk-swap-approval">
          <h2>{m.swapApproval}</h2>
          <p>{isUnlimited ? m.swapApprovalUnlimited(source.symbol) : m.swapApprovalHint(texts.sent ?? '')}</p>
          <div className="legal">
            <input
              type="checkbox"
              id={unlimitedId}
              checked={isUnlimited}
              data-key="unlimited"
              data-testid="lk-swap-unlimited"
              onChange={(event) => edit({ isUnlimited: event.target.checked })}
            />
            <label htmlFor={unlimitedId}>{m.swapUnlimited}</label>
          </div>
          {isUnlimited ? (
            <p className="send-note wrong" role="status">
              {m.swapUnlimitedRisk}
            </p>
          ) : null}
        </section>
      )}
      {isPending ? <Steps symbol={source.symbol} /> : <QuoteError swap={swap} />}
      <SwapTerms swap={swap} isComplete />
      <div className="decision">
        <div className="two">
          <ActionButton focusKey="cancel" testId="lk-cancel-swap" onClick={isPending ? cancel : goBack}>
            {m.swapCancel}
          </ActionButton>
          <button
            type="button"
            className="btn main"
            part="button main"
            aria-disabled={!(canSwap || canRetry) || undefined}
            aria-busy={isPending || undefined}
            data-testid="lk-confirm-swap"
            onClick={confirm}
          >
            {label()}
          </button>
        </div>
      </div>
    </div>
  );
};

interface SumProps {
  readonly title: string;
  readonly token: SwapToken;
  /** `null` while it is not known. */
  readonly amount: string | null;
  readonly dollars: string | null;
  readonly testId: string;
}

/** The amount of one side. */
const Sum = ({ title, token, amount, dollars, testId }: SumProps): ReactElement => {
  const m = useMessages();
  return (
    <section className="send-side" aria-label={title}>
      <h2>{title}</h2>
      <div className="send-sum">
        <TokenPicture token={token} size={44} />
        <span data-testid={testId}>
          {amount === null ? (
            <span className="skeleton" role="img" aria-label={m.loading} style={{ inlineSize: 112, blockSize: 20 }} />
          ) : (
            <bdi dir="ltr">{amount}</bdi>
          )}
          {dollars === null ? null : <small dir="ltr">{dollars}</small>}
        </span>
      </div>
    </section>
  );
};

/** The steps of a swap that has begun, and where it is. Only one if no approval was needed. */
const Steps = ({ symbol }: { readonly symbol: string }): ReactElement => {
  const m = useMessages();
  const { step, hasApproval } = useSwapping();
  const isApproving = step === 'approve-allowance' || step === 'wait-for-allowance';
  const isWaiting = step === 'wait-for-allowance' || step === 'wait-for-block' || step === 'wait-for-other-payment' || step === 'working';
  const now = isWaiting ? m.swapStepWaiting : m.swapStepNow;
  const steps = hasApproval
    ? [
        { name: m.swapStepApprove(symbol), isCurrent: isApproving, isDone: !isApproving },
        { name: m.swapStepSwap, isCurrent: !isApproving, isDone: false },
      ]
    : [{ name: m.swapStepSwap, isCurrent: true, isDone: false }];
  return (
    <ol className="swap-steps" aria-live="polite" data-testid="lk-swap-steps">
      {steps.map(({ name, isCurrent, isDone }, index) => (
        <li key={name} aria-current={isCurrent ? 'step' : undefined}>
          <span aria-hidden="true">{isDone ? <Icon name="check" /> : index + 1}</span>
          <span>{name}</span>
          <small>{isCurrent ? now : isDone ? m.swapStepDone : m.swapStepNext}</small>
        </li>
      ))}
    </ol>
  );
};
