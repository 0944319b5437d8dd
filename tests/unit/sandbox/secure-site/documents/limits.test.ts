import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits } from '../../../../../sandbox/secure-site/approval/visible-text.js';
import {
  coinsOf,
  draftOf,
  isAddressOn,
  limitLines,
  limitsOfDraft,
  parseAmount,
  tokenOf,
  withContract,
  withToken,
} from '../../../../../sandbox/secure-site/documents/limits.js';
import { isPolicy } from '../../../../../sandbox/secure-site/keys/policy.js';

const networkOf = (chainId: string, name: string, symbol: string, decimals: number) => ({
  chainId,
  name,
  rpcUrl: 'http://localhost:1',
  currency: { symbol, decimals },
});
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const NETWORKS = [
  networkOf('eip155:1', 'Ethereum', 'ETH', 18),
  networkOf(SOLANA, 'Solana', 'SOL', 9),
  networkOf('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Devnet', 'SOL', 9),
];
const COINS = coinsOf(NETWORKS);
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const APP = 'https://app.example';

describe('parseAmount', () => {
  it('reads what formatUnits writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        expect(parseAmount(formatUnits(amount, decimals), decimals)).toBe(amount);
      }),
    );
    expect([parseAmount(' 0,5 ', 2), parseAmount('.5', 2), parseAmount('5.', 2)]).toEqual([50n, 50n, 500n]);
  });

  it.each(['', '.', '-1', '1e3', '0x10', '1.234', '1 000', 'much', '1.2.3'])('refuses %j', (typed) => {
    expect(parseAmount(typed, 2)).toBeNull();
  });
});

describe('limits of an app', () => {
  it('have the coins of the networks, those of Solana once', () => {
    expect(COINS.map(({ asset }) => asset)).toEqual(['eip155:1/native', 'solana/native']);
  });

  it('are what was typed, in base units, and are a policy that the worker takes', () => {
    const empty = draftOf({ origin: APP, assets: [], contracts: [] }, COINS, []);
    const token = {
      asset: `eip155:1/erc20:${TOKEN.toLowerCase()}`,
      address: TOKEN,
      network: 'Ethereum',
      token: { symbol: 'TOK', decimals: 6 },
      amount: 7n,
    };
    const draft = withContract(withToken({ ...empty, coins: new Map([['eip155:1/native', '0.5']]) }, token), 'eip155:1', TOKEN);
    const limits = limitsOfDraft(draft, COINS);
    if ('wrong' in limits) throw new Error(limits.wrong);
    expect(limits.assets).toEqual([
      { asset: 'eip155:1/native', amount: '500000000000000000' },
      { asset: token.asset, amount: '7' },
    ]);
    expect(isPolicy({ passkeys: [], limits: [limits] })).toBe(true);
    expect(limitLines(limits, COINS)).toEqual(['0.5 ETH on Ethereum', '1 token', '1 contract']);
    // And are edited again.
    const tokens = limits.assets.flatMap((each) => tokenOf(each, NETWORKS) ?? []);
    expect(tokens).toMatchObject([{ address: TOKEN.toLowerCase(), network: 'Ethereum', chainId: 'eip155:1', amount: 7n }]);
    expect(limitsOfDraft(draftOf(limits, COINS, tokens), COINS)).toEqual(limits);
  });

  it('name the coin whose amount is none', () => {
    const draft = {
      ...draftOf({ origin: APP, assets: [], contracts: [] }, COINS, []),
      coins: new Map([['solana/native', '1.0000000001']]),
    };
    expect(limitsOfDraft(draft, COINS)).toEqual({ wrong: 'solana/native' });
  });

  it('replace the amount of a token that is added again', () => {
    const token = { asset: 'a', address: TOKEN, network: 'Ethereum', token: null, amount: 1n };
    const empty = draftOf({ origin: APP, assets: [], contracts: [] }, COINS, []);
    expect(withToken(withToken(empty, token), { ...token, amount: 2n }).tokens).toMatchObject([{ amount: 2n }]);
  });

  it('take addresses of the network only', () => {
    expect(isAddressOn('eip155:1', TOKEN)).toBe(true);
    expect(isAddressOn(SOLANA, TOKEN)).toBe(false);
    expect(isAddressOn(SOLANA, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')).toBe(true);
    expect(isAddressOn('eip155:1', TOKEN.slice(0, -1))).toBe(false);
  });
});
