import { attempt } from '../wire.js';

/** Longest text of a foreign value in a message, in characters: a peer may send a megabyte. */
const MAX_SHOWN = 1_000;

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** A foreign value inside a message, as a template shows it. Never throws. */
export const shown = (value: unknown): string =>
  // An object whose text cannot be made: without a prototype, or with a symbol in it.
  attempt(() => cut(String(value))) ?? Object.prototype.toString.call(value);

/** A foreign value inside a message, as JSON. Never throws. */
export const shownJson = (value: unknown): string => attempt(() => cut(String(JSON.stringify(value)))) ?? shown(value);

/** Secrets in hex or base64 have no shorter forms: a key has 32 bytes, a signature 64. */
const SECRET_RUNS = { key: /[\w+/-]{43,}/g, signature: /[\w+/-]{86,}/g };

/** A message's detail without what may be a key or a signature: each run of characters long enough to be one becomes "…". */
export const withoutSecrets = (text: string, kind: keyof typeof SECRET_RUNS): string => text.replace(SECRET_RUNS[kind], '…');
