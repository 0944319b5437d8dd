import { type InputHTMLAttributes, type ReactElement, useId } from 'react';

/** What is wrong with a value: a sentence, and the code that an app gets where it is an error of the kit. */
export interface FieldError {
  readonly message: string;
  readonly code?: string;
}

/** What an input field shows and tells. */
export interface FieldProps {
  readonly label: string;
  /** Stands below the input until there is an error. */
  readonly note?: string | undefined;
  /** What is wrong with the value, `null` when nothing is. */
  readonly error: FieldError | null;
  readonly testId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  readonly placeholder?: string;
}

/** A labelled input whose error is announced and tied to it. */
export const Field = ({ label, note, error, testId, onChange, ...input }: FieldProps): ReactElement => {
  const id = useId();
  const below = error?.message ?? note;
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
        {below}
      </p>
    </div>
  );
};
