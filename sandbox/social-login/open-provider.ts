import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AccountClaims, default as Provider } from 'oidc-provider';
import { errorPage } from './login-page.js';
import { MemoryStorage } from './memory-adapter.js';

/** Options of {@link openProvider}. */
export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  /** Path of the login page for an interaction. */
  readonly loginPath: (interaction: string) => string;
  /** Whether the next ID token gets another nonce. */
  readonly changesNonce: () => boolean;
}

/** A user of a provider. */
export interface ProviderUser {
  readonly name: string;
  /** Empty: the provider gives none. */
  readonly email: string;
  readonly isEmailVerified: boolean;
}

/** An OpenID Connect provider with its users. */
export interface OpenProvider {
  readonly oidc: Provider;
  /** Stores a user and returns the subject, which stays the same for a name. */
  readonly addUser: (user: ProviderUser) => string;
}

const SCOPE = 'openid email profile';

/** Signs ID tokens. */
const signingKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') };
};

/** Opens a provider with one confidential client. Its login page is shown for each login, as those are that let the user choose an account. */
export const openProvider = async (options: ProviderOptions): Promise<OpenProvider> => {
  // It takes half a second to load, and most sandboxes have no social login.
  const { default: OidcProvider, interactionPolicy } = await import('oidc-provider');
  const { Check, Prompt } = interactionPolicy;
  const users = new Map<string, AccountClaims>();
  const storage = new MemoryStorage((kind, payload) =>
    kind === 'AuthorizationCode' && options.changesNonce() ? { ...payload, nonce: randomBytes(16).toString('hex') } : payload,
  );
  const needsLogin = new Check('choose_account', 'The user has not chosen an account', ({ oidc }) => oidc.result?.login === undefined);
  const oidc: Provider = new OidcProvider(options.issuer, {
    adapter: (kind) => storage.of(kind),
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [...options.redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    // Without a userinfo endpoint, claims are in the ID token.
    features: { devInteractions: { enabled: false }, userinfo: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    interactions: {
      policy: [new Prompt({ name: 'login', requestable: true }, needsLogin)],
      url: (_, { uid }) => options.loginPath(uid),
    },
    // "Continue" on the login page is the consent.
    loadExistingGrant: async ({ oidc: { client, session } }) => {
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new oidc.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    findAccount: (_, sub) => {
      const claims = users.get(sub);
      return claims === undefined ? undefined : { accountId: sub, claims: () => claims };
    },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html';
      ctx.body = errorPage(error, error_description ?? '');
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  return {
    oidc,
    addUser: ({ name, email, isEmailVerified }) => {
      const sub = createHash('sha256').update(`${options.issuer} ${name}`).digest('hex').slice(0, 32);
      const claims = { sub, name, preferred_username: name };
      users.set(sub, email === '' ? claims : { ...claims, email, email_verified: isEmailVerified });
      return sub;
    },
  };
};
