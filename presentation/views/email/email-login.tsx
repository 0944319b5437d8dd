import { type ReactElement, useId } from 'react';
import { view } from '../../../domain/router/views.js';
import { EmailField } from '../../components/email-field.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRequestEmailCode } from '../../hooks/use-request-email-code.js';
import { useRouter } from '../../hooks/use-router.js';
import { emailErrorText } from './email-error-text.js';
import { FrameStage } from './frame-stage.js';
import { useOpenWallet } from './use-open-wallet.js';

/** Requests a code for an address; at once if the user has typed it already. */
export const EmailLogin = ({ email }: { readonly email?: string }): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const hintId = useId();
  const { replace } = useRouter();
  const { requestEmailCodeAsync, isPending, error } = useRequestEmailCode();
  const wallet = useOpenWallet();
  const { open } = wallet;

  const submit = (address: string): void => {
    requestEmailCodeAsync({ email: address }).then(
      (next) => {
        if (next === 'enter-code') replace(view('EmailVerifyOtp', { email: address }));
        else if (next === 'approve-device') replace(view('EmailVerifyDevice', { email: address }));
        else open();
      },
      // Shown below.
      () => undefined,
    );
  };
  useAutoStart(() => {
    if (email !== undefined) submit(email);
  });

  const failure = error ?? wallet.error;
  const isOpening = wallet.status === 'pending';
  return (
    <FrameStage>
      <div className="stack">
        <EmailField
          {...(email === undefined ? {} : { initialEmail: email })}
          focused={email === undefined}
          busy={isPending || isOpening}
          readOnly={!online}
          error={failure === null ? null : emailErrorText(failure, m)}
          describedBy={hintId}
          onSubmit={submit}
        />
        <p className="hint" id={hintId} role="status">
          {isPending ? m.emailSending : isOpening ? m.emailOpening : m.emailHint}
        </p>
      </div>
    </FrameStage>
  );
};
