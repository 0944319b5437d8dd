import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { addressOf, chainIdOf, formatAccountId, isAccountId, parseAccountId, toAccountId } from '../../../../domain/caip/caip-10.js';
import { isNamespace } from '../../../../domain/caip/namespace.js';
import vectors from '../../../vectors/caip-10.json' with { type: 'json' };
import { forAll } from '../properties.js';
import { thrownBy } from '../throws.js';

const isRegistered = (value: string): boolean => isNamespace(value.slice(0, value.indexOf(':')));

describe('CAIP-10 account ids', () => {
  it.each(vectors.filter(({ value }) => isRegistered(value)))('are parsed: $name', ({ value }) => {
    const { chainId, address, namespace } = parseAccountId(value);
    expect(`${chainId}:${address}`).toBe(value);
    expect(chainId.startsWith(`${namespace}:`)).toBe(true);
    const accountId = toAccountId(value);
    expect(addressOf(accountId)).toBe(address);
    expect(chainIdOf(accountId)).toBe(chainId);
    expect(formatAccountId(chainId, address)).toBe(value);
  });

  it.each(vectors.filter(({ value }) => !isRegistered(value)))('are rejected in an unregistered namespace: $name', ({ value }) => {
    expect(isAccountId(value)).toBe(false);
  });

  it.each([
    ['two parts', 'eip155:1'],
    ['four parts', 'eip155:1:0x00:0'],
    ['an empty address', 'eip155:1:'],
    ['an empty reference', 'eip155::0x00'],
    ['an address of 129 characters', `solana:a:${'b'.repeat(129)}`],
    ['a space in the address', 'eip155:1:0x 0'],
    ['a slash in the address', 'eip155:1:0x/0'],
    ['a line break at the end', 'eip155:1:0x0\n'],
  ])('are rejected with %s', (_, value) => {
    expect(isAccountId(value)).toBe(false);
    expect(thrownBy('caip/invalid-account-id', () => parseAccountId(value)).context).toEqual({ value });
  });

  it('accept every character that CAIP-10 allows, up to 128', () => {
    const chainId = toChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182');
    forAll(fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/), (address) => {
      const accountId = formatAccountId(chainId, address);
      expect(parseAccountId(accountId)).toEqual({ namespace: 'polkadot', chainId, address });
    });
  });

  it('are not built from an invalid address', () => {
    thrownBy('caip/invalid-account-id', () => formatAccountId(toChainId('eip155:1'), 'a:b'));
  });
});
