import { attempt } from './wire.js';

/** Maximum length of an untrusted value in a message, in characters: a peer may send a megabyte. */
const MAX_VALUE_LENGTH = 1_000;

const truncate = (text: string): string => (text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text);

/** Formats an untrusted value for a message, as a template literal does. Never throws. */
export const formatValue = (value: unknown): string =>
  // `String` fails for objects without a prototype or with a symbol.
  attempt(() => truncate(String(value))) ?? Object.prototype.toString.call(value);

/** Formats an untrusted value for a message as JSON. Never throws. */
export const formatJson = (value: unknown): string => attempt(() => truncate(String(JSON.stringify(value)))) ?? formatValue(value);

/** Minimum length of a secret in base64 (hex is longer): a key has 32 bytes, a signature 64. */
const SECRET_PATTERNS = { key: /[\w+/-]{43,}/g, signature: /[\w+/-]{86,}/g };

/** Replaces each run of characters that may be a key or a signature by "…". */
export const withoutSecrets = (text: string, kind: keyof typeof SECRET_PATTERNS): string => text.replace(SECRET_PATTERNS[kind], '…');
