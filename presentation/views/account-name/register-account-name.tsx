import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { accountNameFault, NAME_SUFFIX } from '../../../domain/names/account-name.js';
import { view } from '../../../domain/router/views.js';
import { useRegistration } from '../../components/account-name-scope.js';
import { ActionButton } from '../../components/action-button.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useVirtualKeyboardInset } from '../../components/use-virtual-keyboard-inset.js';
import { useAccount } from '../../hooks/use-account.js';
import { useCheckAccountName } from '../../hooks/use-check-account-name.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { NotConnected } from '../account/not-connected.js';

/** Debounce of the lookup. */
const LOOKUP_DEBOUNCE_MS = 500;
const MAX_LENGTH = 63;

/** The name once the user has stopped typing. */
const useSettled = (name: string): string => {
  const [settled, setSettled] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), LOOKUP_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return settled;
};

/** Form for the name of the account, which says whether it is available. */
export const RegisterAccountName = (): ReactElement => {
  const m = useMessages();
  const noteId = useId();
  const form = useRef<HTMLFormElement>(null);
  const online = useOnline();
  const { push } = useRouter();
  const { embeddedWalletInfo, profileName } = useAccount({ namespace: 'eip155' });
  const { registerAccountName, isPending, name: lastName } = useRegistration();
  const [text, setText] = useState(lastName);
  // Displayed in lower case by its style: a replaced text would move the caret.
  const name = text.toLowerCase();
  const fault = name === '' ? null : accountNameFault(name);
  const settled = useSettled(name);
  const isComplete = name !== '' && fault === null;
  const { data, isFetching, error, refetch } = useCheckAccountName(isComplete && settled === name ? { name } : null);
  useRetryWhenOnline(error !== null, refetch);
  useVirtualKeyboardInset(form);
  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  if (embeddedWalletInfo === undefined) return <NotConnected />;

  // A result of another name is none.
  const check = isComplete && data?.name === name ? data : undefined;
  const isFree = check?.isRegistered === false;
  const canSubmit = isFree && error === null && profileName === undefined && online && !isPending;
  const hasFailed = error !== null && !isFetching;
  const note = (): string => {
    if (isPending) return m.nameRegistering;
    if (profileName !== undefined) return m.nameOwned(profileName);
    if (fault !== null) return fault === 'too-short' ? m.nameTooShort : m.nameInvalid;
    if (name === '') return m.nameHint;
    if (hasFailed) return error.code === 'chain/unsupported' ? m.nameUnsupported : m.nameCheckFailed;
    if (check === undefined) return m.nameChecking;
    return isFree ? m.nameFree(name) : m.nameTaken(name);
  };
  const isWrong = fault !== null || check?.isRegistered === true;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!canSubmit) return;
    registerAccountName({ name });
    push(view('RegisterAccountNameSuccess'));
  };
  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      <div className="field">
        <input
          type="text"
          value={text}
          aria-label={m.nameLabel}
          aria-invalid={isWrong || profileName !== undefined || undefined}
          aria-describedby={noteId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_LENGTH}
          dir="ltr"
          data-key="name"
          data-testid="lk-name"
          onChange={(event) => setText(event.target.value.trim())}
        />
        <span className="zone" dir="ltr">
          {NAME_SUFFIX}
        </span>
      </div>
      <p className={isWrong || hasFailed ? 'hint name-note wrong' : 'hint name-note'} id={noteId} role="status" data-testid="lk-name-note">
        {note()}
      </p>
      {!hasFailed || error.recovery !== 'retry' ? null : (
        <ActionButton testId="lk-try-again" onClick={refetch}>
          {m.tryAgain}
        </ActionButton>
      )}
      {check === undefined || check.suggestions.length === 0 ? null : (
        <ul className="suggestions" aria-label={m.nameSuggestions}>
          {check.suggestions.map((suggestion) => (
            <li key={suggestion}>
              <ActionButton onClick={() => setText(suggestion)}>
                <bdi dir="ltr">{suggestion}</bdi>
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      <button type="submit" className="btn main" part="button main" aria-disabled={!canSubmit || undefined} data-testid="lk-register-name">
        {m.nameContinue}
      </button>
    </form>
  );
};
