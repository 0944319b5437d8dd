import { describe, expect, it } from 'vitest';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import { tokenAssets } from '../../../../domain/tokens/token-assets.js';

const USDC = 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

describe('tokens option', () => {
  it('is a list of CAIP-19 asset types, or one address per chain', () => {
    expect(tokenAssets(undefined)).toEqual([]);
    expect(tokenAssets([USDC])).toEqual([USDC]);
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    const byChain = {
      'eip155:1': { address: USDC.split(':').at(-1) ?? '' },
      [solana]: { address: MINT },
      // Bitcoin has no fungible tokens.
      'bip122:000000000019d6689c085ae165831e93': { address: 'x' },
    };
    expect(tokenAssets(byChain)).toEqual([USDC, `${solana}/token:${MINT}`]);
  });

  it('keeps the given format', () => {
    expect(parseOptions({ networks: [mainnet], tokens: [USDC] }).tokens).toEqual([USDC]);
  });
});
