import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { nftsSchema } from '../../../../domain/tokens/parse-nfts.js';

const NFT = {
  id: 'eip155:1/erc1155:0xabc/7',
  chainId: 'eip155:1',
  name: 'Sword',
  collection: 'Arms',
  address: '0xabc',
  token_id: '7',
  quantity: '3',
  image_url: 'https://a.example/7.png',
  is_spam: true,
};
const READ = {
  id: NFT.id,
  chainId: NFT.chainId,
  name: 'Sword',
  collection: 'Arms',
  address: '0xabc',
  tokenId: '7',
  quantity: 3n,
  imageUrl: 'https://a.example/7.png',
  isSpam: true,
};

const itemsOf = (...data: readonly unknown[]) => v.parse(nftsSchema, { data }).items;

describe('the NFTs of an account', () => {
  it('are read with the cursor of the next page', () => {
    expect(v.parse(nftsSchema, { data: [NFT], next: 'cursor' })).toEqual({ items: [READ], next: 'cursor' });
    expect(v.parse(nftsSchema, { data: [], next: '' })).toEqual({ items: [], next: null });
  });

  it('have ids of 256 bits on EVM chains, and none on Solana', () => {
    const largest = String(2n ** 256n - 1n);
    expect(itemsOf({ ...NFT, token_id: largest, quantity: largest })).toEqual([{ ...READ, tokenId: largest, quantity: 2n ** 256n - 1n }]);
    expect(itemsOf({ ...NFT, token_id: null, quantity: undefined })).toEqual([{ ...READ, tokenId: null, quantity: 1n }]);
    expect(itemsOf({ ...NFT, token_id: '0x7', quantity: '-1' })).toEqual([{ ...READ, tokenId: null, quantity: 1n }]);
  });

  it('have texts without invisible and bidirectional characters, and pictures behind web links only', () => {
    const [nft] = itemsOf({ ...NFT, name: '\u202Edrow\u200BS\n', collection: 7, image_url: 'data:text/html,<script>' });
    expect(nft).toEqual({ ...READ, name: 'drowS', collection: '', imageUrl: null });
  });

  it('are spam only if the service says so', () => {
    expect(itemsOf({ ...NFT, is_spam: 'true' }, { ...NFT, is_spam: undefined }).map(({ isSpam }) => isSpam)).toEqual([false, false]);
  });

  it('do not hide others when they are invalid', () => {
    expect(itemsOf(null, {}, { ...NFT, id: '' }, { ...NFT, chainId: '1' }, { ...NFT, address: 'x'.repeat(513) }, NFT)).toEqual([READ]);
    for (const reply of [null, [], {}, { data: {} }]) expect(v.is(nftsSchema, reply)).toBe(false);
  });
});
