import * as oauth from 'oauth4webapi';
import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { digestOf, toUtf8 } from '../protocol/encoding.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../protocol/login-user.js';
import type { Identity } from './accounts.js';
import { canonicalEmail } from './email-address.js';
import type { Frame } from './frames.js';
import { readName } from './read-name.js';
import { Refusal } from './refusal.js';
import { firstRow } from './rows.js';
import { base64Url } from './schemas.js';

/** Time to log in at the provider's page. */
const LIFETIME_MS = 600_000;
const EXCHANGE_MS = 10_000;

/** What the site is registered with at an OpenID Connect provider. */
export interface SocialSettings {
  readonly provider: SocialProvider;
  readonly issuer: string;
  /** The page that users are sent to. */
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly jwksUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const digest = base64Url(43);

/** Body of the request that begins a login. What the provider gets of it are digests of secrets of the frame. */
export const beginSocialSchema = v.object({ provider: v.picklist(SOCIAL_PROVIDERS), state: digest, nonce: digest, challenge: digest });

/** Body of the request that ends a login. */
export const redeemSocialSchema = v.object({
  state: digest,
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)),
  /** `null` if the provider's answer has none. @see https://www.rfc-editor.org/rfc/rfc9207 */
  iss: v.nullable(v.pipe(v.string(), v.maxLength(300))),
  verifier: base64Url(43),
});

/** Body of the request for the app of a login. */
export const returnSocialSchema = v.object({ state: digest });

const begunRow = v.object({ provider: v.picklist(SOCIAL_PROVIDERS), nonce: v.string() });
const originRow = v.object({ origin: v.string() });
/** Claims of an ID token, as far as they are used. Names and addresses are what their users make them. */
const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: v.optional(v.unknown()),
  email_verified: v.optional(v.unknown()),
  preferred_username: v.optional(v.unknown()),
  name: v.optional(v.unknown()),
});

/** True for the names and addresses that never leave this machine. */
const isLoopback = (url: string): boolean => /^(?:127\.0\.0\.1|\[::1\]|(?:.+\.)?localhost)$/.test(new URL(url).hostname);

const identityOf = (provider: SocialProvider, idToken: unknown): Identity => {
  const { sub, email, email_verified, preferred_username, name } = v.parse(claimsSchema, idToken);
  // Apple's is a text.
  const isVerified = email_verified === true || email_verified === 'true';
  return {
    provider,
    subject: sub,
    email: isVerified && typeof email === 'string' ? canonicalEmail(email) : null,
    userName: readName(preferred_username) ?? readName(name),
  };
};

/** Options of {@link SocialLogins}. */
export interface SocialLoginsOptions {
  readonly query: Query;
  readonly providers: readonly SocialSettings[];
  /** Where providers send users back to. */
  readonly redirectUri: string;
  readonly now: () => number;
  /** Receives why a provider's answer was refused. */
  readonly onError: (error: unknown) => void;
}

/**
 * Logins at OpenID Connect providers. A frame draws the secrets of a login; the provider and the pages on the way get digests of them. Only the
 * frame that has the verifier can redeem what the provider answers, once.
 */
export class SocialLogins {
  readonly #options: SocialLoginsOptions;
  /** Keys of the providers, so that they are not loaded for each login. */
  readonly #keys = new Map<SocialProvider, oauth.JWKSCacheInput>();

  constructor(options: SocialLoginsOptions) {
    this.#options = options;
  }

  /** Stores a login that a frame begins. @throws Refusal */
  async begin({ project, origin }: Frame, { provider, state, nonce, challenge }: v.InferOutput<typeof beginSocialSchema>): Promise<void> {
    const { query, now } = this.#options;
    this.#settingsOf(provider);
    await query('DELETE FROM secure_site_socials WHERE expires_at <= $1', [now()]);
    await query(
      `INSERT INTO secure_site_socials (id, provider, nonce, challenge, project, origin, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT DO NOTHING`,
      [await digestOf(toUtf8(state)), provider, nonce, challenge, project, origin, now() + LIFETIME_MS],
    );
  }

  /** The origin of the app whose frame has begun a login. @throws Refusal */
  async originOf({ state }: v.InferOutput<typeof returnSocialSchema>): Promise<{ readonly origin: string }> {
    const { query, now } = this.#options;
    const text = 'SELECT origin FROM secure_site_socials WHERE id = $1 AND expires_at > $2';
    const row = await firstRow(query, originRow, text, [await digestOf(toUtf8(state)), now()]);
    if (row === null) throw new Refusal('no-login');
    return row;
  }

  /** Uses up a login: exchanges the code for an ID token, and returns its user. @throws Refusal */
  async redeem({ project, origin }: Frame, body: v.InferOutput<typeof redeemSocialSchema>): Promise<Identity> {
    const { query, now, onError } = this.#options;
    const { state, verifier } = body;
    // Before the exchange, so that a code is sent to the provider once.
    const begun = await firstRow(
      query,
      begunRow,
      `DELETE FROM secure_site_socials WHERE id = $1 AND project = $2 AND origin = $3 AND challenge = $4 AND expires_at > $5
RETURNING provider, nonce`,
      [await digestOf(toUtf8(state)), project, origin, await digestOf(toUtf8(verifier)), now()],
    );
    if (begun === null) throw new Refusal('no-login');
    const settings = this.#settingsOf(begun.provider);
    try {
      return identityOf(begun.provider, await this.#exchange(settings, begun.nonce, body));
    } catch (error) {
      onError(error);
      // `fetch` and its time-out.
      const isUnreachable = (error instanceof TypeError && error.cause !== undefined) || error instanceof DOMException;
      throw new Refusal(isUnreachable ? 'provider-unreachable' : 'login-failed');
    }
  }

  /** Returns the claims of the ID token: of the issuer and nonce of this login, for this site, and signed by the provider. */
  async #exchange(
    { provider, issuer, tokenUrl, jwksUrl, clientId, clientSecret }: SocialSettings,
    nonce: string,
    { state, code, iss, verifier }: v.InferOutput<typeof redeemSocialSchema>,
  ): Promise<unknown> {
    const server: oauth.AuthorizationServer = {
      issuer,
      token_endpoint: tokenUrl,
      jwks_uri: jwksUrl,
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    };
    const client: oauth.Client = { client_id: clientId };
    const answer = new URLSearchParams({ code, state, ...(iss === null ? {} : { iss }) });
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const transport = (url: string) => ({ [oauth.allowInsecureRequests]: isLoopback(url), signal: AbortSignal.timeout(EXCHANGE_MS) });
    const authentication = oauth.ClientSecretPost(clientSecret);
    const { redirectUri } = this.#options;
    const sent = transport(tokenUrl);
    const response = await oauth.authorizationCodeGrantRequest(server, client, authentication, parameters, redirectUri, verifier, sent);
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
    const keys = this.#keys.get(provider) ?? {};
    this.#keys.set(provider, keys);
    await oauth.validateApplicationLevelSignature(server, response, { ...transport(jwksUrl), [oauth.jwksCache]: keys });
    return oauth.getValidatedIdTokenClaims(tokens);
  }

  /** @throws Refusal if the site has no such provider */
  #settingsOf(provider: SocialProvider): SocialSettings {
    const settings = this.#options.providers.find((each) => each.provider === provider);
    if (settings === undefined) throw new Refusal('unknown-provider');
    return settings;
  }
}
