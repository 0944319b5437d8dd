import { createContext, type ReactElement, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { RegisterAccountNameInput } from '../../application/names/register-account-name.use-case.js';
import { view as viewOf } from '../../domain/router/views.js';
import type { ScopeProps } from '../features/feature.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useRegisterAccountName } from '../hooks/use-register-account-name.js';
import { useRouter } from '../hooks/use-router.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/** The registration of a name, and the name that the form begins with. */
type Registration = ReturnType<typeof useRegisterAccountName> & {
  /** The name of the last registration, without its zone; empty without one, and after a success. */
  readonly name: string;
};

const RegistrationContext = createContext<Registration | null>(null);

/**
 * Holds the registration of a name, which continues while the view of the embedded wallet asks for the signature. Its success view is shown from the start;
 * a failure leads back to the form, and is shown on any view that the user has gone to.
 */
export const AccountNameScope = ({ view, children }: ScopeProps): ReactElement => {
  const m = useModalMessages();
  const action = useRegisterAccountName();
  const { error, reset, registerAccountName: run } = action;
  const [name, setName] = useState('');
  const { replace } = useRouter();
  const { show } = useSnackbar();
  useEffect(() => {
    if (error === null) return;
    show(error.code === 'chain/unsupported' ? m.nameUnsupported : error.message, 'error');
    reset();
    if (view === 'RegisterAccountNameSuccess') replace(viewOf('RegisterAccountName'));
  }, [error, view, reset, replace, show, m]);
  const registerAccountName = useCallback(
    (input: RegisterAccountNameInput) => {
      setName(input.name);
      run(input);
    },
    [run],
  );
  const value = useMemo(
    () => ({ ...action, registerAccountName, name: action.status === 'success' ? '' : name }),
    [action, registerAccountName, name],
  );
  return <RegistrationContext.Provider value={value}>{children}</RegistrationContext.Provider>;
};

/** The registration of a name in this modal. */
export const useRegistration = (): Registration => {
  const registration = useContext(RegistrationContext);
  if (registration === null) throw new Error('The modal has no registration of names: add the feature of account names.');
  return registration;
};
