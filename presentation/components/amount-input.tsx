import type { ReactElement } from 'react';
import { decimalSeparatorOf } from '../../domain/money/format-amount.js';
import { readTypedAmount } from '../../domain/send/typed-amount.js';
import { useMessages } from '../hooks/use-messages.js';

/** No amount is longer. */
const MAX_LENGTH = 80;

/** Props of {@link AmountInput}. */
export interface AmountInputProps {
  readonly value: string;
  /** Accessible name, with the unit. */
  readonly label: string;
  readonly placeholder: string;
  readonly isWrong: boolean;
  /** Id of the element that describes it. */
  readonly noteId: string;
  readonly testId: string;
  /** Called with what was typed, with a point as the decimal separator. */
  readonly onChange: (amount: string) => void;
}

/** The field of an amount. */
export const AmountInput = ({ value, label, placeholder, isWrong, noteId, testId, onChange }: AmountInputProps): ReactElement => {
  const m = useMessages();
  return (
    <input
      type="text"
      inputMode="decimal"
      value={value}
      placeholder={placeholder}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={noteId}
      autoComplete="off"
      maxLength={MAX_LENGTH}
      dir="ltr"
      data-key="amount"
      data-testid={testId}
      onChange={(event) => onChange(readTypedAmount(event.target.value, decimalSeparatorOf(m.locale)))}
    />
  );
};
