/** Most logins that the Connect view shows; beyond, the last place opens all. */
const MAX_SHOWN = 6;

/** How the Connect view shows the social logins. */
export interface SocialLayout<Provider> {
  /** As a wide button with its name. */
  readonly first: Provider | null;
  /** As buttons with their marks. */
  readonly marks: readonly Provider[];
  /** There are more. */
  readonly hasMore: boolean;
}

/** Returns how the Connect view shows the social logins: the first one with its name, unless there are two. */
export const socialLayoutOf = <Provider>(socials: readonly Provider[]): SocialLayout<Provider> => {
  const [first = null, ...others] = socials;
  if (socials.length === 2) return { first: null, marks: socials, hasMore: false };
  const hasMore = socials.length > MAX_SHOWN;
  return { first, marks: hasMore ? others.slice(0, MAX_SHOWN - 2) : others, hasMore };
};
