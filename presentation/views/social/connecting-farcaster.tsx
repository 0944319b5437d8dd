import type { ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { ExternalLink } from '../../components/external-link.js';
import { QrCode } from '../../components/qr-code.js';
import { SocialIcon } from '../../components/social-icon.js';
import { StepPanel } from '../../components/step-panel.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useLogInWithFarcaster } from '../../hooks/use-log-in-with-farcaster.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRequestFarcasterUrl } from '../../hooks/use-request-farcaster-url.js';
import { FrameStage } from '../email/frame-stage.js';
import { useOpenWallet } from '../email/use-open-wallet.js';
import { socialErrorText } from './social-error-text.js';

/** Logs in with Farcaster: its app opens the link, or scans it from another device. Then opens the wallet. Unmounting cancels. */
export const ConnectingFarcaster = (): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { mobile } = useLatchkey().browser.platform;
  const request = useRequestFarcasterUrl();
  const login = useLogInWithFarcaster();
  const wallet = useOpenWallet();
  const { copied, copy } = useCopyWithFeedback();

  const start = (): void => {
    request
      .requestFarcasterUrlAsync()
      .then(() => login.logInWithFarcasterAsync())
      .then(
        () => wallet.open(),
        // Shown below.
        () => undefined,
      );
  };
  useAutoStart(start);
  const isLoggedIn = login.status === 'success';

  const picture = (
    <span className="pic">
      <SocialIcon provider="farcaster" size={44} />
    </span>
  );
  const failure = request.error ?? login.error ?? wallet.error;
  if (failure !== null) {
    return (
      <FrameStage>
        <StepPanel picture={picture} state="error" title={m.socialFailed} hint={socialErrorText(failure, m)}>
          <ActionButton main busy={!online} testId="lk-try-again" onClick={isLoggedIn ? wallet.open : start}>
            {m.tryAgain}
          </ActionButton>
        </StepPanel>
      </FrameStage>
    );
  }
  if (isLoggedIn) {
    return (
      <FrameStage>
        <StepPanel picture={picture} state="pending" title={m.emailOpening} hint={m.socialWaitHint} />
      </FrameStage>
    );
  }
  const url = request.data ?? undefined;
  return (
    <FrameStage>
      {mobile ? (
        <StepPanel picture={picture} state="pending" title={m.farcasterOpen} hint={m.farcasterOpenHint}>
          {url === undefined ? null : (
            <ExternalLink className="btn main" href={url}>
              {m.farcasterOpenLink}
            </ExternalLink>
          )}
        </StepPanel>
      ) : (
        <div className="stack">
          <QrCode text={url} label={m.farcasterCode} />
          <div className="scan" aria-live="polite">
            <h2>{url === undefined ? m.preparingCode : m.farcasterScan}</h2>
            <p>{m.farcasterScanHint}</p>
          </div>
          <div className="pair">
            <ActionButton busy={url === undefined} testId="lk-copy-link" onClick={() => copy(url ?? '')}>
              <CopyLabel copied={copied}>{m.copyLink}</CopyLabel>
            </ActionButton>
            <CopyStatus copied={copied} message={m.linkCopied} />
          </div>
        </div>
      )}
    </FrameStage>
  );
};
