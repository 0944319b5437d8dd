import type { Connector } from '../../domain/connection/connector.js';
import type { Eip1193Provider } from './eip1193.js';

/** A wallet that can be picked, with the object that talks to it. */
export interface DiscoveredWallet {
  readonly connector: Connector;
  readonly provider: Eip1193Provider;
}
