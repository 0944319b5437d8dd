import type { Logger } from '../../application/ports/logger.port.js';
import type { TestApi } from './test-api.js';

/** A logger to test. */
export interface LoggerHarness {
  readonly logger: Logger;
  /** Entries logged so far. */
  entries(): readonly string[];
}

/** Values that are hard to serialize. */
const awkwardValues = (): readonly unknown[] => {
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
 * Contract of every `Logger`.
 * @example loggerContract({ describe, it, expect }, 'MyLogger', () => ({ logger, entries: () => lines }));
 */
export const loggerContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => LoggerHarness): void => {
  describe(`${name}: Logger contract`, () => {
    for (const level of ['error', 'warn', 'info', 'debug'] as const) {
      it(`logs entries of level ${level}`, () => {
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

    it('logs any detail without throwing', () => {
      const { logger, entries } = makeHarness();
      for (const detail of awkwardValues()) logger.error('odd', detail);
      expect(entries().length).toBe(awkwardValues().length);
    });

    it('keeps a log text for bug reports', () => {
      const { logger } = makeHarness();
      logger.error('kept');
      logger.debug('this too');
      expect(logger.text.includes('kept')).toBe(true);
      expect(logger.text.includes('this too')).toBe(true);
    });

    it('works with detached methods', () => {
      const { logger, entries } = makeHarness();
      const { warn } = logger;
      warn('detached');
      expect(entries().length).toBe(1);
    });
  });
};
