import type { SocialProvider } from './options.js';

/** All social logins, in the order in which they are offered by default. */
export const SOCIALS = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const satisfies readonly SocialProvider[];

/** A social login with pages of its own. Farcaster has an app instead. */
export type SocialLoginProvider = Exclude<SocialProvider, 'farcaster'>;

/** Tests whether a social login has pages of its own. */
export const hasLoginPages = (provider: SocialProvider): provider is SocialLoginProvider => provider !== 'farcaster';

/** Names of the social logins. */
export const SOCIAL_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
};

/** Platform of the page, for social logins. */
export interface SocialPlatform {
  readonly telegram: boolean;
  readonly ios: boolean;
  readonly android: boolean;
  /** A Mac with a browser other than Safari. */
  readonly mac?: boolean;
}

/** Social logins that do not work in Telegram's browser, by platform. */
const BROKEN_IN_TELEGRAM = { ios: ['google'], mac: ['x'], android: ['facebook', 'x'] } as const;

/** Social logins that work on this platform, in the app's order; empty if disabled. */
export const availableSocials = <Provider extends string>(
  socials: readonly Provider[] | false,
  platform: SocialPlatform,
): readonly Provider[] => {
  if (socials === false) return [];
  if (!platform.telegram) return socials;
  const broken: readonly string[] = (['ios', 'mac', 'android'] as const).flatMap((name) =>
    platform[name] ? BROKEN_IN_TELEGRAM[name] : [],
  );
  return socials.filter((provider) => !broken.includes(provider));
};
