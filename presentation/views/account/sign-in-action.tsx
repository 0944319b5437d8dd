import type { ReactElement } from 'react';
import { errorText } from '../../../domain/errors/error-text.js';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSignInSession } from '../../hooks/use-sign-in-session.js';
import { useSignOut } from '../../hooks/use-sign-out.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';

/** Continues a sign-in that was put off, or signs the account out. */
export const SignInAction = (): ReactElement | null => {
  const m = useModalMessages();
  const { status } = useSignInSession();
  const { push } = useRouter();
  const { show } = useSnackbar();
  const { signOutAsync, isPending } = useSignOut();
  const signOut = (): void =>
    void signOutAsync().then(
      () => show(m.signedOut, 'success'),
      (error: unknown) => show(errorText(error), 'error'),
    );
  if (status === 'signed-in')
    return (
      <Row
        start={<IconTile name="seal" />}
        title={m.signOut}
        detail={m.signedIn}
        end={null}
        disabled={isPending}
        focusKey="sign-in"
        testId="lk-sign-out"
        onClick={signOut}
      />
    );
  if (status !== 'signed-out' && status !== 'error') return null;
  return (
    <Row
      start={<IconTile name="seal" />}
      title={m.signIn}
      detail={status === 'error' ? m.signInUnknown : m.signInDetail}
      focusKey="sign-in"
      testId="lk-account-sign-in"
      onClick={() => push(view('SIWXSignMessage'))}
    />
  );
};
