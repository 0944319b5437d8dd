import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { errorNameAndMessage } from '../../domain/errors/error-text.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toWalletError, WALLET_ERROR_CODES, type WalletErrorCode } from '../../domain/errors/wallet-error.js';

/** "Resource unavailable": a prompt is already open (EIP-1474), unless the wallet passes on a node's rejection of a transaction. */
const RESOURCE_UNAVAILABLE = -32_002;
const SIMULATION = /simulation|blockhash|preflight/i;

/** Messages of wallets that reject without a code. */
const REJECTION = /reject|denied|declin|cancel|dismiss|closed the/i;

/** The Wallet Standard has no error codes; many wallets use EIP-1193 codes. An unknown code falls back to the message. */
const refusalOf = (rpcCode: number | null, text: string): WalletErrorCode | undefined => {
  if (rpcCode === RESOURCE_UNAVAILABLE && SIMULATION.test(text)) return undefined;
  return WALLET_ERROR_CODES.get(rpcCode) ?? (REJECTION.test(text) ? 'wallet/rejected' : undefined);
};

/** Maps a wallet's error to a Latchkey error; a Latchkey error passes through. */
export const toLatchkeyError = (cause: unknown, method: string): LatchkeyError =>
  isLatchkeyError(cause) ? cause : toWalletError(cause, method, refusalOf(readErrorCode(cause), errorNameAndMessage(cause)));
