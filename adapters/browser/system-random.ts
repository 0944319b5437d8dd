import type { Random } from '../../application/ports/random.port.js';

/** Chance from the system's own source. */
export const SYSTEM_RANDOM: Random = {
  next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
};
