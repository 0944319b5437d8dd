import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { useRegistration } from '../../components/account-name-scope.js';
import { ActionButton } from '../../components/action-button.js';
import { IconTile } from '../../components/icon-tile.js';
import { StepPanel } from '../../components/step-panel.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { RegisterAccountName } from './register-account-name.js';

/** The registration of a name, from the signature to its success. A failure leads back to the form. */
export const RegisterAccountNameSuccess = (): ReactElement => {
  const m = useMessages();
  const { reset } = useRouter();
  const { status, step, data, cancel } = useRegistration();
  const picture = <IconTile name="seal" round />;
  const toAccount = (): void => reset(view('Account'));
  if (status === 'success')
    return (
      <StepPanel picture={picture} round state="success" title={m.nameRegistered} hint={m.nameRegisteredHint(data)}>
        <ActionButton main testId="lk-name-done" onClick={toAccount}>
          {m.done}
        </ActionButton>
      </StepPanel>
    );
  // Opened by the app without a registration.
  if (status === 'idle') return <RegisterAccountName />;
  const isSigning = step !== 'working';
  return (
    <StepPanel
      picture={picture}
      round
      state="pending"
      title={isSigning ? m.nameSigning : m.nameRegistering}
      hint={isSigning ? m.nameSigningHint : m.nameRegisteringHint}
    >
      {isSigning ? (
        <ActionButton
          testId="lk-name-cancel"
          onClick={() => {
            cancel();
            toAccount();
          }}
        >
          {m.cancel}
        </ActionButton>
      ) : null}
    </StepPanel>
  );
};
