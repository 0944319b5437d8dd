import type { Random } from '../../application/ports/random.port.js';
import type { TestApi } from './test-api.js';

const DRAWS = 1_000;

/**
 * Contract of every `Random`.
 * @example randomContract({ describe, it, expect }, 'SYSTEM_RANDOM', () => SYSTEM_RANDOM);
 */
export const randomContract = ({ describe, it, expect }: TestApi, name: string, make: () => Random): void => {
  const draws = (): readonly number[] => {
    const random = make();
    return Array.from({ length: DRAWS }, () => random.next());
  };

  describe(`${name}: Random contract`, () => {
    it('returns numbers from 0 up to, but not including, 1', () => {
      expect(draws().filter((number) => !(number >= 0 && number < 1))).toEqual([]);
    });

    it('returns different numbers', () => {
      expect(new Set(draws()).size > 1).toBe(true);
    });

    it('works with a detached method', () => {
      const { next } = make();
      expect(typeof next()).toBe('number');
    });
  });
};
