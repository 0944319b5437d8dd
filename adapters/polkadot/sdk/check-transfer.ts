import type { TransactionRequest } from '../../../application/ports/transaction-request.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { AccountState } from './account-state.js';

/** What a transfer is judged by. Planck. */
export interface TransferFacts {
  readonly chainId: string;
  readonly request: TransactionRequest;
  readonly fee: bigint;
  readonly sender: AccountState;
  readonly recipient: AccountState;
}

/**
 * Judges a transfer before anybody is asked to sign it, by the rules that the chain will judge it by.
 * @throws LatchkeyError `send/above-balance`, `send/insufficient-fee-funds`, `send/existential-deposit`
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#existential-deposit
 */
export const checkTransfer = ({ chainId, request: { value, all = false }, fee, sender, recipient }: TransferFacts): void => {
  const { transferable, existentialDeposit } = sender;
  const minimum = existentialDeposit.toString();
  const cannotPay = new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: fee.toString(), balance: transferable.toString() });
  if (!all && value > transferable) {
    const amounts = { value: value.toString(), balance: transferable.toString() };
    throw new LatchkeyError('send/above-balance', { chainId, asset: null, ...amounts });
  }
  const moved = all ? transferable - fee : value;
  if (moved <= 0n || moved + fee > transferable) throw cannotPay;
  // Only who sends all lets the account end.
  const isLeftTooLittle = !sender.mustStay && sender.free - moved - fee < existentialDeposit;
  if (!all && isLeftTooLittle) throw new LatchkeyError('send/existential-deposit', { chainId, account: 'sender', minimum });
  if (recipient.free + moved < existentialDeposit)
    throw new LatchkeyError('send/existential-deposit', { chainId, account: 'recipient', minimum });
};
