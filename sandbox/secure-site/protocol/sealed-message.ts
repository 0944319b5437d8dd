import { encodeFields, fromBase64Url, toBase64Url } from './encoding.js';
import { exportPoint } from './p256.js';

const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** A message that only the holder of an agreement key can read. All members are base64url. */
export interface SealedMessage {
  readonly version: 1;
  /** The sender's ephemeral public key. */
  readonly key: string;
  readonly iv: string;
  readonly ciphertext: string;
}

/** What a message is for. It opens under the same context only. */
export type SealContext = readonly string[];

interface Agreement {
  readonly privateKey: CryptoKey;
  readonly publicKey: string;
  /** Public keys of sender and recipient, in this order. */
  readonly keys: readonly [string, string];
  readonly context: SealContext;
}

/** ECDH P-256, then HKDF-SHA-256 with both public keys and the context as info. */
const deriveKey = async ({ privateKey, publicKey, keys, context }: Agreement, usage: KeyUsage): Promise<CryptoKey> => {
  const peer = await crypto.subtle.importKey('raw', fromBase64Url(publicKey), ECDH, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, privateKey, 256);
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const info = encodeFields('latchkey/seal/1', ...keys, ...context);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  );
};

/** Creates a key to receive sealed messages with. Use it for one message exchange. */
export const createAgreementKey = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ECDH, false, ['deriveBits']);

/**
 * Encrypts bytes to an agreement key with a fresh ephemeral key: each AES key seals once.
 * @param recipient uncompressed point in base64url
 * @throws DOMException if it is not a point of P-256
 */
export const sealMessage = async (recipient: string, context: SealContext, plaintext: Uint8Array<ArrayBuffer>): Promise<SealedMessage> => {
  const { privateKey, publicKey } = await createAgreementKey();
  const sender = await exportPoint(publicKey);
  const key = await deriveKey({ privateKey, publicKey: recipient, keys: [sender, recipient], context }, 'encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plaintext);
  return { version: 1, key: sender, iv: toBase64Url(iv), ciphertext: toBase64Url(new Uint8Array(ciphertext)) };
};

/** Decrypts a message. @throws DOMException if it was changed, or sealed to another key or for another context */
export const openMessage = async (
  { privateKey, publicKey }: CryptoKeyPair,
  context: SealContext,
  { key: sender, iv, ciphertext }: SealedMessage,
): Promise<Uint8Array<ArrayBuffer>> => {
  const keys = [sender, await exportPoint(publicKey)] as const;
  const key = await deriveKey({ privateKey, publicKey: sender, keys, context }, 'decrypt');
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64Url(iv) }, key, fromBase64Url(ciphertext)));
};
