import fc from 'fast-check';
import { hashMessage } from 'viem';
import { expect, it } from 'vitest';
import { personalMessageHash } from '../../../../domain/signatures/personal-message.js';
import { forAll } from '../properties.js';

it('hashes as EIP-191 does, counting bytes instead of characters', () => {
  forAll(fc.string({ unit: 'grapheme' }), (text) => {
    expect(personalMessageHash(text)).toBe(hashMessage(text));
  });
  expect(personalMessageHash('ça')).toBe(hashMessage('ça'));
  expect(personalMessageHash('')).toBe('0x5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad');
});
