import { base58 } from '@scure/base';
import { base64ToBytes } from '../../domain/wallet-protocol/base64.js';

/** Before the 32 bytes of a seed in PKCS #8. @see https://datatracker.ietf.org/doc/html/rfc8410#section-7 */
const PKCS8_HEAD: readonly number[] = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
const SEED_BYTES = 32;
const ALGORITHM = 'Ed25519';

/** Who signs for an account of a test wallet. */
export interface SolanaTestSigner {
  /** Base58. */
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** Signs bytes with the account's key. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/**
 * A signer with a real ed25519 key, made of a seed of 32 bytes by the platform's own cryptography (Node 20, current browsers).
 * For tests only: whoever knows the seed has the account.
 * @throws RangeError for a seed of another length
 * @see https://datatracker.ietf.org/doc/html/rfc8032
 */
export const solanaTestSigner = async (seed: Uint8Array): Promise<SolanaTestSigner> => {
  if (seed.length !== SEED_BYTES) throw new RangeError(`A seed has ${SEED_BYTES} bytes`);
  const key = await crypto.subtle.importKey('pkcs8', Uint8Array.from([...PKCS8_HEAD, ...seed]), ALGORITHM, true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', key);
  // A key exports its public half as base64 of its bytes.
  const publicKey = base64ToBytes(x) as Uint8Array;
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, Uint8Array.from(bytes))),
  };
};
