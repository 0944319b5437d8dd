import { element } from '../../wallet/window/element.js';
import { onEnter, showCode, textField } from './code-view.js';
import { errorText } from './error-message.js';
import { HOME_TITLE, type HomeHost } from './home-host.js';
import { socialButtons } from './login-view.js';
import { logInWithPasskey } from './passkey-management.js';
import { passkeyButton } from './passkey-opening.js';
import { showPasskeyStep } from './passkey-view.js';
import { openKit } from './recovery-sections.js';
import { errorLine, noticeLine, paragraph, showScreen, storageNote } from './screen.js';
import { canUsePasskeys, usePasskey } from './webauthn.js';

const showPasskeyLogin = (host: HomeHost): void =>
  showPasskeyStep({
    title: 'Log in with a passkey',
    content: () => [],
    cancel: { label: 'Cancel', run: () => showHomeLogin(host) },
    isPressed: true,
    run: () => logInWithPasskey(host.session, { use: usePasskey }),
    done: () => host.show(),
  });

/** Has the user log in to their page: by email, a passkey or a social account. A kit opens without. @param note what has happened */
export const showHomeLogin = (host: HomeHost, note: string | null = null): void => {
  const { session, show } = host;
  const { field, row } = textField('email', 'Email', { type: 'email', autocomplete: 'email', maxlength: 320 });
  const error = element('div', {});
  const failure = session.logins.takeFailure();
  const submit = (): void => {
    const email = field.value.trim();
    if (!email.includes('@')) {
      field.setAttribute('aria-invalid', 'true');
      error.replaceChildren(errorLine('Enter your email address.'));
      field.focus();
      return;
    }
    showCode({
      session,
      email,
      title: 'Log in',
      reason: `A code will be mailed to ${email}.`,
      done: () => show(),
      cancel: () => showHomeLogin(host),
    });
  };
  onEnter(field, submit);
  showScreen(
    {
      title: HOME_TITLE,
      children: [
        note === null ? null : noticeLine(note),
        failure === null ? null : errorLine(errorText(failure)),
        paragraph('Log in as you do in your apps to see the devices and settings of your wallet.'),
        row,
        error,
        passkeyButton(canUsePasskeys() ? () => showPasskeyLogin(host) : null),
        socialButtons(session, { title: 'Log in', done: () => show(), cancel: () => showHomeLogin(host) }),
        storageNote(session.persistence),
        element('button', { type: 'button', class: 'link', onClick: () => openKit(host) }, 'Open a recovery kit'),
        paragraph('If an app has opened this window, it has cut the connection to it. Log in here, then go back to the app.', 'quiet'),
      ],
      actions: [{ label: 'Continue', isPrimary: true, run: submit }],
    },
    true,
  );
};
