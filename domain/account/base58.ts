import { base58 } from '@scure/base';
import { attempt } from '../wire.js';

/** Upper limit far above any address, signature or transaction: decoding takes quadratic time. */
const MAX_BASE58_LENGTH = 4_096;

/** Decodes base58 without a checksum; `null` if it is invalid. */
export const decodeBase58 = (text: string): Uint8Array | null =>
  text.length > MAX_BASE58_LENGTH ? null : (attempt(() => base58.decode(text)) ?? null);
