const encoder = new TextEncoder();
const HEAD = encoder.encode('<Bytes>');
const TAIL = encoder.encode('</Bytes>');

const isAt = (bytes: Uint8Array, part: Uint8Array, at: number): boolean =>
  at >= 0 && part.every((byte, index) => bytes[at + index] === byte);

/** Whether bytes cannot be mistaken for a transaction: they are between `<Bytes>` and `</Bytes>`. */
const isWrapped = (bytes: Uint8Array): boolean =>
  bytes.length >= HEAD.length + TAIL.length && isAt(bytes, HEAD, 0) && isAt(bytes, TAIL, bytes.length - TAIL.length);

/**
 * Puts bytes between `<Bytes>` and `</Bytes>`, unless they are: what wallets sign besides transactions looks so.
 * @see https://wiki.polkadot.com/general/signing-raw-data/
 */
export const wrapBytes = (bytes: Uint8Array): Uint8Array => (isWrapped(bytes) ? bytes : Uint8Array.of(...HEAD, ...bytes, ...TAIL));
