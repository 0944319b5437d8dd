import { base58 } from '@scure/base';
import { base64ToBytes } from '../../domain/base64.js';

/** PKCS #8 prefix of a 32-byte seed. @see https://datatracker.ietf.org/doc/html/rfc8410#section-7 */
const PKCS8_HEAD: readonly number[] = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
const SEED_BYTES = 32;
const ALGORITHM = 'Ed25519';

/** Signer of an account of a test wallet. */
export interface SolanaTestSigner {
  /** Base58. */
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** Signs bytes with the account's key. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/**
 * Creates a signer with a real ed25519 key from a 32-byte seed, using WebCrypto (Node 20, current browsers). For tests only: the seed
 * controls the account.
 * @throws RangeError for a seed of another length
 * @see https://datatracker.ietf.org/doc/html/rfc8032
 */
export const solanaTestSigner = async (seed: Uint8Array): Promise<SolanaTestSigner> => {
  if (seed.length !== SEED_BYTES) throw new RangeError(`A seed has ${SEED_BYTES} bytes`);
  const key = await crypto.subtle.importKey('pkcs8', Uint8Array.from([...PKCS8_HEAD, ...seed]), ALGORITHM, true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', key);
  // The JWK member `x` is the public key in base64url.
  const publicKey = base64ToBytes(x) as Uint8Array;
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, Uint8Array.from(bytes))),
  };
};
