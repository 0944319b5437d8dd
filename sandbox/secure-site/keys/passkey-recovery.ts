import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeParts } from './encode.js';
import { KEY_BYTES } from './seal.js';

/** What a passkey with the PRF extension computes its output from. @see https://www.w3.org/TR/webauthn-3/#prf-extension */
export const prfInputOf = (wallet: string): Uint8Array<ArrayBuffer> => encodeParts(['latchkey/passkey-prf/1', wallet]);

/**
 * The recovery secret of a passkey. It depends on the wallet, so the passkey of two wallets opens each with another one.
 * @param output of the PRF extension, 32 bytes
 * @throws RangeError if it has another length
 */
export const passkeyRecoveryOf = (output: Uint8Array, wallet: string): Uint8Array<ArrayBuffer> => {
  if (output.length !== KEY_BYTES) throw new RangeError(`The output has ${KEY_BYTES} bytes`);
  return Uint8Array.from(hkdf(sha256, output, undefined, encodeParts(['latchkey/passkey-recovery/1', wallet]), KEY_BYTES));
};
