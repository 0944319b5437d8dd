import type { RelayStatus } from '../../application/ports/relay.port.js';

const nameOf = (status: RelayStatus): string => (status.type === 'failed' ? status.error.code : status.type);

/** Whether two states of a line say the same to whoever watches it. */
export const isSameStatus = (one: RelayStatus, other: RelayStatus): boolean => nameOf(one) === nameOf(other);
