import type { Random } from '../../application/ports/random.port.js';
import type { TestApi } from './test-api.js';

const DRAWS = 1_000;

/**
 * What every source of chance does.
 * @example randomContract({ describe, it, expect }, 'SYSTEM_RANDOM', () => SYSTEM_RANDOM);
 */
export const randomContract = ({ describe, it, expect }: TestApi, name: string, make: () => Random): void => {
  const draws = (): readonly number[] => {
    const random = make();
    return Array.from({ length: DRAWS }, () => random.next());
  };

  describe(`${name} keeps the contract of chance`, () => {
    it('gives numbers from 0 up to, but without, 1', () => {
      expect(draws().filter((number) => !(number >= 0 && number < 1))).toEqual([]);
    });

    it('gives more than one number', () => {
      expect(new Set(draws()).size > 1).toBe(true);
    });

    it('can be drawn from without its object', () => {
      const { next } = make();
      expect(typeof next()).toBe('number');
    });
  });
};
