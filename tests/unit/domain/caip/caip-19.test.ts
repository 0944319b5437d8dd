import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetIdComponents, formatAssetId, isAssetId, parseAssetId } from '../../../../domain/caip/caip-19.js';
import { isNamespace } from '../../../../domain/caip/namespace.js';
import vectors from '../../../vectors/caip-19.json' with { type: 'json' };
import { forAll } from '../properties.js';
import { thrownBy } from '../throws.js';

const isKnown = (value: string): boolean => isNamespace(value.slice(0, value.indexOf(':')));

describe('CAIP-19 asset ids', () => {
  it.each(vectors.filter(({ value }) => isKnown(value)))('are parsed: $name', ({ value }) => {
    const { chainId, assetNamespace, assetReference, tokenId } = parseAssetId(value);
    expect(`${chainId}/${assetNamespace}:${assetReference}${tokenId === undefined ? '' : `/${tokenId}`}`).toBe(value);
    expect(isAssetId(value)).toBe(true);
  });

  it.each(vectors.filter(({ value }) => !isKnown(value)))('are rejected in an unregistered namespace: $name', ({ value }) => {
    expect(isAssetId(value)).toBe(false);
  });

  it('have no token id for a whole collection', () => {
    expect('tokenId' in parseAssetId('eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d')).toBe(false);
  });

  it.each([
    ['no asset', 'eip155:1'],
    ['an empty asset', 'eip155:1/'],
    ['no asset reference', 'eip155:1/slip44'],
    ['an asset namespace of two characters', 'eip155:1/er:0x0'],
    ['an asset namespace of nine characters', 'eip155:1/ninechars:0x0'],
    ['an asset namespace in upper case', 'eip155:1/ERC20:0x0'],
    ['an empty token id', 'eip155:1/erc721:0x0/'],
    ['a token id of 79 characters', `eip155:1/erc721:0x0/${'1'.repeat(79)}`],
    ['another component after the token id', 'eip155:1/erc721:0x0/1/2'],
    ['two asset references', 'eip155:1/erc20:0x0:1'],
  ])('are rejected with %s', (_, value) => {
    expect(isAssetId(value)).toBe(false);
    expect(thrownBy('caip/invalid-asset-id', () => parseAssetId(value)).context).toEqual({ value });
  });

  it('round-trip through parse and format', () => {
    const components: fc.Arbitrary<AssetIdComponents> = fc
      .record({
        chainId: fc.constantFrom(toChainId('eip155:137'), toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')),
        assetNamespace: fc.stringMatching(/^[-a-z0-9]{3,8}$/),
        assetReference: fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/),
        tokenId: fc.option(fc.stringMatching(/^[-.%a-zA-Z0-9]{1,78}$/)),
      })
      .map(({ tokenId, ...type }) => (tokenId === null ? type : { ...type, tokenId }));
    forAll(components, (given) => {
      expect(parseAssetId(formatAssetId(given))).toEqual(given);
    });
  });

  it('are not built from invalid components', () => {
    const dai = { chainId: toChainId('eip155:1'), assetNamespace: 'erc20', assetReference: '0x6b175474e89094c44da98b954eedeac495271d0f' };
    // A separator inside a component would give a different, valid id.
    thrownBy('caip/invalid-asset-id', () => formatAssetId({ ...dai, assetReference: 'a/b' }));
    thrownBy('caip/invalid-asset-id', () => formatAssetId({ ...dai, assetNamespace: 'erc20:a/erc' }));
    thrownBy('caip/invalid-asset-id', () => formatAssetId({ ...dai, tokenId: '' }));
  });
});
