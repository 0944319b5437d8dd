import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';

/** The authenticated client, or the reason for rejection. */
export type AuthOutcome = { readonly clientId: string } | { readonly refused: string };

/** Values that a token is checked against. */
export interface AuthExpectation {
  /** Accepted audiences, in addition to the requested host. */
  readonly audiences: readonly string[];
  /** The `Host` header of the connection. */
  readonly host: string;
  /** Unix time in milliseconds. */
  readonly nowMs: number;
}

/** SPKI header of an Ed25519 public key. @see https://www.rfc-editor.org/rfc/rfc8410#section-4 */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Parses the Ed25519 key of an issuer: multicodec prefix and 32 bytes in base58btc. @see
 * https://w3c-ccg.github.io/did-key-spec/#ed25519-x25519
 */
const readKey = (issuer: unknown): Uint8Array | null => {
  if (typeof issuer !== 'string' || !issuer.startsWith('did:key:z')) return null;
  try {
    const bytes = base58.decode(issuer.slice('did:key:z'.length));
    return bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01 ? bytes.subarray(2) : null;
  } catch {
    return null;
  }
};

const readJson = (part: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
};

const isFor = (audience: unknown, { audiences, host }: AuthExpectation): boolean => {
  if (typeof audience !== 'string' || !URL.canParse(audience)) return false;
  const { protocol, host: audienceHost } = new URL(audience);
  return audiences.includes(audience) || (/^wss?:$/.test(protocol) && audienceHost === host);
};

/**
 * Verifies a client's connection token: EdDSA by a `did:key` issuer, audience of this relay, not expired.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-auth
 */
export const checkAuth = (token: string | null, expected: AuthExpectation): AuthOutcome => {
  const parts = (token ?? '').split('.');
  const [head = '', body = '', signature = ''] = parts;
  const [header, payload] = [readJson(head), readJson(body)];
  if (parts.length !== 3 || header === null || payload === null) return { refused: 'no token' };
  const key = readKey(payload['iss']);
  if (header['alg'] !== 'EdDSA' || key === null) return { refused: 'unknown issuer' };
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, key]), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))) return { refused: 'bad signature' };
  if (typeof payload['exp'] !== 'number' || payload['exp'] * 1_000 <= expected.nowMs) return { refused: 'expired token' };
  if (!isFor(payload['aud'], expected)) return { refused: 'wrong audience' };
  return { clientId: String(payload['iss']).replace('did:key:', '') };
};
