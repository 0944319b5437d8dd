import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from './encode.js';
import type { Passkey } from './policy.js';
import { hasShape, isBytes, matches } from './shapes.js';

/** What a passkey has signed. @see https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion */
export interface PasskeyAssertion {
  /** Id of the credential, base64url. */
  readonly credential: string;
  readonly authenticatorData: Uint8Array<ArrayBuffer>;
  readonly clientData: Uint8Array<ArrayBuffer>;
  /** ES256: r and s in DER. */
  readonly signature: Uint8Array<ArrayBuffer>;
}

const MAX_BYTES = 4_096;
const HASH_BYTES = 32;
/** Hash of the relying party's id, flags, and the counter. */
const MIN_AUTHENTICATOR_BYTES = 37;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const SCALAR_BYTES = 32;

export const isPasskeyAssertion = (value: unknown): value is PasskeyAssertion =>
  hasShape(value, {
    credential: matches(/^[\w-]{22,1364}$/),
    authenticatorData: isBytes({ min: MIN_AUTHENTICATOR_BYTES, max: MAX_BYTES }),
    clientData: isBytes({ min: 1, max: MAX_BYTES }),
    signature: isBytes({ min: 8, max: 256 }),
  });

/** Why an assertion does not count. */
export type AssertionRefusal =
  /** The passkey is not one of the wallet: it was removed, or is of another account. */
  | 'unknown-passkey'
  /** It is for something else, of another page or site, without verification of the user, or not signed by the passkey. */
  | 'wrong-assertion';

/** What an assertion must be for. */
export interface AssertionContext {
  readonly challenge: Uint8Array;
  /** Of the site's documents; its host is the id of the relying party. */
  readonly origin: string;
}

/** Reads an integer of DER as a scalar of P-256; `null` for another form. */
const readScalar = (bytes: Uint8Array, offset: number): { readonly scalar: Uint8Array; readonly end: number } | null => {
  const length = bytes[offset + 1] ?? 0;
  const end = offset + 2 + length;
  if (bytes[offset] !== 0x02 || length === 0 || length > SCALAR_BYTES + 1 || end > bytes.length) return null;
  const digits = bytes.subarray(offset + 2, end);
  const value = digits[0] === 0 ? digits.subarray(1) : digits;
  if (value.length > SCALAR_BYTES) return null;
  const scalar = new Uint8Array(SCALAR_BYTES);
  scalar.set(value, SCALAR_BYTES - value.length);
  return { scalar, end };
};

/** r and s of a signature in DER, as WebCrypto needs them; `null` for another form. */
const fromDer = (der: Uint8Array): Uint8Array<ArrayBuffer> | null => {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const r = readScalar(der, 2);
  const s = r === null ? null : readScalar(der, r.end);
  if (r === null || s === null || s.end !== der.length) return null;
  return Uint8Array.of(...r.scalar, ...s.scalar);
};

const isSigned = async ({ algorithm, publicKey }: Passkey, signature: Uint8Array, signed: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  try {
    const key = fromBase64Url(publicKey);
    if (algorithm === 'EdDSA') return ed25519.verify(signature, signed, key, { zip215: false });
    const raw = fromDer(signature);
    if (raw === null) return false;
    const imported = await crypto.subtle.importKey('raw', key, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, raw, signed);
  } catch {
    return false;
  }
};

const isClientData = (bytes: Uint8Array, { challenge, origin }: AssertionContext): boolean => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const members = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
    return (
      members.get('type') === 'webauthn.get' &&
      members.get('challenge') === toBase64Url(challenge) &&
      members.get('origin') === origin &&
      // Of a window of the site: no other page can have the user confirm in a frame.
      members.get('crossOrigin') !== true &&
      !members.has('topOrigin')
    );
  } catch {
    return false;
  }
};

/**
 * Verifies an assertion of one of the passkeys. The counter of the authenticator is not compared: passkeys that are synchronised have none.
 * @returns `null` if it counts
 */
export const assertionRefusal = async (
  assertion: PasskeyAssertion,
  passkeys: readonly Passkey[],
  context: AssertionContext,
): Promise<AssertionRefusal | null> => {
  const { credential, authenticatorData, clientData, signature } = assertion;
  const passkey = passkeys.find(({ id }) => id === credential);
  if (passkey === undefined) return 'unknown-passkey';
  const site = sha256(new TextEncoder().encode(new URL(context.origin).hostname));
  const flags = authenticatorData[HASH_BYTES] ?? 0;
  const isOfUser = (flags & USER_PRESENT) !== 0 && (flags & USER_VERIFIED) !== 0;
  const isOfSite = bytesToHex(authenticatorData.subarray(0, HASH_BYTES)) === bytesToHex(site);
  if (!isOfUser || !isOfSite || !isClientData(clientData, context)) return 'wrong-assertion';
  const signed = Uint8Array.of(...authenticatorData, ...sha256(clientData));
  return (await isSigned(passkey, signature, signed)) ? null : 'wrong-assertion';
};
