import { describe, expect, it } from 'vitest';
import { addressLabelOf, withAddressLabel } from '../../../../domain/account/address-label.js';

const LOWER = '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb';
const MIXED = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

describe('address labels', () => {
  it('keep one label per account, ignoring letter case on eip155', () => {
    const labels = withAddressLabel(withAddressLabel(new Map(), 'eip155', LOWER, 'Old'), 'eip155', MIXED, 'New');
    expect([...labels]).toEqual([[MIXED, 'New']]);
    expect(addressLabelOf(labels, 'eip155', LOWER)).toBe('New');
    expect(withAddressLabel(labels, 'eip155', LOWER, null).size).toBe(0);
  });

  it('respect letter case where the namespace does', () => {
    const labels = withAddressLabel(new Map(), 'solana', 'AbC', 'Mine');
    expect(addressLabelOf(labels, 'solana', 'abc')).toBeUndefined();
  });
});
