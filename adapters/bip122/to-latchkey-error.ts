import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { errorNameAndMessage } from '../../domain/errors/error-text.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toWalletError, WALLET_ERROR_CODES, type WalletErrorCode, type WalletErrorCodes } from '../../domain/errors/wallet-error.js';
import type { WalletDialect } from './discovered-wallet.js';

/** Codes with a different meaning in sats-connect. @see https://docs.xverse.app/sats-connect (RpcErrorCode) */
const SATS_CONNECT_CODES: WalletErrorCodes = new Map<number, WalletErrorCode>([
  [-32_000, 'wallet/rejected'],
  [-32_001, 'wallet/unsupported-method'],
  [-32_002, 'wallet/unauthorized'],
]);

/** Messages of wallets that reject without a code. */
const REJECTION = /reject|denied|declin|cancel/i;

/** Maps a wallet's error to a Latchkey error. UniSat, OKX and Leather use EIP-1193 codes. */
export const toLatchkeyError = (cause: unknown, method: string, dialect: WalletDialect | 'remote'): LatchkeyError => {
  const rpcCode = readErrorCode(cause);
  const own = dialect === 'sats-connect' ? SATS_CONNECT_CODES.get(rpcCode) : undefined;
  const isRejected = rpcCode === null && REJECTION.test(errorNameAndMessage(cause));
  return toWalletError(cause, method, own ?? WALLET_ERROR_CODES.get(rpcCode) ?? (isRejected ? 'wallet/rejected' : undefined));
};
