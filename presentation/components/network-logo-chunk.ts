import type { networkLogo } from './network-logos.js';

/** The lazy module of logos. */
interface LogoModule {
  readonly networkLogo: typeof networkLogo;
}

let loaded: LogoModule | null = null;

/** The logos if they are loaded. */
export const loadedNetworkLogos = (): LogoModule | null => loaded;

/** Loads the logos. Resolves to `null` if that fails: networks then have letters, and the next call tries again. */
export const loadNetworkLogos = async (): Promise<LogoModule | null> => {
  loaded ??= await import('./network-logos.js').catch(() => null);
  return loaded;
};
