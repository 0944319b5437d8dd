import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletDialect } from './found-wallet.js';

type WalletCode = Extract<
  ErrorCode,
  'wallet/rejected' | 'wallet/request-pending' | 'wallet/unauthorized' | 'wallet/unsupported-method' | 'wallet/disconnected'
>;

/** What codes mean in every language of Bitcoin wallets but sats-connect's. */
const CODES: ReadonlyMap<number | null, WalletCode> = new Map<number, WalletCode>([
  // "User rejected request"; UniSat, OKX and Leather use it as EIP-1193 does. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
  [4001, 'wallet/rejected'],
  // Over the wallet protocol. @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
  [5000, 'wallet/rejected'],
  [5001, 'wallet/rejected'],
  [5002, 'wallet/rejected'],
  [4100, 'wallet/unauthorized'],
  [4200, 'wallet/unsupported-method'],
  [5101, 'wallet/unsupported-method'],
  [4900, 'wallet/disconnected'],
  [4901, 'wallet/disconnected'],
  // "Resource unavailable". @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
  [-32_002, 'wallet/request-pending'],
  // "Method not found". @see https://www.jsonrpc.org/specification#error_object
  [-32_601, 'wallet/unsupported-method'],
]);

/** What sats-connect gives another meaning. @see https://docs.xverse.app/sats-connect (RpcErrorCode) */
const SATS_CONNECT_CODES: ReadonlyMap<number | null, WalletCode> = new Map<number, WalletCode>([
  [-32_000, 'wallet/rejected'],
  [-32_001, 'wallet/unsupported-method'],
  [-32_002, 'wallet/unauthorized'],
]);

/** Words of wallets that reject without a code. */
const REJECTION = /reject|denied|declin|cancel/i;

const wordsOf = (cause: unknown): string => {
  try {
    return typeof cause === 'string' ? cause : String(Reflect.get(Object(cause), 'message'));
  } catch {
    // A getter of a foreign error may throw.
    return '';
  }
};

/** Turns what a wallet threw into an error of the registry. */
export const toLatchkeyError = (cause: unknown, method: string, dialect: WalletDialect | 'remote'): LatchkeyError => {
  const rpcCode = readErrorCode(cause);
  const own = dialect === 'sats-connect' ? SATS_CONNECT_CODES.get(rpcCode) : undefined;
  const code = own ?? CODES.get(rpcCode) ?? (rpcCode === null && REJECTION.test(wordsOf(cause)) ? 'wallet/rejected' : undefined);
  return code === undefined
    ? new LatchkeyError('wallet/request-failed', { method, rpcCode }, { cause })
    : new LatchkeyError(code, { method }, { cause });
};
