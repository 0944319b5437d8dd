import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { asRecord } from '../../domain/wire.js';

/** Depth limit for `cause` and `data`: untrusted errors may be circular. */
const MAX_DEPTH = 6;

/** Collects the messages of an error and its nested errors. Nodes report these failures by message only. */
const messagesOf = (error: unknown, depth = 0): readonly string[] => {
  if (depth === MAX_DEPTH || typeof error !== 'object' || error === null) return [];
  try {
    const { message, details, cause, data } = asRecord(error);
    const { originalError, cause: inner, message: dataMessage } = asRecord(data);
    // The site of the embedded wallet passes the node's message on.
    if (isLatchkeyError(error, 'secure-frame/error-reply')) return [error.context.reason ?? ''];
    const own = isLatchkeyError(error) ? [] : [message, details, dataMessage].filter((each) => typeof each === 'string');
    return [...own, ...[cause, originalError, inner].flatMap((each) => messagesOf(each, depth + 1))];
  } catch {
    // A getter or proxy of an untrusted error may throw.
    return [];
  }
};

/** Messages of go-ethereum that other nodes reuse. @see https://github.com/ethereum/go-ethereum/blob/master/core/error.go */
const NONCE = /nonce.{0,12}too low|nonce.{0,20}already (?:been )?used/i;
const FUNDS = /insufficient funds/i;
const HAVE_WANT = /have (\d+)\D+want (\d+)/i;
const REFUSED = /revert|underpriced|intrinsic gas|exceeds block gas limit|max fee per gas less than|gas required exceeds|fee cap/i;

/**
 * Maps a node's rejection of a transaction to a Latchkey error; `null` for an unrecognized message: then the transaction may have been
 * sent.
 */
export const sendError = (cause: unknown, chainId: string): LatchkeyError | null => {
  const messages = messagesOf(cause);
  const find = (pattern: RegExp): string | undefined => messages.find((text) => pattern.test(text));
  if (find(NONCE) !== undefined) return new LatchkeyError('send/nonce-too-low', { chainId }, { cause });
  const [, balance, fee] = HAVE_WANT.exec(find(FUNDS) ?? '') ?? [];
  if (balance !== undefined && fee !== undefined)
    return new LatchkeyError('send/insufficient-fee-funds', { chainId, fee, balance }, { cause });
  const refusal = find(FUNDS) ?? find(REFUSED);
  return refusal === undefined ? null : new LatchkeyError('send/refused', { chainId, reason: errorText(refusal) }, { cause });
};
