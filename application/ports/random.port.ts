import { token } from '../shared/token.js';

/** Chance. Tests deal it by hand. */
export interface Random {
  /** A number from 0 up to, but without, 1. Not for keys. */
  next(): number;
}

/** Token of the random port. */
export const RANDOM = token<Random>('Random');
