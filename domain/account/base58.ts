import { base58 } from '@scure/base';
import { attempt } from '../wire.js';

/** Far above every address, signature and transaction: the work grows with the square of the length. */
const MAX_LENGTH = 4_096;

/** Reads foreign base58 without a checksum; `null` for a text that is none. */
export const decodeBase58 = (text: string): Uint8Array | null =>
  text.length > MAX_LENGTH ? null : (attempt(() => base58.decode(text)) ?? null);
