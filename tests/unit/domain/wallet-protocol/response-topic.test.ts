import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { responseTopicOf } from '../../../../domain/wallet-protocol/response-topic.js';

it('responseTopicOf hashes the bytes of the key, not its hex digits', () => {
  const key = '0f'.repeat(32);
  expect(responseTopicOf(key)).toBe(createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex'));
  expect(responseTopicOf(key.toUpperCase())).toBe(responseTopicOf(key));
});
