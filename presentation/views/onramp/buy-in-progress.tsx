import { type ReactElement, useEffect, useState } from 'react';
import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { useTakeCheckout } from '../../components/buy-scope.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { ExternalLink } from '../../components/external-link.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { StepPanel } from '../../components/step-panel.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useCheckOutOnramp } from '../../hooks/use-check-out-onramp.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { type Onramp, useOnramp } from '../../hooks/use-onramp.js';
import { useRouter } from '../../hooks/use-router.js';
import type { Messages } from '../../messages/en.js';

const failureText = (error: LatchkeyError, provider: string, m: Messages): readonly [title: string, hint: string] => {
  if (isLatchkeyError(error, 'onramp/no-purchase')) return [m.buyNoPurchase, m.buyNoPurchaseHint(provider)];
  if (isLatchkeyError(error, 'onramp/price-unknown')) return [m.buyEstimatedTitle, m.buyFailedHint];
  if (isLatchkeyError(error, 'onramp/incomplete')) return [m.buyFailed, m.buyNotStartedHint];
  if (error.recovery === 'ask-user') return [m.buyFailed, error.message];
  return [m.buyFailed, error.recovery === 'reconfigure' ? m.buyServiceMissing : m.buyFailedHint];
};

/** A purchase at a provider, until it appears among those of the account. Unmounting stops waiting; the window of the provider stays open. */
export const BuyInProgress = (): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { browser } = useLatchkey();
  const { replace, reset } = useRouter();
  const takeCheckout = useTakeCheckout();
  const onramp = useOnramp();
  const [shown, setShown] = useState<Pick<Onramp, 'provider' | 'checkoutUrl'>>(onramp);
  // Another account or network empties the form. The payment goes on.
  if (onramp.provider !== null && (onramp.provider !== shown.provider || onramp.checkoutUrl !== shown.checkoutUrl)) setShown(onramp);
  const { provider, checkoutUrl } = shown;
  const { status, step, data, error, checkOutOnramp } = useCheckOutOnramp();
  const { copied, copy } = useCopyWithFeedback();
  useAutoStart(() => {
    const started = takeCheckout();
    if (started !== null) checkOutOnramp(started);
  });
  const purchase = data ?? null;
  // The list is that of the account in use.
  const isListed = onramp.provider !== null;
  useEffect(() => {
    if (purchase !== null && isListed) replace(view('OnRampActivity'));
  }, [purchase, isListed, replace]);

  if (provider === null || status === 'idle')
    return (
      <Notice icon="card" title={m.buyNotStarted} hint={m.buyNotStartedHint}>
        <ActionButton main testId="lk-choose-provider" onClick={() => replace(view('OnRampProviders'))}>
          {m.buyChooseProvider}
        </ActionButton>
      </Notice>
    );
  const { id, name, hasQuotes } = provider;
  const isAtProvider = step === 'pay-at-provider' && checkoutUrl !== null;
  const [title, hint] =
    error !== null
      ? failureText(error, name, m)
      : status === 'success'
        ? [m.buyDone(name), m.buyDoneHint]
        : isAtProvider
          ? [m.buyContinue(name), hasQuotes ? m.buyContinueHint : m.buyContinueUnseenHint]
          : [m.buyOpening(name), m.buyOpeningHint];
  // Another payment could be the second one.
  const canTryAgain = error !== null && !isLatchkeyError(error, 'onramp/no-purchase');
  return (
    <StepPanel
      picture={<Picture src={null} name={name} size={72} />}
      state={error !== null ? 'error' : status === 'success' ? 'success' : 'pending'}
      title={title}
      hint={hint}
    >
      {canTryAgain ? (
        <ActionButton
          main
          busy={!online}
          testId="lk-try-again"
          onClick={() => checkOutOnramp({ provider: id, popup: browser.platform.telegram ? null : browser.openPopup({ isolated: true }) })}
        >
          {m.tryAgain}
        </ActionButton>
      ) : null}
      {error !== null && !canTryAgain && isListed ? (
        <ActionButton main testId="lk-purchases" onClick={() => replace(view('OnRampActivity'))}>
          {m.buyPurchases}
        </ActionButton>
      ) : null}
      {status === 'success' || (error !== null && !canTryAgain && !isListed) ? (
        <ActionButton main testId="lk-buy-done" onClick={() => reset(view('Account'))}>
          {m.buyBackToAccount}
        </ActionButton>
      ) : null}
      {checkoutUrl === null ? null : (
        <>
          <ExternalLink className="btn" href={checkoutUrl}>
            {m.buyOpenPage(name)}
          </ExternalLink>
          <ActionButton testId="lk-copy-link" onClick={() => copy(checkoutUrl)}>
            <CopyLabel copied={copied}>{m.buyCopyLink}</CopyLabel>
          </ActionButton>
          <CopyStatus copied={copied} message={m.buyLinkCopied} />
        </>
      )}
    </StepPanel>
  );
};
