import { useSignInSession } from '../hooks/use-sign-in-session.js';

/** True while the modal stays open after connecting because the app uses sign-in: until the prompt is shown or the modal closes. */
export const useIsSignInNext = (): boolean => {
  const { status } = useSignInSession();
  // `disconnected`: the code of the sign-in is still loading.
  return status === 'disconnected' || status === 'checking' || status === 'signed-out';
};
