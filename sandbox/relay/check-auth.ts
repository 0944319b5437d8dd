import { createPublicKey, verify } from 'node:crypto';

/** Who connects, or why it may not. */
export type AuthOutcome = { readonly clientId: string } | { readonly refused: string };

/** What a token is checked against. */
export interface AuthExpectation {
  /** Addresses that the token may be made for, besides those of the host that was asked. */
  readonly audiences: readonly string[];
  /** The `Host` header of the connection. */
  readonly host: string;
  /** Unix time in milliseconds. */
  readonly nowMs: number;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Multicodec prefix of an Ed25519 public key. @see https://w3c-ccg.github.io/did-key-spec/#ed25519-x25519 */
const ED25519_MULTICODEC = 'ed01';

/** What stands before the 32 bytes of an Ed25519 key in its SPKI form. @see https://www.rfc-editor.org/rfc/rfc8410#section-4 */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The bytes of a base58btc text without leading zeros. @see https://datatracker.ietf.org/doc/html/draft-msporny-base58-03 */
const fromBase58 = (text: string): Buffer | null => {
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
};

const readKey = (issuer: unknown): Buffer | null => {
  if (typeof issuer !== 'string' || !issuer.startsWith('did:key:z')) return null;
  const bytes = fromBase58(issuer.slice('did:key:z'.length));
  return bytes !== null && bytes.length === 34 && bytes.subarray(0, 2).toString('hex') === ED25519_MULTICODEC ? bytes.subarray(2) : null;
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
  const { protocol, host: named } = new URL(audience);
  return audiences.includes(audience) || (/^wss?:$/.test(protocol) && named === host);
};

/**
 * Checks the token with which a client opens a connection: EdDSA over a `did:key` issuer, made for this relay, not expired.
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
