/** Where the page runs, as far as it matters for social logins. */
export interface SocialPlatform {
  readonly telegram: boolean;
  readonly ios: boolean;
  readonly android: boolean;
  /** A Mac with a browser that is not Safari. */
  readonly mac?: boolean;
}

/** Logins that do not work inside Telegram's browser, by platform. Outside of Telegram all of them work. */
const BROKEN_IN_TELEGRAM = { ios: ['google'], mac: ['x'], android: ['facebook', 'x'] } as const;

/** The social logins that work on this platform, in the host's order; none where the host switched them off. */
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
