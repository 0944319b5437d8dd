import { describe, expect, it } from 'vitest';
import { nftName } from '../../../../domain/tokens/nft-name.js';

describe('nftName', () => {
  it.each([
    [{ name: 'Sword', collection: 'Arms', tokenId: '7' }, 'Sword'],
    [{ name: '', collection: 'Arms', tokenId: '7' }, '#7'],
    [{ name: '', collection: 'Arms', tokenId: String(2n ** 256n - 1n) }, '#1157…9935'],
    [{ name: '', collection: 'Arms', tokenId: null }, 'Arms'],
    [{ name: '', collection: '', tokenId: '7' }, '#7'],
    [{ name: '', collection: '', tokenId: null }, ''],
  ])('of %o is %s', (nft, name) => {
    expect(nftName(nft)).toBe(name);
  });
});
