import { expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { checkEmailCooldown, emailCooldownSeconds } from '../../../../domain/embedded-wallet/email-cooldown.js';
import { frameUrlOf } from '../../../../domain/embedded-wallet/frame-url.js';

it.each([
  ['never', null, 0],
  ['now', 0, 30],
  ['a moment ago', 1, 30],
  ['a second ago', 1_000, 29],
  ['29.999 seconds ago', 29_999, 1],
  ['30 seconds ago', 30_000, 0],
  ['in the future, by another clock', -1, 0],
])('a code requested %s can be requested again in time', (_, agoMs, seconds) => {
  const now = 1_700_000_000_000;
  expect(emailCooldownSeconds(agoMs === null ? null : now - agoMs, now)).toBe(seconds);
});

it('says when a code can be requested again', () => {
  expect(() => checkEmailCooldown(1_000, 2_500)).toThrow('Please try again after 29 seconds');
  expect(() => checkEmailCooldown(1_000, 31_000)).not.toThrow();
});

it('the frame has the query of its site', () => {
  const query = { projectId: 'a b', chainId: toChainId('eip155:1'), enableLogger: false };
  expect(frameUrlOf('https://secure.example/sdk', query)).toBe(
    'https://secure.example/sdk?projectId=a%20b&chainId=eip155%3A1&version=4&enableLogger=false',
  );
});
