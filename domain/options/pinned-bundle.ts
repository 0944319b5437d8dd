/** A bundle of the secure site that an app pins. */
export interface PinnedBundle {
  /** SHA-256 of the bundle's manifest, in hex. */
  readonly digest: string;
  /** URL of its folder, with a slash at the end. */
  readonly folder: string;
}

/** The bundle that a URL of the secure site names: `https://wallet.example/f/<digest>/sdk`. `null`: the site chooses. */
export const pinnedBundleOf = (url: string): PinnedBundle | null => {
  const [, folder, digest] = /^(\w+:\/\/[^/?#]+\/f\/([\da-f]{64})\/)[^/]*$/.exec(url) ?? [];
  return folder === undefined || digest === undefined ? null : { folder, digest };
};
