import { type ReactElement, useId, useState } from 'react';
import type { EmailUpdateStep } from '../../../application/embedded-wallet/update-email.use-case.js';
import { view } from '../../../domain/router/views.js';
import { EmailField } from '../../components/email-field.js';
import { useAccount } from '../../hooks/use-account.js';
import { useEnterUpdateEmailCode } from '../../hooks/use-enter-update-email-code.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { useUpdateEmail } from '../../hooks/use-update-email.js';
import { NotConnected } from '../account/not-connected.js';
import { CodePanel, CooldownButton } from './code-panel.js';
import { emailErrorText } from './email-error-text.js';
import { FrameStage } from './frame-stage.js';

/** Changes the user's address: the new one. */
export const UpdateEmailWallet = (): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const hintId = useId();
  const { push } = useRouter();
  const { embeddedWalletInfo } = useAccount();
  const { updateEmailAsync, isPending, error, reset } = useUpdateEmail();
  const [isSame, setIsSame] = useState(false);
  if (embeddedWalletInfo === undefined) return <NotConnected />;
  const email = embeddedWalletInfo.user.email ?? '';
  const submit = (newEmail: string): void => {
    if (newEmail === email) {
      setIsSame(true);
      return;
    }
    updateEmailAsync({ email: newEmail }).then(
      (step) => push(view(step === 'primary' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp', { email, newEmail })),
      // Shown below.
      () => undefined,
    );
  };
  return (
    <FrameStage>
      <div className="stack">
        <EmailField
          initialEmail={email}
          focused
          busy={isPending}
          readOnly={!online}
          error={isSame ? m.editEmailSame : error === null ? null : emailErrorText(error, m)}
          describedBy={hintId}
          onChange={() => {
            setIsSame(false);
            reset();
          }}
          onSubmit={submit}
        />
        <p className="hint" id={hintId} role="status">
          {isPending ? m.emailSending : m.editEmailHint}
        </p>
      </div>
    </FrameStage>
  );
};

/** Props of {@link UpdateEmailCode}. */
export interface UpdateEmailCodeProps {
  readonly email: string;
  readonly newEmail: string;
  readonly step: EmailUpdateStep;
}

/** Enters a code that was mailed to change the address: first the one of the present address, then the one of the new address. */
export const UpdateEmailCode = ({ email, newEmail, step }: UpdateEmailCodeProps): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { replace, reset, move } = useRouter();
  const { show } = useSnackbar();
  const { enterUpdateEmailCodeAsync, isPending, status, error } = useEnterUpdateEmailCode();
  const enter = (otp: string): void => {
    enterUpdateEmailCodeAsync({ otp, step }).then(
      (updated) => {
        if (updated === null) {
          replace(view('UpdateEmailSecondaryOtp', { email, newEmail }));
          return;
        }
        show(m.editEmailDone);
        reset(view('Account'));
      },
      // Shown below.
      () => undefined,
    );
  };
  return (
    <FrameStage>
      <CodePanel
        title={m.emailCodeSentTo}
        email={step === 'primary' ? email : newEmail}
        hint={isPending ? m.emailVerifying : m.emailCodeExpired}
        busy={isPending || status === 'success' || !online}
        error={error === null ? null : emailErrorText(error, m)}
        onCode={enter}
      >
        <CooldownButton
          label={m.editEmailStartOver}
          labelIn={m.editEmailStartOverIn}
          busy={isPending}
          testId="lk-email-restart"
          onClick={() => move({ type: 'go-back' })}
        />
      </CodePanel>
    </FrameStage>
  );
};
