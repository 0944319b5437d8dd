import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import { ADDED_TOKENS_LIMIT, addToken, parseAddedTokens, tokenAt } from '../../../../domain/tokens/added-tokens.js';

const CHAIN = toChainId('eip155:1');
const CHECKSUMMED = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const erc20 = (assetReference: string): AssetId => formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference });
const indexed = (index: number): AssetId => erc20(`0x${index.toString(16).padStart(40, '0')}`);

describe('addToken', () => {
  it('adds a token once, in either letter case', () => {
    const [upper, lower] = [erc20(CHECKSUMMED), erc20(CHECKSUMMED.toLowerCase())];
    expect(addToken(addToken([indexed(1)], upper), lower)).toEqual([indexed(1), lower]);
  });

  it('drops the first one beyond the limit', () => {
    const full = Array.from({ length: ADDED_TOKENS_LIMIT }, (_, index) => indexed(index));
    const next = addToken(full, erc20(CHECKSUMMED));
    expect([next.length, next[0], next.at(-1)]).toEqual([ADDED_TOKENS_LIMIT, indexed(1), erc20(CHECKSUMMED)]);
  });
});

describe('parseAddedTokens', () => {
  it('drops what is no token', () => {
    const wrong = erc20(CHECKSUMMED.replace('D4', 'd4'));
    expect(parseAddedTokens(JSON.stringify([indexed(1), 'DAI', 5, null, wrong, `${CHAIN}/slip44:60`]))).toEqual([indexed(1)]);
    expect([parseAddedTokens(null), parseAddedTokens('{'), parseAddedTokens('{}')]).toEqual([[], [], []]);
  });
});

describe('tokenAt', () => {
  it('is the fungible token of a network with tokens', () => {
    expect(tokenAt(CHAIN, CHECKSUMMED)).toBe(erc20(CHECKSUMMED));
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    expect(tokenAt(toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), mint)).toMatch(/\/token:EPjF/);
    expect(tokenAt(toChainId('bip122:000000000019d6689c085ae165831e93'), mint)).toBeNull();
    expect(tokenAt(CHAIN, 'not / an address')).toBeNull();
  });
});
