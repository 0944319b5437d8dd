import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEvmAddress, isSameEvmAddress } from '../../../../domain/account/evm-address.js';
import { hasValidChecksum, toChecksumAddress } from '../../../../domain/account/evm-checksum.js';
import vectors from '../../../vectors/eip-55.json' with { type: 'json' };
import { forAll, itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';

const all = [...vectors.allCaps, ...vectors.allLower, ...vectors.normal];
const address = fc.stringMatching(/^0x[0-9a-f]{40}$/);

describe('EVM addresses', () => {
  it.each(all)('have the checksum of EIP-55: %s', (published) => {
    expect(toChecksumAddress(published.toLowerCase())).toBe(published);
    expect(toChecksumAddress(published.slice(2).toUpperCase())).toBe(published);
    expect(hasValidChecksum(published)).toBe(true);
    expect(hasValidChecksum(published.slice(2))).toBe(true);
  });

  it.each(vectors.normal)('fail the checksum when one letter changes case: %s', (published) => {
    const at = published.search(/[a-fA-F](?!x)/);
    const letter = published.charAt(at);
    const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const wrong = `${published.slice(0, at)}${swapped}${published.slice(at + 1)}`;
    expect(isEvmAddress(wrong)).toBe(true);
    expect(hasValidChecksum(wrong)).toBe(false);
  });

  itHolds('pass without a checksum in a single case', address, (value) => {
    expect(hasValidChecksum(value)).toBe(true);
    expect(hasValidChecksum(`0x${value.slice(2).toUpperCase()}`)).toBe(true);
  });

  itHolds('keep their checksum when it is computed again, and stay the same account', address, (value) => {
    const checksummed = toChecksumAddress(value);
    expect(toChecksumAddress(checksummed)).toBe(checksummed);
    expect(hasValidChecksum(checksummed)).toBe(true);
    expect(isSameEvmAddress(value, checksummed)).toBe(true);
    expect(isSameEvmAddress(value.slice(2), checksummed)).toBe(true);
  });

  it('have 40 hex digits, with or without 0x', () => {
    const digits = 'ab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
    expect([digits, `0x${digits}`].map(isEvmAddress)).toEqual([true, true]);
    const wrong = [
      digits.slice(1),
      `${digits}0`,
      `0X${digits}`,
      ` 0x${digits}`,
      `0x${digits}\n`,
      `0xg${digits.slice(1)}`,
      '',
      null,
      5,
      undefined,
    ];
    expect(wrong.filter(isEvmAddress)).toEqual([]);
  });

  it('equal only themselves', () => {
    forAll(address, address, (a, b) => {
      expect(isSameEvmAddress(a, b)).toBe(a === b);
    });
    expect(isSameEvmAddress('nonsense', 'nonsense')).toBe(false);
  });

  it('have no checksum if invalid', () => {
    expect(hasValidChecksum('0x12')).toBe(false);
    expect(thrownBy('address/invalid', () => toChecksumAddress('0x12')).context).toEqual({ value: '0x12', namespace: 'eip155' });
  });
});
