import { type ReactElement, useState } from 'react';
import { errorText } from '../../../domain/errors/error-text.js';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSignInSession } from '../../hooks/use-sign-in-session.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';

/** Continues a sign-in that was put off, or signs the account out. */
export const SignInAction = (): ReactElement | null => {
  const m = useModalMessages();
  const { status } = useSignInSession();
  const { push } = useRouter();
  const { show } = useSnackbar();
  const { signOut: run } = useLatchkey().useCases;
  const [isPending, setPending] = useState(false);
  // Not `useSignOut`, whose run ends with the component: the user may leave the view before the service responds.
  const signOut = (): void =>
    void run.execute().subscribe((state) => {
      setPending(state.status === 'pending');
      if (state.status === 'success') show(m.signedOut, 'success');
      else if (state.status === 'error') show(errorText(state.error), 'error');
    });
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
