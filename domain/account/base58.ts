import { base58 } from '@scure/base';

/** Far above every address, signature and transaction: the work grows with the square of the length. */
const MAX_LENGTH = 4_096;

/** Reads foreign base58 without a checksum; `null` for a text that is none. */
export const decodeBase58 = (text: string): Uint8Array | null => {
  if (text.length > MAX_LENGTH) return null;
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
};
