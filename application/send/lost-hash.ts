import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';

/** The hash of a transaction that left for the nodes, none of which said that it took it: it may be in the world. `null` for every other error. */
export const lostHash = (error: unknown): string | null => (isLatchkeyError(error, 'network/unknown-outcome') ? error.context.hash : null);
