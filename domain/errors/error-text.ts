import { asRecord, isObject } from '../wire.js';

/** Text shown for a thrown value without a message. */
export const UNKNOWN_ERROR_TEXT = 'Something went wrong';

/** Maximum length of the returned text, in characters. Wallets and nodes put whole requests into their messages. */
const MAX_LENGTH = 240;

const textOf = (error: unknown): unknown => {
  if (!isObject(error)) return error;
  const { issues, message } = error;
  // A schema error (valibot, zod): its first issue is the useful message, its own message dumps all issues.
  return asRecord(Array.isArray(issues) ? issues[0] : undefined).message ?? message;
};

/**
 * Returns one line of text for a thrown value: a string as it is, the first issue of a schema error, the message of an error or
 * error-like object, otherwise {@link UNKNOWN_ERROR_TEXT}. Never throws.
 */
export const errorText = (error: unknown): string => {
  try {
    const text = textOf(error);
    if (typeof text !== 'string') return UNKNOWN_ERROR_TEXT;
    // Control, bidi and invisible characters of an untrusted text could reorder the text around it, or leave it empty.
    const singleLine = text.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\s]+/gu, ' ').trim();
    return singleLine === ''
      ? UNKNOWN_ERROR_TEXT
      : singleLine.length > MAX_LENGTH
        ? `${[...singleLine]
            .slice(0, MAX_LENGTH - 1)
            .join('')
            .trimEnd()}…`
        : singleLine;
  } catch {
    return UNKNOWN_ERROR_TEXT;
  }
};

/**
 * Returns `name: message` of a wallet's error, for matching errors without a code. A generic name (`Error`) is omitted. Returns a thrown
 * string unchanged, and an empty string if there is no text. Never throws.
 */
export const errorNameAndMessage = (error: unknown): string => {
  try {
    if (typeof error === 'string') return error;
    const { name, message } = asRecord(error);
    return [name === 'Error' ? '' : name, message].filter((part) => typeof part === 'string' && part !== '').join(': ');
  } catch {
    // A getter or proxy of an untrusted error may throw.
    return '';
  }
};
