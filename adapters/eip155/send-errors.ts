import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { membersOf } from '../../domain/wire.js';

/** How deep `cause` and `data` are followed: foreign errors may be circular. */
const MAX_DEPTH = 6;

/** All that an error and those inside of it say. Nodes tell these things in words only. */
const wordsOf = (error: unknown, depth = 0): readonly string[] => {
  if (depth === MAX_DEPTH || typeof error !== 'object' || error === null) return [];
  try {
    const { message, details, cause, data } = membersOf(error);
    const { originalError, cause: inner, message: said } = membersOf(data);
    const own = isLatchkeyError(error) ? [] : [message, details, said].filter((each) => typeof each === 'string');
    return [...own, ...[cause, originalError, inner].flatMap((each) => wordsOf(each, depth + 1))];
  } catch {
    // A getter or proxy of a foreign error may throw.
    return [];
  }
};

/** Words of go-ethereum that other nodes repeat. @see https://github.com/ethereum/go-ethereum/blob/master/core/error.go */
const NONCE = /nonce.{0,12}too low|nonce.{0,20}already (?:been )?used/i;
const FUNDS = /insufficient funds/i;
const HAVE_WANT = /have (\d+)\D+want (\d+)/i;
const REFUSED = /revert|underpriced|intrinsic gas|exceeds block gas limit|max fee per gas less than|gas required exceeds|fee cap/i;

/**
 * What a node said against a transaction, in the registry's words; `null` where it says nothing that is known. Then nobody can say
 * that the transaction was not sent.
 */
export const sendError = (cause: unknown, chainId: string): LatchkeyError | null => {
  const words = wordsOf(cause);
  const find = (pattern: RegExp): string | undefined => words.find((text) => pattern.test(text));
  if (find(NONCE) !== undefined) return new LatchkeyError('send/nonce-too-low', { chainId }, { cause });
  const [, balance, fee] = HAVE_WANT.exec(find(FUNDS) ?? '') ?? [];
  if (balance !== undefined && fee !== undefined)
    return new LatchkeyError('send/insufficient-fee-funds', { chainId, fee, balance }, { cause });
  const refusal = find(FUNDS) ?? find(REFUSED);
  return refusal === undefined ? null : new LatchkeyError('send/refused', { chainId, reason: errorText(refusal) }, { cause });
};
