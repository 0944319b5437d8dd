import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from '../../../../../sandbox/secure-site/keys/encode.js';
import type { PasskeyAssertion } from '../../../../../sandbox/secure-site/keys/passkey-assertion.js';
import type { Passkey } from '../../../../../sandbox/secure-site/keys/policy.js';

const SITE = 'https://secure.example';
const PRESENT_AND_VERIFIED = 0x05;

/** What differs in an assertion. */
export interface AssertionChanges {
  readonly origin?: string;
  readonly site?: string;
  readonly type?: string;
  readonly flags?: number;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A passkey whose keys the test has. */
export interface SoftwarePasskey {
  readonly passkey: Passkey;
  readonly assert: (challenge: Uint8Array, changes?: AssertionChanges) => PasskeyAssertion;
}

const bytesOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Creates a passkey from a byte that is its secret. */
export const softwarePasskey = (byte: number, algorithm: Passkey['algorithm'] = 'ES256'): SoftwarePasskey => {
  const secret = new Uint8Array(32).fill(byte);
  const publicKey = algorithm === 'ES256' ? p256.getPublicKey(secret, false) : ed25519.getPublicKey(secret);
  const id = toBase64Url(new Uint8Array(16).fill(byte));
  return {
    passkey: { id, algorithm, publicKey: toBase64Url(publicKey) },
    assert: (
      challenge,
      { origin = SITE, site = 'secure.example', type = 'webauthn.get', flags = PRESENT_AND_VERIFIED, more = {} } = {},
    ) => {
      const client = JSON.stringify({ type, challenge: toBase64Url(challenge), origin, crossOrigin: false, ...more });
      const clientData = bytesOf(new TextEncoder().encode(client));
      const authenticatorData = Uint8Array.of(...sha256(new TextEncoder().encode(site)), flags, 0, 0, 0, 0);
      const signed = Uint8Array.of(...authenticatorData, ...sha256(clientData));
      const signature = algorithm === 'ES256' ? p256.sign(signed, secret, { format: 'der', lowS: false }) : ed25519.sign(signed, secret);
      return { credential: id, authenticatorData, clientData, signature: bytesOf(signature) };
    },
  };
};
