import { type ReactElement, type ReactNode, useId } from 'react';
import { useEmailCooldown } from '../../hooks/use-email-cooldown.js';
import { CodeField } from './code-field.js';

/** Props of {@link CodePanel}. */
export interface CodePanelProps {
  /** Sentence before the address. */
  readonly title: string;
  readonly email: string;
  /** What is going on; a live region. */
  readonly hint: string;
  readonly busy: boolean;
  /** The site refused the last code. */
  readonly error: string | null;
  readonly onCode: (code: string) => void;
  /** Button below the field. */
  readonly children: ReactNode;
}

/** A mailed code to enter: where it was sent, the field, and what happens with it. */
export const CodePanel = ({ title, email, hint, busy, error, onCode, children }: CodePanelProps): ReactElement => {
  const textsId = useId();
  const errorId = useId();
  return (
    <div className="stack">
      <div className="mid" id={textsId}>
        <p>
          {title} <b className="address">{email}</b>
        </p>
      </div>
      <CodeField busy={busy} failed={error !== null} describedBy={`${textsId} ${errorId}`} onComplete={onCode} />
      <div className="outcome">
        <p className="field-error" role="alert" id={errorId}>
          {error}
        </p>
        <p className="hint" role="status">
          {error === null ? hint : null}
        </p>
      </div>
      {children}
    </div>
  );
};

/** Props of {@link CooldownButton}. */
export interface CooldownButtonProps {
  readonly label: string;
  /** Label while the cooldown lasts. */
  readonly labelIn: (seconds: number) => string;
  readonly busy: boolean;
  readonly testId: string;
  readonly onClick: () => void;
}

/** A button that sends another mail: it works once the cooldown is over. */
export const CooldownButton = ({ label, labelIn, busy, testId, onClick }: CooldownButtonProps): ReactElement => {
  const seconds = useEmailCooldown();
  const isDisabled = busy || seconds > 0;
  return (
    <button
      type="button"
      className="btn"
      part="button"
      data-testid={testId}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      {seconds > 0 ? labelIn(seconds) : label}
    </button>
  );
};
