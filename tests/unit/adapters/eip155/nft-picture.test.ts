import { createClient, custom, encodeFunctionResult, erc721Abi, toFunctionSelector } from 'viem';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nftPicture } from '../../../../adapters/eip155/viem/nft-picture.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { neverAborted } from '../../../../testing/contracts/test-api.js';
import { ALICE, testNetwork } from '../support/networks.js';

const OWNER_OF = toFunctionSelector('ownerOf(uint256)');

/** The picture of an NFT that Alice owns. */
const pictureOf = (tokenUri: string): Promise<string | null> => {
  const request = async ({ params }: { readonly params: readonly [{ readonly data: string }] }): Promise<string> =>
    params[0].data.startsWith(OWNER_OF)
      ? encodeFunctionResult({ abi: erc721Abi, functionName: 'ownerOf', result: ALICE })
      : encodeFunctionResult({ abi: erc721Abi, functionName: 'tokenURI', result: tokenUri });
  return nftPicture(
    {
      record: `eip155:1/erc721:0x${'1'.repeat(40)}/7`,
      network: testNetwork(1),
      resolveAddress: async () => ALICE,
      client: createClient({ transport: custom({ request }) }),
      clock: new FakeClock(),
    },
    neverAborted(),
  );
};

afterEach(() => vi.unstubAllGlobals());

describe('nftPicture', () => {
  it('is the image of the metadata', async () => {
    expect(await pictureOf('data:application/json,{"image":"https://pictures.example/7.png"}')).toBe('https://pictures.example/7.png');
  });

  it.each([
    ['are no JSON', 'data:application/json,none', undefined],
    ['are no base64', 'data:application/json;base64,***', undefined],
    ['cannot be fetched', 'https://metadata.example/7', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['are too long', 'https://metadata.example/7', async () => new Response(JSON.stringify({ image: 'a'.repeat(100_001) }))],
    ['are missing', 'https://metadata.example/7', async () => new Response('', { status: 404 })],
  ] as const)('is none if the metadata %s', async (_, tokenUri, fetch) => {
    if (fetch !== undefined) vi.stubGlobal('fetch', fetch);
    expect(await pictureOf(tokenUri)).toBeNull();
  });
});
