import { describe, expect, it } from 'vitest';
import { accountNameFault, coinTypeOf, isServiceName, registrationMessage } from '../../../../domain/names/account-name.js';

describe('a name of an account', () => {
  it.each([
    ['abcd', null],
    ['A-1-', null],
    ['', 'too-short'],
    ['abc', 'too-short'],
    ['a.bcd', 'invalid-characters'],
    ['ab c', 'invalid-characters'],
    ['аbcd', 'invalid-characters'],
  ])('%j has the fault %s', (name, fault) => expect(accountNameFault(name)).toBe(fault));

  it.each([
    ['ada.reown.id', true],
    ['ADA.Reown.ID', true],
    ['ada.wcn.id', true],
    ['ada.eth', false],
    ['ada-reown.id', false],
    ['ada.reown.id.eth', false],
  ])('%s is of a zone of the service: %s', (name, isOfService) => expect(isServiceName(name)).toBe(isOfService));

  it('is registered by a message with its keys in a fixed order and the time in seconds', () => {
    expect(registrationMessage('ada.reown.id', 1_700_000_000_999)).toBe('{"name":"ada.reown.id","attributes":{},"timestamp":1700000000}');
  });
});

describe('the coin type of an EVM chain', () => {
  it('is its id with the highest bit set', () => {
    expect(coinTypeOf(1)).toBe(2_147_483_649);
    expect(coinTypeOf(8453)).toBe(2_147_492_101);
    expect(coinTypeOf(0x7fff_ffff)).toBe(0xffff_ffff);
  });

  it.each([0, 0x8000_0000, 1.5, Number.NaN])('is none for %d', (chainId) => expect(() => coinTypeOf(chainId)).toThrow('Unsupported chain'));
});
