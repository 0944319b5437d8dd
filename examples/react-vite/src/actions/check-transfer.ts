import { isLatchkeyError, parseUnits } from 'latchkey';
import type { FieldError } from '../ui/field.js';

/** What stands in the form. */
export interface TransferForm {
  readonly recipient: string;
  readonly amount: string;
}

/** What is wrong with each field, `null` where nothing is, and the amount in base units where it is one. */
export interface CheckedTransfer {
  readonly recipient: FieldError | null;
  readonly amount: FieldError | null;
  readonly value: bigint | null;
}

const readAmount = (amount: string, decimals: number): Pick<CheckedTransfer, 'amount' | 'value'> => {
  if (amount === '') return { amount: { message: 'Write how much.' }, value: null };
  try {
    return { amount: null, value: parseUnits(amount, decimals) };
  } catch (error) {
    if (!isLatchkeyError(error)) throw error;
    return { amount: error, value: null };
  }
};

/**
 * Checks what has to be known before anything can be asked. Whether the address fits, and whether there is enough, the wallet kit
 * says when it is asked to send, before the wallet opens.
 */
export const checkTransfer = ({ recipient, amount }: TransferForm, decimals: number): CheckedTransfer => ({
  recipient: recipient.trim() === '' ? { message: 'Write who gets it.' } : null,
  ...readAmount(amount.trim(), decimals),
});
