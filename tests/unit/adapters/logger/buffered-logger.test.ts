import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BufferedLogger, type BufferedLoggerOptions } from '../../../../adapters/logger/buffered-logger.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';

const setUp = (options: Partial<BufferedLoggerOptions> = {}) => {
  const written: string[] = [];
  const write =
    (level: string) =>
    (...parts: readonly unknown[]): void =>
      void written.push(`${level} ${parts.join(' ')}`);
  const sink = { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
  const logger = new BufferedLogger({ clock: new FakeClock(Date.UTC(2026, 0, 2, 3, 4, 5)), sink, ...options });
  const logAll = (): void => {
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level](`a ${level}`);
  };
  return { logger, written, logAll };
};

const KEY = `0x${'ab'.repeat(32)}`;
const SIGNATURE = `0x${'cd'.repeat(65)}`;
const PAIRING = 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962';

describe('BufferedLogger', () => {
  it('writes errors to the console and buffers every level by default', () => {
    const { logger, written, logAll } = setUp();
    logAll();
    expect(written).toEqual(['error [latchkey] a error']);
    expect(logger.text.split('\n')).toEqual([
      '2026-01-02T03:04:05.000Z debug a debug',
      '2026-01-02T03:04:05.000Z info a info',
      '2026-01-02T03:04:05.000Z warn a warn',
      '2026-01-02T03:04:05.000Z error a error',
      '',
    ]);
  });

  it.each([
    ['error', ['error']],
    ['warn', ['warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['debug', ['debug', 'info', 'warn', 'error']],
  ] as const)('writes level %s and above', (level, levels) => {
    const { written, logAll } = setUp({ level });
    logAll();
    expect(written).toEqual(levels.map((each) => `${each} [latchkey] a ${each}`));
  });

  it('never exceeds its limit, and keeps the latest entries whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 3_000 }),
        (messages, limitBytes) => {
          const { logger } = setUp({ limitBytes });
          for (const [index, message] of messages.entries()) logger.info(`#${index}# ${message}`);
          expect(new TextEncoder().encode(logger.text).length).toBeLessThanOrEqual(limitBytes);
          const kept = [...logger.text.matchAll(/ info #(\d+)# /g)].map(([, index]) => Number(index));
          expect(kept.every((index, position) => position === 0 || index > (kept[position - 1] ?? -1))).toBe(true);
        },
      ),
    );
  });

  it('buffers 1,024,000 bytes by default', () => {
    const { logger } = setUp();
    for (let index = 0; index < 3_000; index += 1) logger.debug(`${index} ${'x'.repeat(1_000)}`);
    const bytes = new TextEncoder().encode(logger.text).length;
    expect(bytes).toBeLessThanOrEqual(1_024_000);
    expect(bytes).toBeGreaterThan(1_020_000);
    expect(logger.text.includes(' 2999 x')).toBe(true);
  });

  it('writes one line per entry', () => {
    const { logger } = setUp();
    logger.info('first\nsecond\r\nthird', { text: 'a\nb' });
    expect(logger.text).toBe('2026-01-02T03:04:05.000Z info first second third {"text":"a\\nb"}\n');
  });

  it('writes errors with code, context and cause, without a stack', () => {
    const { logger } = setUp();
    const cause = Object.assign(new Error('foreign'), { code: 4001 });
    logger.info('failed', new LatchkeyError('wallet/rejected', { method: 'personal_sign' }, { cause }));
    const detail = JSON.parse(logger.text.slice(logger.text.indexOf('{')));
    expect(detail).toEqual({
      name: 'LatchkeyError',
      code: 'wallet/rejected',
      message: 'The request was rejected in the wallet',
      context: { method: 'personal_sign' },
      cause: { name: 'Error', code: 4001, message: 'foreign' },
    });
  });
});

describe('redaction', () => {
  const output = (write: (logger: BufferedLogger) => void): string => {
    const { logger, written } = setUp({ level: 'debug' });
    write(logger);
    return `${logger.text}${written.join('')}`;
  };

  it.each([
    ['a pairing URI', PAIRING],
    ['a pairing URI inside of a deep link', `metamask://wc?uri=${encodeURIComponent(PAIRING)}`],
    ['a private key', KEY],
    ['a private key without 0x', KEY.slice(2)],
    ['a signature', SIGNATURE],
    ['a long signature', `${SIGNATURE}${'ef'.repeat(400)}`],
    ['a seed', 'ab'.repeat(64)],
  ])('removes %s', (_what, secret) => {
    const text = output((logger) => {
      logger.error(`before ${secret} after`);
      logger.error('detail', { nested: [{ value: secret }], text: `(${secret})` });
      logger.error('failed', new Error(`with ${secret}`, { cause: new Error(secret) }));
      logger.error('plain', secret);
    });
    for (const part of [secret, encodeURIComponent(secret), '7f6e504bfad60b', '587d5484ce2a', 'abababab', 'cdcdcdcd']) {
      expect(text.includes(part)).toBe(false);
    }
    expect(text.includes('before')).toBe(true);
  });

  it.each(['privateKey', 'private_key', 'symKey', 'clientSecret', 'mnemonic', 'seed', 'password', 'otp', 'signature', 'wcUri'])(
    'removes values by property name: %s',
    (name) => {
      expect(output((logger) => logger.error('detail', { [name]: 'plain words' })).includes('plain words')).toBe(false);
      expect(output((logger) => logger.error('detail', { [name]: 123456n })).includes('123456')).toBe(false);
    },
  );

  it('omits bytes', () => {
    expect(output((logger) => logger.error('detail', { bytes: new Uint8Array([171, 171]) }))).toContain('(2 bytes)');
  });

  it('keeps addresses, chains, and hashes in hash properties', () => {
    const hash = `0x${'12'.repeat(32)}`;
    const text = output((logger) =>
      logger.error('sent', { hash, transactionHash: hash, from: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
    );
    expect(text.includes('[redacted]')).toBe(false);
    expect(output((logger) => logger.error('sent', { hash: SIGNATURE })).includes('cdcd')).toBe(false);
  });

  it('keeps the digest of a bundle of the secure site, which apps pin, but nothing else that follows a slash', () => {
    const digest = '1f'.repeat(32);
    const error = new LatchkeyError('secure-frame/bundle-not-found', { digest });
    const text = output((logger) => logger.error(error.message, error));
    expect(text.split(digest)).toHaveLength(7);
    expect(text.includes('[redacted]')).toBe(false);
    for (const other of [`/${digest}/`, `/f/${digest}`, `/f/${digest}1f/`])
      expect(output((logger) => logger.error(`GET ${other}`)).includes('1f1f')).toBe(false);
  });
});
