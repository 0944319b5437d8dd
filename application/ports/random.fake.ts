import type { Random } from './random.port.js';

/**
 * Chance dealt by hand: the given numbers in turn, from the start again when they run out.
 * @example new FakeRandom([0, 0.5]).next(); // 0
 */
export class FakeRandom implements Random {
  readonly #numbers: readonly number[];
  /** How many numbers were drawn. */
  drawn = 0;

  constructor(numbers: readonly number[] = [0]) {
    const outside = numbers.find((number) => !(number >= 0 && number < 1));
    if (outside !== undefined) throw new RangeError(`${outside} is not from 0 up to, but without, 1`);
    this.#numbers = numbers;
  }

  readonly next = (): number => {
    const number = this.#numbers[this.drawn % this.#numbers.length] ?? 0;
    this.drawn += 1;
    return number;
  };
}
