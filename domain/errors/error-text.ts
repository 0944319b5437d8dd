import { isObject, membersOf } from '../wire.js';

/** What is shown for a thrown thing that says nothing. */
export const NO_ERROR_TEXT = 'Something went wrong';

/** Longest text that is shown, in characters. Wallets and nodes put whole requests into their messages. */
const MAX_LENGTH = 240;

const textOf = (error: unknown): unknown => {
  if (!isObject(error)) return error;
  const { issues, message } = error;
  // A schema error (valibot, zod) names its first issue; its own message is a dump of all of them.
  return membersOf(Array.isArray(issues) ? issues[0] : undefined).message ?? message;
};

/**
 * One line for a person about anything that was thrown: a text is shown as it is, a schema error by its first issue, an
 * error or error-like object by its message, and everything else as {@link NO_ERROR_TEXT}. Never throws.
 */
export const errorText = (error: unknown): string => {
  try {
    const text = textOf(error);
    if (typeof text !== 'string') return NO_ERROR_TEXT;
    // Control and bidi characters of a foreign text could reorder what stands around it.
    const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
    return line === ''
      ? NO_ERROR_TEXT
      : line.length > MAX_LENGTH
        ? `${[...line]
            .slice(0, MAX_LENGTH - 1)
            .join('')
            .trimEnd()}…`
        : line;
  } catch {
    return NO_ERROR_TEXT;
  }
};

/**
 * The words of a foreign error, for wallets that give no code: its message, behind its name where that says anything, or the text that was thrown itself; an
 * empty text where there are none. Never throws.
 */
export const readErrorText = (error: unknown): string => {
  try {
    if (typeof error === 'string') return error;
    const { name, message } = membersOf(error);
    return [name === 'Error' ? '' : name, message].filter((part) => typeof part === 'string' && part !== '').join(': ');
  } catch {
    // A getter or proxy of a foreign error may throw.
    return '';
  }
};
