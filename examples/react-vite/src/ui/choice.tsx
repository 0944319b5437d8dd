import { type ReactElement, useId } from 'react';

/** Props of {@link Choice}. */
export interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly testId: string;
  readonly onChange: (value: string) => void;
}

/** A labelled select. */
export const Choice = ({ label, value, options, testId, onChange }: ChoiceProps): ReactElement => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} data-testid={testId} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
};
