import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Eip155Reader } from './nodes/eip155-reader.js';

/** What EVM chains know of what chains may know: a balance there has no parts. */
export type EvmServices = Omit<ChainServices, 'getBalanceParts'>;

/** What the services work with. */
export interface ServicesParts {
  readonly clock: Clock;
  /** Loads what reads from nodes. */
  readonly reader: () => Promise<Eip155Reader>;
}
