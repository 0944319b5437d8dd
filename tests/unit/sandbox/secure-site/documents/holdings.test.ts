import { describe, expect, it } from 'vitest';
import { type CallNetwork, type HoldingsOptions, hasLeft, readHoldings } from '../../../../../sandbox/secure-site/documents/holdings.js';
import type { SiteNetwork } from '../../../../../sandbox/secure-site/documents/site-config.js';

const OLD = { eip155: `0x${'a'.repeat(40)}`, solana: 'Old', smartAccounts: [] };
const NEW = { eip155: `0x${'B'.repeat(40)}`, solana: 'New', smartAccounts: [] };
const USDC = { address: `0x${'c'.repeat(40)}`, symbol: 'USDC', decimals: 6 };
const ethereum: SiteNetwork = {
  chainId: 'eip155:1',
  name: 'Ethereum',
  rpcUrl: 'http://ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [USDC],
};
const solana: SiteNetwork = {
  chainId: 'solana:mainnet',
  name: 'Solana',
  rpcUrl: 'http://solana',
  currency: { symbol: 'SOL', decimals: 9 },
};

interface Chain {
  /** By address. */
  readonly coins: Readonly<Record<string, bigint>>;
  /** Of the token, by the address in lower case. */
  readonly tokens: Readonly<Record<string, bigint>>;
  /** Accounts of Solana: program's index, mint, base units. */
  readonly accounts: Readonly<Record<string, readonly (readonly [program: number, mint: string, amount: string])[]>>;
}

/** Nodes that compute their responses from what is on the chain. */
const nodesOf =
  ({ coins, tokens, accounts }: Chain): CallNetwork =>
  async (network, method, params) => {
    const [first, second] = params as readonly [unknown, { readonly programId: string }];
    if (method === 'eth_getBalance') return `0x${(coins[String(first)] ?? 0n).toString(16)}`;
    if (method === 'getBalance') return { context: { slot: 1 }, value: Number(coins[String(first)] ?? 0n) };
    if (method === 'eth_call') {
      const { to, data } = first as { readonly to: string; readonly data: string };
      expect([network.name, to, data.slice(0, 34)]).toEqual(['Ethereum', USDC.address, `0x70a08231${'0'.repeat(24)}`]);
      return `0x${(tokens[`0x${data.slice(34)}`] ?? 0n).toString(16).padStart(64, '0')}`;
    }
    expect(method).toBe('getTokenAccountsByOwner');
    const program = second.programId.startsWith('TokenkegQ') ? 0 : 1;
    const own = (accounts[String(first)] ?? []).filter(([of]) => of === program);
    return {
      value: own.map(([, mint, amount]) => ({ account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals: 2 } } } } } })),
    };
  };

const NOTHING: Chain = { coins: {}, tokens: {}, accounts: {} };
const read = (chain: Partial<Chain>, options: Partial<HoldingsOptions> = {}) =>
  readHoldings({ networks: [ethereum, solana], wallet: OLD, other: NEW, call: nodesOf({ ...NOTHING, ...chain }), ...options });

describe('what is left at a wallet', () => {
  it('are coins, tokens of the site, and all tokens of Solana, beside those of the other wallet', async () => {
    const found = await read({
      coins: { [OLD.eip155]: 1_500_000_000_000_000_000n, [NEW.eip155]: 1n, Old: 2_000_000_000n },
      tokens: { [OLD.eip155]: 2_500_001n, [NEW.eip155.toLowerCase()]: 1_000_000n },
      accounts: {
        Old: [
          [0, 'MintA', '125'],
          [1, 'MintB', '0'],
          [1, 'MintA', '75'],
        ],
        New: [[1, 'MintC', '100']],
      },
    });
    expect(found).toEqual([
      {
        network: 'Ethereum',
        holdings: [
          { symbol: 'ETH', token: null, isSmart: false, amount: '1.5', otherAmount: '0.000000000000000001', isLeft: true },
          { symbol: 'USDC', token: USDC.address, isSmart: false, amount: '2.500001', otherAmount: '1', isLeft: true },
        ],
      },
      {
        network: 'Solana',
        holdings: [
          { symbol: 'SOL', token: null, isSmart: false, amount: '2', otherAmount: '0', isLeft: true },
          { symbol: 'Token', token: 'MintC', isSmart: false, amount: '0', otherAmount: '1', isLeft: false },
          { symbol: 'Token', token: 'MintA', isSmart: false, amount: '2', otherAmount: '0', isLeft: true },
        ],
      },
    ]);
    expect(hasLeft(found)).toBe(true);
  });

  it('is nothing once all of it is at the other wallet: the coins are listed, since they were asked for', async () => {
    const found = await read({ coins: { [NEW.eip155]: 5n }, tokens: { [NEW.eip155.toLowerCase()]: 5n } });
    expect(hasLeft(found)).toBe(false);
    expect(found.map(({ holdings }) => holdings?.map(({ symbol }) => symbol))).toEqual([['ETH', 'USDC'], ['SOL']]);
  });

  it.each([
    ['a coin', { coins: { [OLD.eip155]: 1n } }],
    ['a token', { tokens: { [OLD.eip155]: 1n } }],
    ['lamports', { coins: { Old: 1n } }],
    ['a token of Solana', { accounts: { Old: [[1, 'MintA', '1']] } }],
  ] as const)('is something with the smallest unit of %s', async (_, chain) => {
    expect(hasLeft(await read(chain))).toBe(true);
  });

  it('is also what is at the smart accounts, where a network has them', async () => {
    const smart = (letter: string, chainId = 'eip155:1') => [{ chainId, network: 'Ethereum', address: `0x${letter.repeat(40)}` }];
    const wallets = { wallet: { ...OLD, smartAccounts: smart('d') }, other: { ...NEW, smartAccounts: smart('E') } };
    const oldSmart = `0x${'d'.repeat(40)}`;
    const found = await read({ coins: { [oldSmart]: 5n, [`0x${'E'.repeat(40)}`]: 10n ** 18n }, tokens: { [oldSmart]: 1n } }, wallets);
    expect(found[0]?.holdings).toEqual([
      { symbol: 'ETH', token: null, isSmart: false, amount: '0', otherAmount: '0', isLeft: false },
      { symbol: 'ETH', token: null, isSmart: true, amount: '0.000000000000000005', otherAmount: '1', isLeft: true },
      { symbol: 'USDC', token: USDC.address, isSmart: true, amount: '0.000001', otherAmount: '0', isLeft: true },
    ]);
    expect(hasLeft(found)).toBe(true);
    expect(hasLeft(await read({ tokens: { [oldSmart]: 1n } }, wallets))).toBe(true);
    // That of another network is none here.
    const onOtherNetwork = { wallet: { ...OLD, smartAccounts: smart('d', 'eip155:10') } };
    expect(hasLeft(await read({ coins: { [oldSmart]: 5n } }, onOtherNetwork))).toBe(false);
  });

  it('may be something on a network that does not respond, or sends no number', async () => {
    const nodes = nodesOf(NOTHING);
    for (const fault of [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => null,
      async () => 'many',
      async () => ({ value: {} }),
    ]) {
      const found = await read({}, { call: (network, ...rest) => (network === solana ? fault() : nodes(network, ...rest)) });
      expect(found.map(({ network, holdings }) => [network, holdings === null])).toEqual([
        ['Ethereum', false],
        ['Solana', true],
      ]);
      expect(hasLeft(found)).toBe(true);
    }
  });

  it('is read without another wallet, and a token whose contract is not there counts as none', async () => {
    const found = await read(
      { coins: { [OLD.eip155]: 1n } },
      {
        other: null,
        networks: [ethereum],
        call: async (_, method) => (method === 'eth_call' ? '0x' : '0x1'),
      },
    );
    expect(found).toEqual([
      {
        network: 'Ethereum',
        holdings: [{ symbol: 'ETH', token: null, isSmart: false, amount: '0.000000000000000001', otherAmount: null, isLeft: true }],
      },
    ]);
  });
});
