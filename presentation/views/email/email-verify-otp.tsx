import { type ReactElement, useState } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { useEnterEmailCode } from '../../hooks/use-enter-email-code.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRequestEmailCode } from '../../hooks/use-request-email-code.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { CodePanel, CooldownButton } from './code-panel.js';
import { emailErrorText } from './email-error-text.js';
import { FrameStage } from './frame-stage.js';
import { useOpenWallet } from './use-open-wallet.js';

/** Enters the mailed code, then opens the wallet. */
export const EmailVerifyOtp = ({ email }: { readonly email: string }): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { replace } = useRouter();
  const { show } = useSnackbar();
  const code = useEnterEmailCode();
  const resend = useRequestEmailCode();
  const wallet = useOpenWallet();
  const { reset } = code;
  const [sent, setSent] = useState(1);

  const send = (): void => {
    reset();
    resend.requestEmailCodeAsync({ email }).then(
      (next) => {
        if (next === 'approve-device') replace(view('EmailVerifyDevice', { email }));
        else {
          show(m.emailResent);
          setSent(sent + 1);
        }
      },
      (error) => show(emailErrorText(error, m), 'error'),
    );
  };
  const enter = (otp: string): void => void code.enterEmailCodeAsync({ otp }).then(wallet.open, () => undefined);

  if (wallet.error !== null)
    return (
      <FrameStage contentTitle={m.titleEmailLogin}>
        <Notice icon="warning" title={m.emailConnectFailed} hint={emailErrorText(wallet.error, m)}>
          <ActionButton main testId="lk-email-open" onClick={wallet.open}>
            {m.tryAgain}
          </ActionButton>
          <ActionButton testId="lk-email-other" onClick={() => replace(view('EmailLogin'))}>
            {m.emailOtherAddress}
          </ActionButton>
        </Notice>
      </FrameStage>
    );
  const isOpening = code.status === 'success';
  return (
    <FrameStage>
      <CodePanel
        // A code that is sent again replaces the one that the user may have begun to type.
        key={sent}
        title={m.emailCodeSentTo}
        email={email}
        hint={isOpening ? m.emailOpening : code.isPending ? m.emailVerifying : m.emailCodeExpired}
        busy={code.isPending || isOpening || !online}
        error={code.error === null ? null : emailErrorText(code.error, m)}
        onCode={enter}
      >
        <CooldownButton
          label={m.emailResend}
          labelIn={m.emailResendIn}
          busy={resend.isPending || isOpening || !online}
          testId="lk-email-resend"
          onClick={send}
        />
      </CodePanel>
    </FrameStage>
  );
};
