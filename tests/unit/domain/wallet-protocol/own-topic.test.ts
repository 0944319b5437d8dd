import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ownTopicOf } from '../../../../domain/wallet-protocol/own-topic.js';

it('the topic of a key is the SHA-256 of its bytes, not of its digits', () => {
  const key = '0f'.repeat(32);
  expect(ownTopicOf(key)).toBe(createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex'));
  expect(ownTopicOf(key.toUpperCase())).toBe(ownTopicOf(key));
});
