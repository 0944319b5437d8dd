import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { assetOf, isSameAsset, tokenAddress } from '../../../../domain/tokens/token-address.js';

const EVM = toChainId('eip155:1');
const SOLANA = toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const usdc = formatAssetId({ chainId: EVM, assetNamespace: 'erc20', assetReference: USDC });
const usdcOnSolana = formatAssetId({ chainId: SOLANA, assetNamespace: 'token', assetReference: MINT });

describe('ids of tokens at the blockchain API', () => {
  it.each([
    [EVM, null, `${EVM}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`],
    [EVM, usdc, `${EVM}:${USDC}`],
    [SOLANA, null, `${SOLANA}:So11111111111111111111111111111111111111111`],
    [SOLANA, usdcOnSolana, `${SOLANA}:${MINT}`],
  ])('on %s of %s are %s, and lead back to it', (chainId, asset, id) => {
    expect(tokenAddress(chainId, asset)).toBe(id);
    expect(assetOf(chainId, id)).toBe(asset);
  });

  it('are placeholders for coins in any case on EVM chains', () => {
    expect(assetOf(EVM, `${EVM}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`)).toBeNull();
    expect(assetOf(EVM, null)).toBeNull();
  });

  it('are none of another network or without one', () => {
    expect(assetOf(EVM, `eip155:10:${USDC}`)).toBeUndefined();
    expect(assetOf(EVM, USDC)).toBeUndefined();
    const bitcoin = toChainId('bip122:000000000019d6689c085ae165831e93');
    expect(assetOf(bitcoin, `${bitcoin}:x`)).toBeUndefined();
    expect(() => tokenAddress(bitcoin, null)).toThrow(expect.objectContaining({ code: 'chain/unsupported' }));
  });
});

describe('isSameAsset', () => {
  it('ignores the case of EVM addresses only', () => {
    const lower = formatAssetId({ chainId: EVM, assetNamespace: 'erc20', assetReference: USDC.toLowerCase() });
    const lowerMint = formatAssetId({ chainId: SOLANA, assetNamespace: 'token', assetReference: MINT.toLowerCase() });
    expect(isSameAsset(usdc, lower)).toBe(true);
    expect(isSameAsset(usdcOnSolana, lowerMint)).toBe(false);
    expect([isSameAsset(null, null), isSameAsset(null, usdc), isSameAsset(usdc, null)]).toEqual([true, false, false]);
  });
});
