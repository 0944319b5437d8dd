import { formatUnits, parseUnits } from 'latchkey';
import { isEvmAddress } from 'latchkey/eip155';
import { hasValidChecksum } from './verify.js';

/** What stands in the form. */
export interface TransferForm {
  readonly recipient: string;
  readonly amount: string;
}

/** What is known of the account that sends. */
export interface Sender {
  /** Which chain family sends. */
  readonly namespace: string;
  readonly balance: { readonly value: bigint; readonly symbol: string; readonly decimals: number } | null;
  readonly decimals: number;
}

/** What is wrong with each field, `null` where nothing is. */
export interface TransferErrors {
  readonly recipient: string | null;
  readonly amount: string | null;
}

/** An amount as base units, `null` for a text that is none. */
export const readAmount = (amount: string, decimals: number): bigint | null => {
  try {
    return parseUnits(amount.trim(), decimals);
  } catch {
    return null;
  }
};

const recipientError = (recipient: string, namespace: string): string | null => {
  if (recipient === '') return 'Write who gets it.';
  // Of the others the wallet kit says what is wrong, before the wallet opens.
  if (namespace !== 'eip155') return null;
  if (!recipient.startsWith('0x') || !isEvmAddress(recipient)) return 'Write an address: 0x and 40 more characters from 0 to 9 and a to f.';
  return hasValidChecksum(recipient) ? null : 'This address has a typing error: its letters do not fit together.';
};

const amountError = (amount: string, { balance, decimals }: Sender): string | null => {
  if (amount.trim() === '') return 'Write how much.';
  const value = readAmount(amount, decimals);
  if (value === null) return `Write a number with at most ${decimals} decimals, such as 0.01.`;
  if (value === 0n) return 'Write more than zero.';
  if (balance !== null && value > balance.value) return `You have ${formatUnits(balance.value, balance.decimals)} ${balance.symbol}.`;
  return null;
};

/** Checks both fields. */
export const checkTransfer = ({ recipient, amount }: TransferForm, sender: Sender): TransferErrors => ({
  recipient: recipientError(recipient.trim(), sender.namespace),
  amount: amountError(amount, sender),
});
