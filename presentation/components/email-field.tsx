import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { Icon } from './icon.js';
import { useVirtualKeyboardInset } from './use-virtual-keyboard-inset.js';

/** Length from which an address may be complete. */
const MIN_LENGTH = 4;
/** Longest address. @see https://www.rfc-editor.org/errata/eid1690 */
const MAX_LENGTH = 254;

/** Props of {@link EmailField}. */
export interface EmailFieldProps {
  readonly initialEmail?: string;
  /** The address is being sent: the field cannot be changed. */
  readonly busy?: boolean;
  /** Nothing can be sent now, as offline: the field cannot be changed. */
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  /** The view is about the field: it gets the focus. */
  readonly focused?: boolean;
  /** Shown below the field, which gets the focus. */
  readonly error?: string | null;
  /** Id of the text that describes the field. */
  readonly describedBy?: string | undefined;
  readonly onFocus?: () => void;
  readonly onChange?: (email: string) => void;
  readonly onSubmit: (email: string) => void;
}

/** Field for an email address. Addresses that cannot be valid are not submitted. */
export const EmailField = ({
  initialEmail = '',
  busy = false,
  readOnly = false,
  disabled = false,
  focused = false,
  error = null,
  describedBy,
  onFocus,
  onChange,
  onSubmit,
}: EmailFieldProps): ReactElement => {
  const m = useModalMessages();
  const errorId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(initialEmail);
  const [isInvalid, setIsInvalid] = useState(false);
  const shouldFocus = useRef(focused);
  // After the heading got the focus. What the user types replaces the address.
  useEffect(() => {
    const input = shouldFocus.current ? form.current?.querySelector('input') : null;
    input?.focus({ preventScroll: true });
    input?.select();
  }, []);
  useEffect(() => {
    if (error !== null) form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [error]);
  useVirtualKeyboardInset(form);
  const text = isInvalid ? m.emailInvalid : error;
  const descriptions = [text === null ? undefined : errorId, describedBy].filter((id) => id !== undefined);
  return (
    <form
      className="email"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || readOnly || disabled) return;
        const input = event.currentTarget.querySelector('input');
        const isValid = input?.validity.valid === true && email.trim() !== '';
        setIsInvalid(!isValid);
        if (isValid) onSubmit(email.trim());
        else input?.focus();
      }}
    >
      <div className="field">
        <Icon name="mail" />
        <input
          type="email"
          value={email}
          placeholder={m.emailPlaceholder}
          aria-label={m.emailLabel}
          aria-invalid={text === null ? undefined : true}
          aria-describedby={descriptions.length === 0 ? undefined : descriptions.join(' ')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_LENGTH}
          readOnly={busy || readOnly}
          disabled={disabled}
          data-key="email"
          data-testid="lk-email"
          onFocus={onFocus}
          onChange={(event) => {
            setEmail(event.target.value);
            setIsInvalid(false);
            onChange?.(event.target.value);
          }}
        />
        <button
          type="submit"
          className={email.trim().length < MIN_LENGTH ? 'tap off' : 'tap'}
          aria-label={m.emailContinue}
          aria-busy={busy || undefined}
          aria-disabled={busy || readOnly || undefined}
          disabled={disabled}
          data-testid="lk-email-submit"
        >
          {busy ? <span className="spin" /> : <Icon name="next" />}
        </button>
      </div>
      {/* Exists before its text, so that the text is announced. */}
      <p className="field-error" role="alert" id={errorId}>
        {text}
      </p>
    </form>
  );
};
