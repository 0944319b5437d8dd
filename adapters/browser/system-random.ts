import type { Random } from '../../application/ports/random.port.js';

/** Cryptographically secure random numbers. */
export const SYSTEM_RANDOM: Random = {
  next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
};
