import * as v from 'valibot';
import { digestOf, encodeFields, randomText, toUtf8 } from '../protocol/encoding.js';
import { PROVIDER_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '../protocol/login-user.js';
import { readState } from '../protocol/social-state.js';
import { ApiError, type EmbeddingApp, type FrameClient } from './frame-client.js';

/** As the server keeps it. */
const LIFETIME_MS = 600_000;
/** The user may begin again at other providers before an answer comes. */
const MAX_PENDING = 5;

const pendingSchema = v.array(
  v.object({ provider: v.picklist(SOCIAL_PROVIDERS), state: v.string(), secret: v.string(), expiresAt: v.number() }),
);
const issuedSchema = v.object({ token: v.string() });

type PendingLogin = v.InferOutput<typeof pendingSchema>[number];

/** The provider has not logged the user in. The message is for the user. */
export class LoginRejected extends Error {
  override readonly name = 'LoginRejected';
}

const rejectionOf = (provider: SocialProvider, error: string): LoginRejected => {
  const name = PROVIDER_NAMES[provider];
  if (error === 'access_denied') return new LoginRejected(`The login with ${name} was cancelled`);
  // The text comes with a URL that anyone can make up.
  const reason = /^[a-z_]{1,40}$/.test(error) ? `: ${error.replaceAll('_', ' ')}` : '';
  return new LoginRejected(`${name} could not log you in${reason}`);
};

/** Options of {@link SocialLogins}. */
export interface SocialLoginsOptions {
  readonly app: EmbeddingApp;
  /** Origin of the site, where providers send users back to. */
  readonly siteOrigin: string;
  /** Returns the storage of this tab; browsers throw in its getter where storage is denied. Default: `sessionStorage`. */
  readonly storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}

/**
 * Social logins that this frame has begun. Each has a secret, from which verifier, state and nonce are derived. The URL of the login has digests
 * only; the verifier goes to the site's own API, with the provider's answer. A login without a window reloads the app's page and this frame, so
 * the secrets are in the storage of the tab, which no other tab reads; where the browser denies it, in memory.
 */
export class SocialLogins {
  readonly #options: SocialLoginsOptions;
  #memory: readonly PendingLogin[] = [];
  #isDenied = false;

  constructor(options: SocialLoginsOptions) {
    this.#options = options;
  }

  /** Begins a login, and returns the URL of the page that leads to the provider. @throws ApiError */
  async begin(client: FrameClient, provider: SocialProvider): Promise<string> {
    const secret = randomText(32);
    const [verifier, state, nonce] = await Promise.all([derive(secret, 'verifier'), derive(secret, 'state'), derive(secret, 'nonce')]);
    const challenge = await digestOf(toUtf8(verifier));
    await client.call('POST', '/socials', { provider, state, nonce, challenge });
    this.#write([...this.#read().slice(1 - MAX_PENDING), { provider, state, secret, expiresAt: this.#now() + LIFETIME_MS }]);
    // Apps append their page to the state. Some fail to where it is the last parameter.
    return `${this.#options.siteOrigin}/social?${new URLSearchParams({ provider, state, nonce, code_challenge: challenge })}`;
  }

  /**
   * Redeems the provider's answer, once, and returns the token of the session.
   * @param uri of the page that the provider has sent the user back to
   * @throws LoginRejected, or ApiError: `no-login` if this frame has not begun it, or it has expired; `foreign-answer` for another site's page
   */
  async redeem(client: FrameClient, uri: string): Promise<string> {
    const url = URL.canParse(uri) ? new URL(uri) : null;
    if (url === null || url.origin !== this.#options.siteOrigin || url.pathname !== '/social') throw new ApiError('foreign-answer');
    const { searchParams: answer } = url;
    const pending = this.#take(readState(answer.get('state'))?.state ?? '');
    if (pending === null) throw new ApiError('no-login');
    const { provider, state, secret } = pending;
    const error = answer.get('error');
    if (error !== null) throw rejectionOf(provider, error);
    const verifier = await derive(secret, 'verifier');
    const body = { state, code: answer.get('code') ?? '', iss: answer.get('iss'), verifier };
    return v.parse(issuedSchema, await client.call('POST', '/socials/redeem', body)).token;
  }

  #take(state: string): PendingLogin | null {
    const logins = this.#read();
    const found = logins.find((login) => login.state === state);
    if (found === undefined) return null;
    this.#write(logins.filter((login) => login !== found));
    return found;
  }

  #read(): readonly PendingLogin[] {
    return (this.#stored() ?? this.#memory).filter(({ expiresAt }) => expiresAt > this.#now());
  }

  #stored(): readonly PendingLogin[] | null {
    if (this.#isDenied) return null;
    try {
      const text = this.#storage().getItem(this.#key());
      const parsed = text === null ? null : v.safeParse(pendingSchema, JSON.parse(text));
      return parsed?.success === true ? parsed.output : null;
    } catch {
      return null;
    }
  }

  #write(logins: readonly PendingLogin[]): void {
    this.#memory = logins;
    try {
      if (logins.length === 0) this.#storage().removeItem(this.#key());
      else this.#storage().setItem(this.#key(), JSON.stringify(logins));
    } catch {
      this.#isDenied = true;
    }
  }

  #storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
    return this.#options.storage?.() ?? sessionStorage;
  }

  /** Browsers share the storage among the apps of one site. */
  #key(): string {
    const { origin, project } = this.#options.app;
    return `@latchkey-wallet/socials ${origin} ${project}`;
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

const derive = (secret: string, purpose: 'verifier' | 'state' | 'nonce'): Promise<string> =>
  digestOf(encodeFields('latchkey/social-login/1', purpose, secret));
