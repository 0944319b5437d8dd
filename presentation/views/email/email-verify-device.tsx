import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useApproveDevice } from '../../hooks/use-approve-device.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRequestEmailCode } from '../../hooks/use-request-email-code.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSecureFrame } from '../../hooks/use-secure-frame.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { CooldownButton } from './code-panel.js';
import { emailErrorText } from './email-error-text.js';
import { FrameStage } from './frame-stage.js';

/** Waits until the user has approved this device on the page behind the mailed link. */
export const EmailVerifyDevice = ({ email }: { readonly email: string }): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { replace } = useRouter();
  const { show } = useSnackbar();
  const { deviceNumber } = useSecureFrame();
  const { approveDeviceAsync, error } = useApproveDevice();
  const resend = useRequestEmailCode();

  const wait = (): void => {
    approveDeviceAsync().then(
      () => replace(view('EmailVerifyOtp', { email })),
      // Shown below.
      () => undefined,
    );
  };
  useAutoStart(wait);
  const send = (): void => {
    resend.requestEmailCodeAsync({ email }).then(
      (next) => {
        if (next === 'enter-code') replace(view('EmailVerifyOtp', { email }));
        else show(m.emailLinkResent);
        if (error !== null) wait();
      },
      (failure) => show(emailErrorText(failure, m), 'error'),
    );
  };

  return (
    <FrameStage>
      {error === null ? (
        <div className="stack">
          <div className="mid">
            <p>
              {m.emailDeviceSentTo} <b className="address">{email}</b>
            </p>
            {/* A live region must exist before its text. */}
            <div role="status" className="number">
              {deviceNumber === null ? null : (
                <>
                  <p>{m.emailDeviceNumber}</p>
                  <b data-testid="lk-device-number" dir="ltr">
                    {deviceNumber}
                  </b>
                </>
              )}
            </div>
            <p className="waiting">
              <span className="spin" />
              {m.emailDeviceWaiting}
            </p>
            <p className="hint">{m.emailDeviceHint}</p>
          </div>
          <CooldownButton
            label={m.emailLinkResend}
            labelIn={m.emailLinkResendIn}
            busy={resend.isPending || !online}
            testId="lk-email-resend"
            onClick={send}
          />
        </div>
      ) : (
        <Notice icon="warning" title={m.emailDeviceFailed} hint={emailErrorText(error, m)}>
          <ActionButton main busy={!online} testId="lk-device-retry" onClick={wait}>
            {m.tryAgain}
          </ActionButton>
          <ActionButton testId="lk-email-other" onClick={() => replace(view('EmailLogin'))}>
            {m.emailOtherAddress}
          </ActionButton>
        </Notice>
      )}
    </FrameStage>
  );
};
