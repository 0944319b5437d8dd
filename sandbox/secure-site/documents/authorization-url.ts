import type { SiteSocial } from './site-config.js';

/** What the URL of a login that a frame has begun has, besides the provider. */
export interface LoginQuery {
  /** With the page that an app has appended. */
  readonly state: string;
  readonly nonce: string;
  readonly challenge: string;
}

/** The provider's page for a login. @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest */
export const authorizationUrl = (social: SiteSocial, siteOrigin: string, { state, nonce, challenge }: LoginQuery): string => {
  const url = new URL(social.authorizationUrl);
  const parameters = {
    client_id: social.clientId,
    redirect_uri: `${siteOrigin}/social`,
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};
