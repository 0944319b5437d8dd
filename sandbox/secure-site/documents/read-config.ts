import { loadConfig } from './load-config.js';
import { errorLine, showScreen } from './screen.js';
import type { SiteConfig, SiteNetwork } from './site-config.js';

let loaded: SiteConfig | null = null;

/** What {@link readConfig} has loaded. @throws Error before that */
export const loadedConfig = (): SiteConfig => {
  if (loaded === null) throw new Error('The configuration is not loaded yet');
  return loaded;
};

/** Loads what the operator tells this document. If it cannot, says so on the screen and has the user try again. @throws Error */
export const readConfig = async (): Promise<SiteConfig> => {
  try {
    loaded = await loadConfig<SiteConfig>();
    return loaded;
  } catch (error) {
    showScreen({
      title: 'The wallet could not be loaded',
      children: [errorLine('The wallet cannot be reached. Check your connection.')],
      actions: [{ label: 'Try again', isPrimary: true, run: () => location.reload() }],
    });
    throw error;
  }
};

/** The network with an id; `null` if the site has none. */
export const networkOf = ({ networks }: Pick<SiteConfig, 'networks'>, chainId: string): SiteNetwork | null =>
  networks.find((network) => network.chainId === chainId) ?? null;
