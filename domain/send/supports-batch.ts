import { isObject } from '../wire.js';

/** Statuses of a wallet that executes all calls of a batch, or none; the account of a `ready` one becomes a smart account on the way. */
const ATOMIC: readonly unknown[] = ['supported', 'ready'];

/**
 * Tests for a wallet that executes a batch of calls as one, by its capabilities on a chain.
 * @see https://eips.ethereum.org/EIPS/eip-5792#atomic-capability
 */
export const supportsBatch = (capabilities: Readonly<Record<string, unknown>> | undefined): boolean => {
  const atomic = capabilities?.['atomic'];
  return isObject(atomic) && ATOMIC.includes(Reflect.get(atomic, 'status'));
};
