import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeParts, fromBase64Url, toBase64Url } from './encode.js';
import { KEY_BYTES } from './seal.js';

/** What a key of a wallet signs: the change of secrets, email or devices, or the proof of a recovery secret. */
export interface Statement {
  /** What is done, such as `add-device`. */
  readonly action: string;
  readonly wallet: string;
  /** From the server, for this statement only. */
  readonly nonce: string;
  /** What the action changes: hashes or ids, in the order that the action defines. */
  readonly parameters: readonly string[];
}

/** A signature of a statement, and the key that made it. */
export interface SignedStatement {
  /** Ed25519, 32 bytes, base64url. */
  readonly publicKey: string;
  /** Ed25519, 64 bytes, base64url. */
  readonly signature: string;
}

/** Purposes of keys for statements. */
const MANAGEMENT = 'latchkey/management-key/1';
const RECOVERY = 'latchkey/recovery-key/1';

/** The bytes that are signed. */
export const statementBytes = ({ action, wallet, nonce, parameters }: Statement): Uint8Array<ArrayBuffer> =>
  encodeParts(['latchkey/statement', 1, action, wallet, nonce, parameters.length, ...parameters]);

/** Calls `run` with the seed of a key, and wipes it afterwards. */
const withSeed = <Result>(secret: Uint8Array<ArrayBuffer>, purpose: string, run: (seed: Uint8Array) => Result): Result => {
  if (secret.length !== KEY_BYTES) throw new RangeError(`A secret has ${KEY_BYTES} bytes`);
  const seed = hkdf(sha256, secret, undefined, encodeParts([purpose]), KEY_BYTES);
  try {
    return run(seed);
  } finally {
    seed.fill(0);
  }
};

const publicKeyOf = (secret: Uint8Array<ArrayBuffer>, purpose: string): string =>
  withSeed(secret, purpose, (seed) => toBase64Url(ed25519.getPublicKey(seed)));

const signWith = (secret: Uint8Array<ArrayBuffer>, purpose: string, statement: Statement): SignedStatement =>
  withSeed(secret, purpose, (seed) => ({
    publicKey: toBase64Url(ed25519.getPublicKey(seed)),
    signature: toBase64Url(ed25519.sign(statementBytes(statement), seed)),
  }));

/** The public key that manages a wallet. The data key is enough to sign for it. */
export const managementKeyOf = (dataKey: Uint8Array<ArrayBuffer>): string => publicKeyOf(dataKey, MANAGEMENT);

/** Signs a change of a wallet. */
export const signManagement = (dataKey: Uint8Array<ArrayBuffer>, statement: Statement): SignedStatement =>
  signWith(dataKey, MANAGEMENT, statement);

/** The public key that proves a recovery secret to the server, which never sees the secret. */
export const recoveryKeyOf = (recovery: Uint8Array<ArrayBuffer>): string => publicKeyOf(recovery, RECOVERY);

/** Proves a recovery secret. */
export const proveRecovery = (recovery: Uint8Array<ArrayBuffer>, statement: Statement): SignedStatement =>
  signWith(recovery, RECOVERY, statement);

/**
 * Tests the signature of a statement by the strict rules: canonical points, none of small order, S below the group order, one text of
 * base64url. So a signed statement has one signature that no one else can change, and no key verifies what no private key has signed.
 * @see https://www.rfc-editor.org/rfc/rfc8032#section-5.1.7
 */
export const isStatementSigned = (statement: Statement, { publicKey, signature }: SignedStatement): boolean => {
  try {
    const bytes = fromBase64Url(signature);
    return (
      ed25519.verify(bytes, statementBytes(statement), fromBase64Url(publicKey), { zip215: false }) &&
      // The library refuses keys of small order, but not R.
      !ED25519_TORSION_SUBGROUP.includes(bytesToHex(bytes.subarray(0, KEY_BYTES)))
    );
  } catch {
    return false;
  }
};
