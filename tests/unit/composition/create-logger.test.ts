import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { createLogger } from '../../../composition/create-logger.js';

const sink = () => ({ error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() });

const loggedLevels = (level: string | undefined): readonly string[] => {
  const console = sink();
  vi.stubGlobal('console', console);
  const logger = createLogger(level, new FakeClock());
  for (const each of ['error', 'warn', 'info', 'debug'] as const) logger[each]('message');
  return (['error', 'warn', 'info', 'debug'] as const).filter((each) => console[each].mock.calls.length > 0);
};

describe('createLogger', () => {
  it.each([
    [undefined, ['error']],
    ['fatal', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
    ['trace', ['error', 'warn', 'info', 'debug']],
    ['silent', []],
    ['no such level', ['error']],
  ])('with level %s logs %j', (level, expected) => {
    expect(loggedLevels(level)).toEqual(expected);
  });

  it.each([null, {}, { error: null }])('logs without the methods that the logger %j lacks', (option) => {
    // JavaScript apps may pass any value.
    const logger = createLogger(option as never, new FakeClock());
    for (const each of ['error', 'warn', 'info', 'debug'] as const) logger[each]('message');
    expect(logger.text).toContain('message');
  });

  it('writes to the logger of the app with keys redacted', () => {
    const appLogger = sink();
    createLogger(appLogger, new FakeClock()).info(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`);
    expect(appLogger.info).toHaveBeenCalledOnce();
    expect(JSON.stringify(appLogger.info.mock.calls)).not.toContain('b'.repeat(64));
  });
});
