import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { readErrorText } from '../../domain/errors/error-text.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { REFUSAL_CODES, type RefusalCodes, toWalletError, type WalletRefusal } from '../../domain/errors/wallet-error.js';
import type { WalletDialect } from './found-wallet.js';

/** What sats-connect gives another meaning. @see https://docs.xverse.app/sats-connect (RpcErrorCode) */
const SATS_CONNECT_CODES: RefusalCodes = new Map<number, WalletRefusal>([
  [-32_000, 'wallet/rejected'],
  [-32_001, 'wallet/unsupported-method'],
  [-32_002, 'wallet/unauthorized'],
]);

/** Words of wallets that reject without a code. */
const REJECTION = /reject|denied|declin|cancel/i;

/** Turns what a wallet threw into an error of the registry. UniSat, OKX and Leather give codes as EIP-1193 does. */
export const toLatchkeyError = (cause: unknown, method: string, dialect: WalletDialect | 'remote'): LatchkeyError => {
  const rpcCode = readErrorCode(cause);
  const own = dialect === 'sats-connect' ? SATS_CONNECT_CODES.get(rpcCode) : undefined;
  const saidNo = rpcCode === null && REJECTION.test(readErrorText(cause));
  return toWalletError(cause, method, own ?? REFUSAL_CODES.get(rpcCode) ?? (saidNo ? 'wallet/rejected' : undefined));
};
