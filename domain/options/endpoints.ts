import { LatchkeyError } from '../errors/latchkey-error.js';
import { withoutSlash } from '../network/node-headers.js';
import type { Endpoints, Options } from './options.js';

/** A service with one address; `rpc` is apart because it has one per network. */
export type ServiceName = Exclude<keyof Endpoints, 'rpc'>;

/** Where the services are unless the host sets its own address. `null`: there is no default, the service is off. */
const DEFAULT_ADDRESSES: Readonly<Record<ServiceName, string | null>> = {
  relay: 'wss://relay.walletconnect.org',
  verify: null,
  blockchainApi: 'https://rpc.walletconnect.org',
  walletDirectory: 'https://api.web3modal.org',
  images: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
  secureSite: 'https://secure.walletconnect.org',
  bundler: 'https://rpc.walletconnect.org/v1/bundler',
  esplora: 'https://mempool.space/api',
  polkadot: null,
};

/** Where the public relay is reached too, should its usual address be blocked. */
export const SECOND_RELAY = 'wss://relay.walletconnect.com';

/** The one default service that asks for no project id. */
const isOpen = (service: ServiceName): boolean => service === 'esplora';

type ServiceOptions = Pick<Options, 'endpoints' | 'projectId'>;

/**
 * The address of a service, without a trailing slash: the host's own, which needs no project id, or the default, which
 * needs one. `null` when the service is off.
 * @throws LatchkeyError `config/project-id-missing`
 */
export const addressOfService = ({ endpoints, projectId }: ServiceOptions, service: ServiceName): string | null => {
  const own = endpoints[service];
  if (own !== undefined) return withoutSlash(own);
  const address = DEFAULT_ADDRESSES[service];
  if (address === null || isOpen(service) || projectId !== undefined) return address;
  throw new LatchkeyError('config/project-id-missing', { service });
};
