import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';

type WalletCode = 'wallet/rejected' | 'wallet/request-pending' | 'wallet/unauthorized' | 'wallet/unsupported-method';

/** What error codes mean: those of EIP-1193 and EIP-1474, which some extensions pass on, and of the wallet protocol. */
const CODES: ReadonlyMap<number | null, WalletCode> = new Map<number | null, WalletCode>([
  // The person said no. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
  [4001, 'wallet/rejected'],
  // The account or method is not authorised. EIP-1193.
  [4100, 'wallet/unauthorized'],
  // No such method. EIP-1193.
  [4200, 'wallet/unsupported-method'],
  // The person said no. @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
  [5000, 'wallet/rejected'],
  // The wallet already shows a request. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
  [-32002, 'wallet/request-pending'],
  // "Method not found". @see https://www.jsonrpc.org/specification#error_object
  [-32601, 'wallet/unsupported-method'],
]);

/**
 * What the texts of the published extension mean: its errors have no codes.
 * @see https://github.com/polkadot-js/extension/blob/master/packages/extension-base/src/background/handlers/State.ts
 */
const TEXTS: readonly (readonly [RegExp, WalletCode])[] = [
  [/^(?:user )?(?:cancel|reject)/i, 'wallet/rejected'],
  [/pending authorization request/i, 'wallet/request-pending'],
  [/not been enabled|not allowed to interact|unable to find (?:key)?pair/i, 'wallet/unauthorized'],
  [/not supported|unsupported/i, 'wallet/unsupported-method'],
];

const textOf = (cause: unknown): string => {
  try {
    return typeof cause === 'string' ? cause : String(Object(cause).message ?? '');
  } catch {
    // A getter of a foreign error may throw.
    return '';
  }
};

/** Turns what a wallet threw into an error of the registry. */
export const toLatchkeyError = (cause: unknown, method: string): LatchkeyError => {
  if (isLatchkeyError(cause)) return cause;
  const rpcCode = readErrorCode(cause);
  const code = CODES.get(rpcCode) ?? TEXTS.find(([pattern]) => pattern.test(textOf(cause).trim()))?.[1];
  return code === undefined
    ? new LatchkeyError('wallet/request-failed', { method, rpcCode }, { cause })
    : new LatchkeyError(code, { method }, { cause });
};
