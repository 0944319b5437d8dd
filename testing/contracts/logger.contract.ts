import type { Logger } from '../../application/ports/logger.port.js';
import type { TestApi } from './test-api.js';

/** A logger to test. */
export interface LoggerHarness {
  readonly logger: Logger;
  /** What was logged so far, one text an entry. */
  entries(): readonly string[];
}

/** Values that are hard to write down. */
const awkward = (): readonly unknown[] => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle['self'] = circle;
  const trap = {
    get value(): never {
      throw new Error('read');
    },
  };
  return [undefined, null, 1n, Number.NaN, Symbol('s'), () => 1, circle, trap, new Error('inner', { cause: circle }), new Uint8Array(32)];
};

/**
 * What every logger does.
 * @example loggerContract({ describe, it, expect }, 'MyLogger', () => ({ logger, entries: () => lines }));
 */
export const loggerContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => LoggerHarness): void => {
  describe(`${name} keeps the contract of a logger`, () => {
    for (const level of ['error', 'warn', 'info', 'debug'] as const) {
      it(`takes entries of level ${level}`, () => {
        const { logger, entries } = makeHarness();
        logger[level]('something happened', { count: 1 });
        expect(entries().length).toBe(1);
        expect(entries()[0]?.includes('something happened')).toBe(true);
      });
    }

    it('keeps the order of entries', () => {
      const { logger, entries } = makeHarness();
      logger.error('first');
      logger.warn('second');
      expect(entries().map((entry) => entry.includes('first'))).toEqual([true, false]);
    });

    it('takes any detail without throwing', () => {
      const { logger, entries } = makeHarness();
      for (const detail of awkward()) logger.error('odd', detail);
      expect(entries().length).toBe(awkward().length);
    });

    it('remembers what was said, for a bug report', () => {
      const { logger } = makeHarness();
      logger.error('remembered');
      logger.debug('this too');
      expect(logger.text.includes('remembered')).toBe(true);
      expect(logger.text.includes('this too')).toBe(true);
    });

    it('works when its methods are passed on', () => {
      const { logger, entries } = makeHarness();
      const { warn } = logger;
      warn('passed on');
      expect(entries().length).toBe(1);
    });
  });
};
