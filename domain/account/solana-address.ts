import { decodeBase58 } from './base58.js';

/** Specification, section 5: 32 to 44 characters of the Bitcoin base58 alphabet, from start to end. */
const SHAPE = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Bytes of a public key, which an address is. */
const KEY_BYTES = 32;

/** Whether a text looks like a Solana address. Some that do are none: see `isSolanaAddress`. */
export const hasSolanaShape = (value: unknown): value is string => typeof value === 'string' && SHAPE.test(value);

/**
 * Whether a text is a Solana address: base58 of 32 bytes. It carries no checksum, so that a mistyped one may pass; program
 * derived addresses, for which nobody has a key, are addresses too.
 * @see https://solana.com/docs/core/accounts#public-key
 */
export const isSolanaAddress = (value: unknown): value is string => hasSolanaShape(value) && decodeBase58(value)?.length === KEY_BYTES;
