import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';

/** What the service says of a message. */
export interface AttestationClaims {
  /** SHA-256 of the envelope, hex. */
  readonly id: string;
  readonly origin: string;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly isScam: boolean;
  readonly isVerified: boolean;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs attestations with a key on P-256 of its own. @see https://www.rfc-editor.org/rfc/rfc7518#section-3.4 */
export class AttestationSigner {
  readonly #privateKey: KeyObject;
  readonly publicKey: JsonWebKey;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.publicKey = publicKey.export({ format: 'jwk' });
  }

  /** A JWT with the claims. */
  sign(claims: AttestationClaims): string {
    const signed = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }
}
