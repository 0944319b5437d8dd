import { decodeBase58 } from './base58.js';

/** 32 to 44 base58 characters (specification, section 5). */
const ADDRESS_FORMAT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** An address is a public key. */
const KEY_BYTES = 32;

/** Tests the format of a Solana address. Not every match is one: see `isSolanaAddress`. */
export const hasSolanaAddressFormat = (value: unknown): value is string => typeof value === 'string' && ADDRESS_FORMAT.test(value);

/**
 * Tests for a Solana address: base58 of 32 bytes. There is no checksum, so typos may pass. Includes program derived addresses, which have
 * no private key.
 * @see https://solana.com/docs/core/accounts#public-key
 */
export const isSolanaAddress = (value: unknown): value is string =>
  hasSolanaAddressFormat(value) && decodeBase58(value)?.length === KEY_BYTES;
