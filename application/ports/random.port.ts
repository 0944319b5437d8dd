import { token } from '../shared/token.js';

/** Random numbers. Tests set them manually. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). Not cryptographically secure. */
  next(): number;
}

/** Token of the random port. */
export const RANDOM = token<Random>('Random');
