import { expect, it } from 'vitest';
import { addressGroups } from '../../../../domain/account/address-groups.js';

const texts = (address: string): readonly string[] => addressGroups(address).map(({ text }) => text);

it('splits an address into groups of four, with a prefix of hex in the first', () => {
  expect(texts('0x52908400098527886E0F7030069857D2E4169EE7')).toEqual([
    '0x5290',
    '8400',
    '0985',
    '2788',
    '6E0F',
    '7030',
    '0698',
    '57D2',
    'E416',
    '9EE7',
  ]);
  expect(texts('9B5XszUG1')).toEqual(['9B5X', 'szUG', '1']);
  expect(texts('abc')).toEqual(['abc']);
  expect(addressGroups('0x52908400').map(({ start }) => start)).toEqual([0, 6]);
});
