import { describe, expect, it } from 'vitest';
import { NftLookAlikes } from '../../../../domain/tokens/nft-look-alikes.js';

const nft = (id: string, collection: string, address: string, name = '') => ({ id, collection, address, name });

describe('NftLookAlikes', () => {
  it('finds collections and names of other contracts whose letters only look like plain ones', () => {
    const apes = nft('1', 'Bored Apes', '0x1', 'Ape #7');
    const found = new NftLookAlikes().add([
      nft('2', 'Воred Apes', '0x2'),
      apes,
      nft('3', 'Gifts', '0x3', 'Ареs'),
      nft('4', 'Gifts', '0x3', 'Аре #9'),
    ]);
    expect([...found]).toEqual([
      ['2', 'Bored Apes'],
      ['4', 'Ape'],
    ]);
  });

  it('finds one of an earlier page once a later one has what it imitates, and tells it once', () => {
    const list = new NftLookAlikes();
    expect(list.add([nft('1', 'Ваdges', '0x1'), nft('2', 'Москва', '0x2')]).size).toBe(0);
    expect([...list.add([nft('3', 'Badges', '0x3')])]).toEqual([['1', 'Badges']]);
    expect(list.add([nft('4', 'Badges', '0x3'), nft('5', 'Badges', '0x4')]).size).toBe(0);
    expect([...list.add([nft('6', 'Ваdges', '0x1')])]).toEqual([['6', 'Badges']]);
  });

  it('finds nothing in names that are the same or both plain, nor in a collection that writes its name in both ways', () => {
    const list = [nft('1', 'Bored Apes', '0x1'), nft('2', 'BoredApes', '0x2'), nft('3', 'Café', '0x3', 'Cafe #1'), nft('4', 'Café', '0x3')];
    expect(new NftLookAlikes().add(list).size).toBe(0);
  });
});
