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
      isAsked: true,
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
        element(
          'div',
          { class: 'form' },
          row,
          error,
          // Beside the field: there may be many other ways to log in below.
          element('button', { type: 'button', class: 'primary', onClick: submit }, 'Continue'),
        ),
        passkeyButton(canUsePasskeys() ? () => showPasskeyLogin(host) : null),
        element('button', { type: 'button', class: 'link', onClick: () => openKit(host) }, 'Open a recovery kit'),
        socialButtons(session, { title: 'Log in', done: () => show(), cancel: () => showHomeLogin(host) }),
        storageNote(session.persistence),
        // Users come to the dashboard by themselves, and to other addresses of this page from an app.
        location.pathname.endsWith('/dashboard')
          ? null
          : paragraph(
              'If an app has opened this window, it cannot continue here by itself: log in here, then go back to the app.',
              'quiet',
            ),
      ],
      actions: [],
    },
    true,
  );
};
