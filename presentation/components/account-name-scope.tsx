import { createContext, type ReactElement, useContext, useEffect, useMemo } from 'react';
import { view as viewOf } from '../../domain/router/views.js';
import type { ScopeProps } from '../features/feature.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useRegisterAccountName } from '../hooks/use-register-account-name.js';
import { useRouter } from '../hooks/use-router.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

type Registration = ReturnType<typeof useRegisterAccountName>;

const RegistrationContext = createContext<Registration | null>(null);

/**
 * Holds the registration of a name, which continues while the view of the embedded wallet asks for the signature. Its success view is shown from the start;
 * a failure leads back to the form, and is shown on any view that the user has gone to.
 */
export const AccountNameScope = ({ view, children }: ScopeProps): ReactElement => {
  const m = useModalMessages();
  const registration = useRegisterAccountName();
  const { error, reset } = registration;
  const { replace } = useRouter();
  const { show } = useSnackbar();
  useEffect(() => {
    if (error === null) return;
    show(error.code === 'chain/unsupported' ? m.nameUnsupported : error.message, 'error');
    reset();
    if (view === 'RegisterAccountNameSuccess') replace(viewOf('RegisterAccountName'));
  }, [error, view, reset, replace, show, m]);
  const value = useMemo(() => registration, [registration]);
  return <RegistrationContext.Provider value={value}>{children}</RegistrationContext.Provider>;
};

/** The registration of a name in this modal. */
export const useRegistration = (): Registration => {
  const registration = useContext(RegistrationContext);
  if (registration === null) throw new Error('The modal has no registration of names: add the feature of account names.');
  return registration;
};
