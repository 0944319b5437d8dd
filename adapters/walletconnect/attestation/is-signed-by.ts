import { base64ToBytes } from '../../../domain/wallet-protocol/base64.js';
import type { AttestationPublicKey } from '../../../domain/wallet-protocol/origin/attestation-service.js';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

/** Two numbers of 32 bytes. @see https://www.rfc-editor.org/rfc/rfc7518#section-3.4 */
const SIGNATURE_BYTES = 64;

/**
 * Whether a JWT is signed with a key on P-256 (ES256), whatever its head says of itself. Not so where nothing can be checked, as on a page
 * without a secure context.
 * @see https://www.rfc-editor.org/rfc/rfc7515#section-5.2
 */
export const isSignedBy = async (
  { publicKey }: Pick<AttestationPublicKey, 'publicKey'>,
  jwt: string,
  subtle: SubtleCrypto | undefined,
): Promise<boolean> => {
  const end = jwt.lastIndexOf('.');
  const signature = base64ToBytes(jwt.slice(end + 1));
  if (subtle === undefined || signature?.length !== SIGNATURE_BYTES) return false;
  try {
    const key = await subtle.importKey('jwk', publicKey, CURVE, false, ['verify']);
    // Copies: only these are sure not to lie in shared memory.
    return await subtle.verify(ALGORITHM, key, Uint8Array.from(signature), new TextEncoder().encode(jwt.slice(0, end)));
  } catch {
    // A point that is not on the curve is no key.
    return false;
  }
};
