import { LatchkeyError } from '../errors/latchkey-error.js';
import { withoutTrailingSlash } from '../network/rpc-headers.js';
import type { Endpoints, Options } from './options.js';

/** A service with a single URL. `rpc` is excluded because it has one per network. */
export type ServiceName = Exclude<keyof Endpoints, 'rpc'>;

/** Default URLs. `null`: no default, the service is off. */
const DEFAULT_URLS: Readonly<Record<ServiceName, string | null>> = {
  relay: 'wss://relay.walletconnect.org',
  verify: null,
  blockchainApi: 'https://rpc.walletconnect.org',
  walletDirectory: 'https://api.web3modal.org',
  images: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
  esplora: 'https://mempool.space/api',
  polkadot: null,
  secureSite: 'https://secure.walletconnect.org/sdk',
  bundler: null,
};

/** Fallback for the public relay if its default URL is blocked. */
export const FALLBACK_RELAY_URL = 'wss://relay.walletconnect.com';

/** The only default service that needs no project id. */
const isPublicService = (service: ServiceName): boolean => service === 'esplora';

type ServiceOptions = Pick<Options, 'endpoints' | 'projectId'>;

/**
 * Returns the URL of a service without trailing slash: the app's URL, or the default, which needs a project id. `null` if the service is
 * off.
 * @throws LatchkeyError `config/project-id-missing`
 */
export const serviceUrlOf = ({ endpoints, projectId }: ServiceOptions, service: ServiceName): string | null => {
  const configuredUrl = endpoints[service];
  if (configuredUrl !== undefined) return withoutTrailingSlash(configuredUrl);
  const defaultUrl = DEFAULT_URLS[service];
  if (defaultUrl === null || isPublicService(service) || projectId !== undefined) return defaultUrl;
  throw new LatchkeyError('config/project-id-missing', { service });
};
