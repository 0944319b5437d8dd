import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';

/**
 * Reads the answer of a service.
 * @throws LatchkeyError `network/rpc-failed` when it makes no sense
 */
export const readOf = <T>(network: Network, method: string, read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw new LatchkeyError('network/rpc-failed', { chainId: network.caipNetworkId, method }, { cause });
  }
};
