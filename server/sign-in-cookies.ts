import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';

const ID_BYTES = 32;
/** Characters of an id in the name of its cookie: 48 bits, so that the cookies of a browser have different names. */
const NAME_LENGTH = 8;
const MIN_SECRET_LENGTH = 32;
/** Browsers keep cookies for at most 400 days. @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2.2 */
const MAX_AGE_S = 400 * 86_400;

/** Options of {@link SignInCookies}. */
export interface SignInCookiesOptions {
  /** At least 32 characters from a random source. The first one signs; all verify, so that a secret can be replaced. */
  readonly secrets: readonly string[];
  /** Sends the cookies over `https:` only. */
  readonly secure: boolean;
}

/** The purpose of a cookie: a browser that gets nonces, or a sign-in of it. */
export type CookieKind = 'nonce' | 'session';

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
};

/**
 * The cookies of sign-in: random ids with their HMAC-SHA-256. No script can read them, no other site can send or set them. The name of a
 * cookie contains the start of its id: responses that arrive at the same time, or in another order, never replace each other's cookie.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
 */
export class SignInCookies {
  readonly #options: SignInCookiesOptions;

  /** @throws RangeError if a secret is too short or missing */
  constructor(options: SignInCookiesOptions) {
    const { secrets } = options;
    if (secrets.length === 0 || secrets.some(({ length }) => length < MIN_SECRET_LENGTH))
      throw new RangeError(
        `Set "secret" of createSignInHandler to at least ${MIN_SECRET_LENGTH} random characters, such as "openssl rand -hex 32" prints`,
      );
    this.#options = options;
  }

  /** Returns a new id. */
  createId(): string {
    return base64urlnopad.encode(randomBytes(ID_BYTES));
  }

  /** Returns the ids of a kind in a request's `Cookie` header: those that this server has signed. */
  read(header: string | null, kind: CookieKind): readonly string[] {
    const ids = new Set<string>();
    for (const part of (header ?? '').split(';')) {
      const [name = '', value = ''] = part.trim().split('=', 2);
      const [id = '', mac = ''] = value.split('.', 2);
      if (id !== '' && name === this.#name(kind, id) && this.#isSigned(`${name}=${id}`, mac)) ids.add(id);
    }
    return [...ids];
  }

  /** Returns the `Set-Cookie` header for an id. @param maxAgeMs how long the browser keeps it */
  write(kind: CookieKind, id: string, maxAgeMs: number): string {
    const [secret = ''] = this.#options.secrets;
    const text = `${this.#name(kind, id)}=${id}`;
    return this.#attributes(`${text}.${this.#sign(text, secret)}`, Math.min(Math.ceil(maxAgeMs / 1_000), MAX_AGE_S));
  }

  /** Returns the `Set-Cookie` header that removes the cookie of an id. */
  expire(kind: CookieKind, id: string): string {
    return this.#attributes(`${this.#name(kind, id)}=`, 0);
  }

  #attributes(cookie: string, maxAgeS: number): string {
    return `${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${this.#options.secure ? '; Secure' : ''}`;
  }

  /** The prefix makes browsers accept the cookie from this host only, over `https:`. */
  #name(kind: CookieKind, id: string): string {
    return `${this.#options.secure ? '__Host-' : ''}latchkey-${kind}-${id.slice(0, NAME_LENGTH)}`;
  }

  #sign(text: string, secret: string): string {
    return base64urlnopad.encode(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(text)));
  }

  #isSigned(text: string, mac: string): boolean {
    return this.#options.secrets.some((secret) => isEqual(utf8ToBytes(this.#sign(text, secret)), utf8ToBytes(mac)));
  }
}
