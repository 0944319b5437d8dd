import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';

const ID_BYTES = 32;
const MIN_SECRET_LENGTH = 32;
/** Browsers keep cookies for at most 400 days. @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2.2 */
const MAX_AGE_S = 400 * 86_400;

/** Options of {@link BrowserCookie}. */
export interface BrowserCookieOptions {
  /** At least 32 characters from a random source. The first one signs; all verify, so that a secret can be replaced. */
  readonly secrets: readonly string[];
  /** Whether the site is at `https:`. */
  readonly secure: boolean;
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
};

/**
 * The cookie that identifies a browser: a random id with its HMAC-SHA-256. No script can read it, no other site can send or set it.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
 */
export class BrowserCookie {
  readonly #options: BrowserCookieOptions;

  /** @throws RangeError if a secret is too short or missing */
  constructor(options: BrowserCookieOptions) {
    const { secrets } = options;
    if (secrets.length === 0 || secrets.some(({ length }) => length < MIN_SECRET_LENGTH))
      throw new RangeError(`The secret of sign-in cookies has at least ${MIN_SECRET_LENGTH} characters`);
    this.#options = options;
  }

  /** The prefix makes browsers accept the cookie from this host only, over `https:`. */
  get #name(): string {
    return this.#options.secure ? '__Host-latchkey' : 'latchkey';
  }

  /** Returns a new id. */
  createId(): string {
    return base64urlnopad.encode(randomBytes(ID_BYTES));
  }

  /** Returns the id in a request's `Cookie` header; `null` if there is none that this server has signed. */
  read(header: string | null): string | null {
    for (const part of (header ?? '').split(';')) {
      const [name = '', value = ''] = part.trim().split('=', 2);
      const [id = '', mac = ''] = value.split('.', 2);
      if (name === this.#name && this.#isSigned(id, mac)) return id;
    }
    return null;
  }

  /** Returns the `Set-Cookie` header for an id. */
  write(id: string): string {
    const [secret = ''] = this.#options.secrets;
    const secure = this.#options.secure ? '; Secure' : '';
    return `${this.#name}=${id}.${this.#sign(id, secret)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_S}${secure}`;
  }

  #sign(id: string, secret: string): string {
    return base64urlnopad.encode(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(id)));
  }

  #isSigned(id: string, mac: string): boolean {
    return id !== '' && this.#options.secrets.some((secret) => isEqual(utf8ToBytes(this.#sign(id, secret)), utf8ToBytes(mac)));
  }
}
