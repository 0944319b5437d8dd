import type { Random } from './random.port.js';

/**
 * Returns the given numbers in turn, repeating from the start.
 * @example new FakeRandom([0, 0.5]).next(); // 0
 */
export class FakeRandom implements Random {
  readonly #numbers: readonly number[];
  /** Number of calls. */
  drawn = 0;

  constructor(numbers: readonly number[] = [0]) {
    const invalid = numbers.find((number) => !(number >= 0 && number < 1));
    if (invalid !== undefined) throw new RangeError(`${invalid} is not in [0, 1)`);
    this.#numbers = numbers;
  }

  readonly next = (): number => {
    const number = this.#numbers[this.drawn % this.#numbers.length] ?? 0;
    this.drawn += 1;
    return number;
  };
}
