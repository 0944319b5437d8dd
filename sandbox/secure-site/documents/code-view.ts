import { element } from '../../wallet/window/element.js';
import { ApiError } from '../frame/frame-client.js';
import { errorText } from './error-message.js';
import type { Logins } from './logins.js';
import { errorLine, paragraph, showScreen, skeleton } from './screen.js';
import type { WalletSession } from './wallet-session.js';

/** True for an error that the user's next code ends. */
export const needsCode = (error: unknown): boolean =>
  error instanceof ApiError && ['session-too-old', 'session-locked', 'no-session'].includes(error.code);

/** A session that a code opens or unlocks. */
export interface CodeSession extends Pick<WalletSession, 'user'> {
  readonly logins: Pick<Logins, 'requestCode' | 'enterCode'>;
}

/** Options of {@link showCode}. */
export interface CodeOptions {
  readonly session: CodeSession;
  /** Address that gets the code. */
  readonly email: string;
  readonly title: string;
  /** Why a code is needed. */
  readonly reason: string;
  /** Shown above, such as who asks. */
  readonly before?: () => readonly Node[];
  /** Mails the code at once: the user has just typed the address for it. Default: once the user asks for it. */
  readonly isAsked?: boolean;
  /** Aborted when another screen has taken the place of this one. */
  readonly signal?: AbortSignal;
  readonly done: () => void;
  readonly cancel: () => void;
}

/** A field of one line. */
export const textField = (id: string, label: string, attributes: Readonly<Record<string, string | number>>) => {
  // `element` returns an HTMLElement; this tag is an input.
  const field = element('input', { id, type: 'text', autocomplete: 'off', ...attributes }) as HTMLInputElement;
  return { field, row: element('div', { class: 'field' }, element('label', { for: id }, label), field) };
};

/** Runs the action of the primary button when the user presses Enter. */
export const onEnter = (field: HTMLElement, run: () => void): void =>
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    run();
  });

/** Mails a code, and has the user enter it: to log in, or to unlock the wallet. */
export const showCode = ({
  session,
  email,
  title,
  reason,
  before = () => [],
  isAsked = false,
  signal,
  done,
  cancel,
}: CodeOptions): void => {
  const cancelling = { label: 'Cancel', run: cancel };
  const send = (): void => {
    showScreen({ title, children: [...before(), skeleton('Sending a code')], actions: [cancelling] });
    session.logins.requestCode(email).then(
      () => (signal?.aborted ? undefined : showField()),
      (failure: unknown) => (signal?.aborted ? undefined : showStart(errorText(failure))),
    );
  };
  const showStart = (error: string | null): void =>
    void showScreen(
      {
        title,
        children: [...before(), paragraph(reason), error === null ? null : errorLine(error)],
        actions: [cancelling, { label: 'Email me a code', isPrimary: true, run: send }],
      },
      true,
    );
  const showField = (): void => {
    const { field, row } = textField('code', 'Code', { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 6 });
    const error = element('div', {});
    const fail = (text: string): void => {
      field.disabled = false;
      field.setAttribute('aria-invalid', 'true');
      error.replaceChildren(errorLine(text));
      field.focus();
    };
    const submit = (): void => {
      const code = field.value.replace(/\s/g, '');
      if (!/^\d{6}$/.test(code)) {
        fail('The code has six digits.');
        return;
      }
      field.disabled = true;
      error.replaceChildren(skeleton('Checking the code'));
      session.logins.enterCode(code).then(done, (failure: unknown) => fail(errorText(failure)));
    };
    onEnter(field, submit);
    showScreen(
      {
        title: 'Enter the code',
        children: [
          ...before(),
          paragraph(`It was mailed to ${email}. It is valid for 10 minutes.`),
          row,
          error,
          element('button', { type: 'button', class: 'link', onClick: () => showStart(null) }, 'Send another code'),
        ],
        actions: [cancelling, { label: 'Continue', isPrimary: true, run: submit }],
      },
      true,
    );
    field.focus();
  };
  if (isAsked) send();
  else showStart(null);
};
