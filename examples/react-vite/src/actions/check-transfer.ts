import { isLatchkeyError, parseUnits } from 'latchkey';
import type { FieldError } from '../ui/field.js';

/** Values of the send form. */
export interface TransferForm {
  readonly recipient: string;
  readonly amount: string;
}

/** An error per field (`null` when valid) and the amount in base units (`null` when invalid). */
export interface CheckedTransfer {
  readonly recipient: FieldError | null;
  readonly amount: FieldError | null;
  readonly value: bigint | null;
}

const readAmount = (amount: string, decimals: number): Pick<CheckedTransfer, 'amount' | 'value'> => {
  if (amount === '') return { amount: { message: 'Enter an amount.' }, value: null };
  try {
    return { amount: null, value: parseUnits(amount, decimals) };
  } catch (error) {
    if (!isLatchkeyError(error)) throw error;
    return { amount: error, value: null };
  }
};

/**
 * Validates the form before a request is made. The client validates the address and the balance itself, when it estimates or sends and
 * before the wallet opens.
 */
export const checkTransfer = ({ recipient, amount }: TransferForm, decimals: number): CheckedTransfer => ({
  recipient: recipient.trim() === '' ? { message: 'Enter a recipient.' } : null,
  ...readAmount(amount.trim(), decimals),
});
