import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const PREFIX = utf8ToBytes('<Bytes>');
const SUFFIX = utf8ToBytes('</Bytes>');

const isAt = (bytes: Uint8Array, expected: Uint8Array, at: number): boolean =>
  at >= 0 && expected.every((byte, index) => bytes[at + index] === byte);

/** Checks for the `<Bytes>` wrapper, which prevents bytes from being a valid transaction. */
const isWrapped = (bytes: Uint8Array): boolean =>
  bytes.length >= PREFIX.length + SUFFIX.length && isAt(bytes, PREFIX, 0) && isAt(bytes, SUFFIX, bytes.length - SUFFIX.length);

/**
 * Wraps bytes in `<Bytes>` and `</Bytes>`, unless they already are: the format of raw data that wallets sign.
 * @see https://wiki.polkadot.com/general/signing-raw-data/
 */
export const wrapBytes = (bytes: Uint8Array): Uint8Array => (isWrapped(bytes) ? bytes : concatBytes(PREFIX, bytes, SUFFIX));
