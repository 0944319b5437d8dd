import * as v from 'valibot';
import { ApiError, type FrameClient } from '../frame/frame-client.js';
import type { SocialLogins } from '../frame/social-logins.js';
import type { SocialProvider } from '../protocol/login-user.js';
import { isUnreachable } from './error-message.js';
import type { waitFor } from './wait-for.js';

const issuedSchema = v.object({ token: v.string() });
const farcasterSchema = v.object({ url: v.string() });
const farcasterAnswerSchema = v.object({ session: v.nullable(issuedSchema) });

/** Time between two looks for the user's answer in their Farcaster app. */
const POLL_MS = 2_000;

/** Dependencies of {@link Logins}. */
export interface LoginsDeps {
  readonly client: FrameClient;
  readonly socials: SocialLogins;
  /** Registers this frame with the server, once. */
  readonly register: () => Promise<void>;
  /** Uses the session of a user who has just logged in. */
  readonly logIn: (token: string) => Promise<void>;
  readonly wait: typeof waitFor;
}

/** The ways to log in to a session of this frame. */
export class Logins {
  readonly #deps: LoginsDeps;
  #pendingEmail: string | null = null;
  #failure: unknown = null;

  constructor(deps: LoginsDeps) {
    this.#deps = deps;
  }

  /** Mails a code. @throws ApiError */
  async requestCode(email: string): Promise<void> {
    await this.#deps.register();
    await this.#deps.client.call('POST', '/codes', { email, purpose: 'login' });
    this.#pendingEmail = email;
  }

  /** Mails a link that confirms this device, and returns the number to show. @throws ApiError */
  async sendDeviceLink(email: string): Promise<string> {
    await this.#deps.register();
    const { number } = await this.#deps.client.sendDeviceLink(email);
    return number;
  }

  /** Whether the user has typed the number at the page of the link. @throws ApiError if the link has expired */
  isDeviceConfirmed(): Promise<boolean> {
    return this.#deps.client.isDeviceLinkConfirmed();
  }

  /** Logs in with the code. @throws ApiError */
  async enterCode(code: string): Promise<void> {
    const { client } = this.#deps;
    const email = this.#pendingEmail;
    if (email === null) throw new ApiError('no-code');
    client.token = null;
    const { token } = v.parse(issuedSchema, await client.call('POST', '/codes/check', { email, purpose: 'login', code }));
    await this.#deps.logIn(token);
    this.#pendingEmail = null;
  }

  /** Logs in without a code. @param issue requests a session for the frame @throws ApiError, or what `issue` throws */
  async logInBy(issue: (client: FrameClient) => Promise<unknown>): Promise<void> {
    await this.#deps.register();
    const { token } = v.parse(issuedSchema, await issue(this.#deps.client));
    await this.#deps.logIn(token);
  }

  /** Begins a social login, and returns the URL of the page that leads to the provider. @throws ApiError */
  async beginSocial(provider: SocialProvider): Promise<string> {
    await this.#deps.register();
    return this.#deps.socials.begin(this.#deps.client, provider);
  }

  /** Logs in with the answer of a provider, as the URL that it has sent the user back to. @throws LoginRejected, ApiError */
  async redeemSocial(uri: string): Promise<void> {
    await this.#deps.register();
    const { client, socials } = this.#deps;
    await this.#deps.logIn(await socials.redeem(client, uri));
  }

  /** Begins a login with Farcaster, which replaces an earlier one. Returns the URL that the user opens in their app. @throws ApiError */
  async beginFarcaster(): Promise<string> {
    await this.#deps.register();
    return v.parse(farcasterSchema, await this.#deps.client.call('POST', '/farcaster')).url;
  }

  /**
   * Logs in once the user has answered in their Farcaster app.
   * @throws ApiError `no-login` if the user has rejected, or the login has expired; the reason of the signal
   */
  async waitForFarcaster(signal: AbortSignal): Promise<void> {
    await this.#deps.register();
    const { client, wait } = this.#deps;
    for (;;) {
      signal.throwIfAborted();
      // Another app may be in front of the browser: a request that is lost does not lose the user's answer.
      const { session } = v.parse(
        farcasterAnswerSchema,
        await client.call('POST', '/farcaster/answer').catch((error: unknown) => {
          if (!isUnreachable(error) && !(error instanceof ApiError && error.code === 'provider-unreachable')) throw error;
          return { session: null };
        }),
      );
      if (session !== null) return this.#deps.logIn(session.token);
      await wait(POLL_MS, signal);
    }
  }

  /** Logs in with the answer that this page was loaded with. Keeps why it failed, for the screen that is shown next. */
  async resumeSocial(uri: string): Promise<void> {
    await this.redeemSocial(uri).catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /** Why the login failed that this page was loaded with, once; `null` if none did. */
  takeFailure(): unknown {
    const failure = this.#failure;
    this.#failure = null;
    return failure;
  }

  /** Forgets the code that was mailed. */
  reset(): void {
    this.#pendingEmail = null;
  }
}
