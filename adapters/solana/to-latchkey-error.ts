import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { readErrorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { REFUSAL_CODES, toWalletError, type WalletRefusal } from '../../domain/errors/wallet-error.js';

/** "Resource unavailable": a request is on screen already (EIP-1474), unless a node's refusal of a transaction comes through. */
const RESOURCE_UNAVAILABLE = -32_002;
const SIMULATION = /simulation|blockhash|preflight/i;

/** What wallets without codes say when the person said no. */
const REJECTION = /reject|denied|declin|cancel|dismiss|closed the/i;

/** The Wallet Standard has no codes; many wallets pass on those of others. A code without a meaning counts by its text. */
const refusalOf = (rpcCode: number | null, text: string): WalletRefusal | undefined => {
  if (rpcCode === RESOURCE_UNAVAILABLE && SIMULATION.test(text)) return undefined;
  return REFUSAL_CODES.get(rpcCode) ?? (REJECTION.test(text) ? 'wallet/rejected' : undefined);
};

/** Turns what a wallet threw into an error of the registry; one of ours passes through. */
export const toLatchkeyError = (cause: unknown, method: string): LatchkeyError =>
  isLatchkeyError(cause) ? cause : toWalletError(cause, method, refusalOf(readErrorCode(cause), readErrorText(cause)));
