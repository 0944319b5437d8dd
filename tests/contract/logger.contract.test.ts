import { describe, expect, it } from 'vitest';
import { BufferedLogger } from '../../adapters/logger/buffered-logger.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { FakeLogger } from '../../application/ports/logger.fake.js';
import { loggerContract } from '../../testing/contracts/logger.contract.js';

const api = { describe, it, expect };
const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
loggerContract(api, 'FakeLogger', () => {
  const logger = new FakeLogger();
  return { logger, entries: () => logger.entries.map(({ level, message }) => `${level} ${message}`) };
});
loggerContract(api, 'BufferedLogger', () => {
  const logger = new BufferedLogger({ clock: new FakeClock(), sink: silent });
  return { logger, entries: () => logger.text.split('\n').filter((line) => line !== '') };
});
