import { type ReactElement, useState } from 'react';
import type { LogInWithSocialInput } from '../../../application/embedded-wallet/log-in-with-social.use-case.js';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { SOCIAL_NAMES } from '../../../domain/options/socials.js';
import { type ViewData, view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { SocialIcon } from '../../components/social-icon.js';
import { useTakePopup } from '../../components/social-scope.js';
import { StepPanel } from '../../components/step-panel.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useLogInWithSocial } from '../../hooks/use-log-in-with-social.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { FrameStage } from '../email/frame-stage.js';
import { useOpenWallet } from '../email/use-open-wallet.js';
import { socialErrorText } from './social-error-text.js';

/** Logs in with a social account, in a window or after a return to this tab, then opens the wallet. Unmounting cancels. */
export const ConnectingSocial = ({ provider, resultUri }: ViewData['ConnectingSocial']): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { browser } = useLatchkey();
  const { canGoBack, goBack, reset } = useRouter();
  const { show } = useSnackbar();
  const takePopup = useTakePopup();
  const login = useLogInWithSocial();
  const wallet = useOpenWallet();
  const [hasWindow, setHasWindow] = useState(resultUri === undefined);
  const name = SOCIAL_NAMES[provider];

  const leave = (): void => (canGoBack ? goBack() : reset(view('Connect')));
  const start = (input: LogInWithSocialInput): void => {
    setHasWindow(input.popup != null);
    login.logInWithSocialAsync(input).then(
      () => wallet.open(),
      (failure) => {
        // Others are shown below.
        if (!isLatchkeyError(failure, 'embedded-wallet/untrusted-origin')) return;
        show(failure.message, 'error');
        leave();
      },
    );
  };
  useAutoStart(() => start(resultUri === undefined ? { provider, popup: takePopup() } : { provider, resultUri }));
  const retry = (): void => {
    if (login.status === 'success') wallet.open();
    else start({ provider, popup: browser.platform.telegram ? null : browser.openPopup() });
  };

  const picture = (
    <span className="pic">
      <SocialIcon provider={provider} size={44} />
    </span>
  );
  const failure = login.error ?? wallet.error;
  if (failure !== null) {
    // A policy of the provider may have cut the connection, which looks the same.
    const isClosed = isLatchkeyError(failure, 'embedded-wallet/popup-closed');
    return (
      <FrameStage>
        <StepPanel
          picture={picture}
          state="error"
          title={isClosed ? m.socialCancelled : m.socialFailed}
          hint={isClosed ? m.socialClosed(name) : socialErrorText(failure, m)}
        >
          <ActionButton main busy={!online} testId="lk-try-again" onClick={retry}>
            {m.tryAgain}
          </ActionButton>
          {isClosed && !browser.platform.iframe ? (
            <ActionButton busy={!online} testId="lk-same-tab" onClick={() => start({ provider, popup: null })}>
              {m.socialSameTab}
            </ActionButton>
          ) : null}
        </StepPanel>
      </FrameStage>
    );
  }
  const [title, hint] =
    login.status === 'success'
      ? [m.emailOpening, m.socialWaitHint]
      : login.step === 'working' || resultUri !== undefined
        ? [m.socialReading, m.socialWaitHint]
        : login.step === 'log-in-at-provider' && hasWindow
          ? [m.socialContinue(name), m.socialContinueHint(name)]
          : [m.socialOpening(name), hasWindow ? m.socialWaitHint : m.socialSameTabHint(name)];
  return (
    <FrameStage>
      <StepPanel picture={picture} state="pending" title={title} hint={hint} />
    </FrameStage>
  );
};
