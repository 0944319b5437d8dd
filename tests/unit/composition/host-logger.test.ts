import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { hostLogger } from '../../../composition/host-logger.js';

const sink = () => ({ error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() });

const shown = (level: string | undefined): readonly string[] => {
  const console = sink();
  vi.stubGlobal('console', console);
  const logger = hostLogger(level, new FakeClock());
  for (const each of ['error', 'warn', 'info', 'debug'] as const) logger[each]('said');
  return (['error', 'warn', 'info', 'debug'] as const).filter((each) => console[each].mock.calls.length > 0);
};

describe('the log of a client', () => {
  it.each([
    [undefined, ['error']],
    ['fatal', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
    ['trace', ['error', 'warn', 'info', 'debug']],
    ['silent', []],
    ['no such level', ['error']],
  ])('of level %s shows %j', (level, expected) => {
    expect(shown(level)).toEqual(expected);
  });

  it('goes to the host’s own where there is one, without keys', () => {
    const own = sink();
    hostLogger(own, new FakeClock()).info(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`);
    expect(own.info).toHaveBeenCalledOnce();
    expect(JSON.stringify(own.info.mock.calls)).not.toContain('b'.repeat(64));
  });
});
