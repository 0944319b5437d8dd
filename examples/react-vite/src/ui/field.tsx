import { type InputHTMLAttributes, type ReactElement, useId } from 'react';

/** A field error: a message, and the error code if it comes from Latchkey. */
export interface FieldError {
  readonly message: string;
  readonly code?: string;
}

/** Props of {@link Field}. */
export interface FieldProps {
  readonly label: string;
  /** Shown below the input while there is no error. */
  readonly note?: string | undefined;
  /** `null` when the value is valid. */
  readonly error: FieldError | null;
  readonly testId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  readonly placeholder?: string;
}

/** A labelled text input whose error is announced to screen readers. */
export const Field = ({ label, note, error, testId, onChange, ...input }: FieldProps): ReactElement => {
  const id = useId();
  const hint = error?.message ?? note;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
        data-testid={testId}
        onChange={({ target }) => onChange(target.value)}
      />
      <p
        id={`${id}-note`}
        className={error === null ? 'note' : 'note bad'}
        role={error === null ? undefined : 'alert'}
        data-testid={`${testId}-note`}
        data-code={error?.code}
      >
        {hint}
      </p>
    </div>
  );
};
