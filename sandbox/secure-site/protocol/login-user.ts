import { SOCIAL_PROVIDERS } from 'latchkey/frame';
import * as v from 'valibot';

export { SOCIAL_PROVIDERS };

/** A social login. */
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** How a user logs in. Each has accounts of its own. */
export const LOGIN_PROVIDERS = ['email', 'farcaster', ...SOCIAL_PROVIDERS] as const;

/** How a user logs in. */
export type LoginProvider = (typeof LOGIN_PROVIDERS)[number];

/** Names of the providers, for people. */
export const PROVIDER_NAMES: Readonly<Record<LoginProvider, string>> = {
  email: 'Email',
  farcaster: 'Farcaster',
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
};

/** Members of {@link loginUserSchema}. */
export const loginUserEntries = {
  provider: v.picklist(LOGIN_PROVIDERS),
  /** Address for mails; `null` if the provider gives none, or has not verified it. */
  email: v.nullable(v.string()),
  /** Name at the provider. */
  userName: v.nullable(v.string()),
};

/** A user, as their provider knows them. */
export const loginUserSchema = v.object(loginUserEntries);

/** A user, as their provider knows them. */
export type LoginUser = v.InferOutput<typeof loginUserSchema>;

/** What a user calls themselves. */
export const nameOf = ({ provider, email, userName }: LoginUser): string =>
  (provider === 'email' ? email : (userName ?? email)) ?? PROVIDER_NAMES[provider];
