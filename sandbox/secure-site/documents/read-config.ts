import { CONFIG_META, type SiteConfig, type SiteNetwork } from './site-config.js';

/** Reads what the server tells this document. @throws Error in a document of another server */
export const readConfig = (): SiteConfig => {
  const json = document.querySelector(`meta[name="${CONFIG_META}"]`)?.getAttribute('content');
  if (json == null) throw new Error('The document has no configuration');
  // The site's own server wrote it.
  return JSON.parse(json) as SiteConfig;
};

/** The network with an id; `null` if the site has none. */
export const networkOf = ({ networks }: SiteConfig, chainId: string): SiteNetwork | null =>
  networks.find((network) => network.chainId === chainId) ?? null;
