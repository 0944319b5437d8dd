import type { ActivityItem, Operation, Transfer, TransferDirection } from '../../../../../domain/activity/activity-item.js';
import { type ChainId, toChainId } from '../../../../../domain/caip/caip-2.js';

/**
 * Histories with and without address poisoning, made from the patterns that are publicly described: transfers of nothing by `transferFrom`, dust from
 * vanity addresses, and tokens with the name of another. All addresses are made up.
 * @see https://arxiv.org/abs/2501.16681
 */

/** A transaction with its label. */
export interface LabelledItem {
  readonly isPoisoned: boolean;
  readonly pattern: string;
  readonly item: ActivityItem;
}

/** A labelled history of a user. */
export interface LabelledHistory {
  readonly name: string;
  readonly own: readonly string[];
  readonly items: readonly LabelledItem[];
  /** Addresses that the history proves the user to have sent to. */
  readonly recipients: readonly string[];
}

const HEX = '0123456789abcdef';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns another address that begins and ends like one. @param kept characters that are equal at its start, after `0x`, and at its end */
export const imitate = (address: string, shift = 5, kept: readonly [start: number, end: number] = [4, 4]): string => {
  const isHex = address.startsWith('0x');
  const [alphabet, prefix] = isHex ? [HEX, '0x'] : [BASE58, ''];
  const characters = [...address.slice(prefix.length)];
  const moved = characters.map((character, at) => {
    if (at < kept[0] || at >= characters.length - kept[1]) return character;
    const digit = alphabet.indexOf(isHex ? character.toLowerCase() : character);
    return alphabet[(digit + shift) % alphabet.length];
  });
  return `${prefix}${moved.join('')}`;
};

export const token = (symbol: string, direction: TransferDirection, quantity: string, valueUsd: number | null): Transfer => ({
  kind: 'fungible',
  name: symbol,
  symbol,
  direction,
  quantity,
  valueUsd,
  iconUrl: null,
});

const nft = (direction: TransferDirection, isSpam: boolean): Transfer => ({
  kind: 'nft',
  name: 'Claim at cats.example',
  direction,
  quantity: '1',
  valueUsd: null,
  previewUrl: null,
  isSpam,
});

type Row = readonly [
  label: 'poisoned' | 'honest',
  pattern: string,
  operation: Operation,
  from: string | null,
  to: string | null,
  ...Transfer[],
];

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);

/** Rows are oldest first; histories are newest first. */
const itemsOf = (chainId: ChainId, rows: readonly Row[]): readonly LabelledItem[] =>
  rows
    .map(([label, pattern, operation, sentFrom, sentTo, ...transfers], at) => ({
      isPoisoned: label === 'poisoned',
      pattern,
      item: {
        id: `${chainId} ${at}`,
        chainId,
        operation,
        status: 'confirmed' as const,
        hash: `0x${at}`,
        minedAtMs: START_MS + at * DAY_MS,
        sentFrom,
        sentTo,
        transfers,
      },
    }))
    .reverse();

const ETHEREUM = toChainId('eip155:1');
const POLYGON = toChainId('eip155:137');
const SOLANA = toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');

const ME = '0x7a3F1c9e5B8d2046A1e7C95b0D3f8E62c4B1d9A0';
const SECOND = '0x91bC04e7F2a85d36C0B9e1F47a2D8c5530E6fA7b';
const FRIEND = '0x4f2a91C7D6e80b35AcE19f7042dB86a35E0C7d11';
const SHOP = '0xb8E3507cA9d14F26E80Bc7351f9dA4e268507C3f';
const EXCHANGE = '0x28C6a04D1f7b9E35c02d8A6e4F137bC95d0E8a42';
const ROUTER = '0x68b3d5A7c9E1F20463b8D7f5a1C3e90246B8d7F5';
const USDT_CONTRACT = '0xd4C17fA8e2b69053C4d8A1e7F5b3029cE6dA8f47';
const ATTACKER = '0xE05a7c93d1B8f64e20A9c5D7b3F18e6402dC9b75';

const TRANSFERS_OF_NOTHING: LabelledHistory = {
  name: 'transfers of nothing on Ethereum',
  own: [ME],
  recipients: [FRIEND, SHOP],
  items: itemsOf(ETHEREUM, [
    ['honest', 'funds from an exchange', 'receive', EXCHANGE, ME, token('USDT', 'in', '5000', 5_000)],
    ['honest', 'a transfer to a friend', 'send', ME, FRIEND, token('USDT', 'out', '1200', 1_200)],
    ['poisoned', 'transferFrom of nothing, as parties of the transfer', 'send', ME, imitate(FRIEND), token('USDT', 'out', '0', 0)],
    ['poisoned', 'the same with decimals', 'send', ME, imitate(FRIEND, 3), token('USDT', 'out', '0.000000', 0)],
    ['poisoned', 'the same without a price', 'send', ME, imitate(FRIEND, 7), token('USDT', 'out', '0', null)],
    ['poisoned', 'the same, as parties of the transaction', 'execute', ATTACKER, USDT_CONTRACT, token('USDT', 'out', '0', 0)],
    ['poisoned', 'the same of two tokens', 'execute', ATTACKER, ROUTER, token('USDT', 'out', '0', 0), token('USDC', 'out', '0', 0)],
    ['poisoned', 'the same without a recipient', 'execute', ATTACKER, null, token('USDC', 'out', '0.00', null)],
    ['honest', 'a payment', 'send', ME, SHOP, token('USDC', 'out', '45.5', 45.5)],
    ['poisoned', 'with six equal characters at both ends', 'send', ME, imitate(SHOP, 9, [6, 6]), token('USDC', 'out', '0', 0)],
    ['poisoned', 'an address in lower case', 'send', ME, imitate(SHOP, 11).toLowerCase(), token('USDC', 'out', '0', 0)],
    ['poisoned', 'nothing received from an imitation', 'receive', imitate(FRIEND, 2), ME, token('USDT', 'in', '0', 0)],
    ['poisoned', 'a coin transfer of nothing, which lists no transfer', 'receive', imitate(FRIEND, 6), ME],
    ['honest', 'a test transfer of nothing to the friend', 'send', ME, FRIEND, token('USDT', 'out', '0', 0)],
    ['honest', 'an approval', 'approve', ME, USDT_CONTRACT],
    ['honest', 'the harvest of a vault without rewards', 'claim', ME, ROUTER, token('USDC', 'in', '0', 0)],
    ['honest', 'the second payment', 'send', ME, SHOP, token('USDC', 'out', '12', 12)],
  ]),
};

const DUST: LabelledHistory = {
  name: 'dust on Polygon',
  own: [ME, SECOND],
  recipients: [FRIEND],
  items: itemsOf(POLYGON, [
    ['honest', 'a transfer to a friend', 'send', ME, FRIEND, token('POL', 'out', '900', 450)],
    ['poisoned', 'dust of the coin', 'receive', imitate(FRIEND), ME, token('POL', 'in', '0.0001', 0.00005)],
    ['poisoned', 'dust of a dollar token', 'receive', imitate(FRIEND, 4), ME, token('USDC', 'in', '0.000001', 0.000001)],
    ['poisoned', 'a cent from an imitation', 'receive', imitate(FRIEND, 8), ME, token('USDT', 'in', '0.01', 0.01)],
    [
      'poisoned',
      'dust of two tokens',
      'receive',
      imitate(FRIEND, 1),
      ME,
      token('POL', 'in', '0.01', 0.005),
      token('USDC', 'in', '0.1', 0.1),
    ],
    ['poisoned', 'dust with a spam NFT', 'receive', imitate(FRIEND, 12), ME, token('POL', 'in', '0.01', 0.005), nft('in', true)],
    ['poisoned', 'an NFT from an imitation', 'receive', imitate(FRIEND, 13), ME, nft('in', false)],
    [
      'poisoned',
      "dust from an imitation of the user's second account",
      'receive',
      imitate(SECOND),
      ME,
      token('POL', 'in', '0.001', 0.0005),
    ],
    ['poisoned', "dust from an imitation of the user's own account", 'receive', imitate(ME), ME, token('POL', 'in', '0.001', 0.0005)],
    ['honest', "dust from the user's second account", 'receive', SECOND, ME, token('POL', 'in', '0.001', 0.0005)],
    ['honest', 'dust to the second account', 'send', ME, SECOND.toLowerCase(), token('POL', 'out', '0.001', 0.0005)],
    ['honest', 'a self-transfer of nothing', 'send', ME, ME, token('POL', 'self', '0', 0)],
    ['honest', 'change from the friend', 'receive', FRIEND, ME, token('POL', 'in', '0.1', 0.05)],
    ['honest', 'a payout of an exchange below a dollar', 'receive', EXCHANGE, ME, token('POL', 'in', '0.5', 0.25)],
    ['honest', 'a second payout', 'receive', EXCHANGE, ME, token('USDC', 'in', '0.03', 0.03)],
    [
      'honest',
      'dust from an address that begins like the friend',
      'receive',
      imitate(FRIEND, 5, [8, 0]),
      ME,
      token('POL', 'in', '0.1', 0.05),
    ],
    [
      'honest',
      'dust from an address that ends like the friend',
      'receive',
      imitate(FRIEND, 5, [0, 8]),
      ME,
      token('POL', 'in', '0.1', 0.05),
    ],
    ['honest', 'dust with three equal characters at the end', 'receive', imitate(FRIEND, 5, [4, 3]), ME, token('POL', 'in', '0.1', 0.05)],
    ['honest', 'spam that imitates no address', 'receive', ATTACKER, ME, nft('in', true)],
  ]),
};

const FAKE_TOKENS: LabelledHistory = {
  name: 'fake tokens on Ethereum',
  own: [ME],
  recipients: [FRIEND, SHOP, EXCHANGE],
  items: itemsOf(ETHEREUM, [
    ['honest', 'a transfer to a friend', 'send', ME, FRIEND, token('USDC', 'out', '2500', 2_500)],
    ['poisoned', 'a fake with the same symbol and amount', 'send', ME, imitate(FRIEND), token('USDC', 'out', '2500', null)],
    ['poisoned', 'a fake with a Cyrillic letter', 'send', ME, imitate(FRIEND, 3), token('USD\u0421', 'out', '2500', null)],
    ['poisoned', 'a fake with a price of its own', 'send', ME, imitate(FRIEND, 6), token('USD\u0421', 'out', '2500', 2_500)],
    ['poisoned', 'a fake coin with a Cyrillic letter and a price', 'receive', imitate(FRIEND, 9), ME, token('E\u0422H', 'in', '1', 2_000)],
    ['poisoned', 'a fake in full-width letters', 'receive', imitate(FRIEND, 10), ME, token('ＵＳＤＣ', 'in', '2500', 2_500)],
    ['poisoned', 'a fake of 36 decimals', 'send', ME, imitate(FRIEND, 2), token('USDC', 'out', `0.${'0'.repeat(35)}1`, null)],
    ['honest', 'a payment with the coin', 'send', ME, SHOP, token('ETH', 'out', '0.2', 400)],
    ['poisoned', 'a fake of the coin', 'send', ME, imitate(SHOP), token('ETH', 'out', '0.2', null)],
    [
      'poisoned',
      'fakes of two tokens at once',
      'send',
      ME,
      imitate(SHOP, 7),
      token('ETH', 'out', '1', null),
      token('USDC', 'out', '1', null),
    ],
    ['honest', 'the transfer that deceived the user', 'send', ME, imitate(SHOP, 7), token('ETH', 'out', '0.3', 600)],
    ['poisoned', 'dust from the address that deceived the user', 'receive', imitate(SHOP, 7), ME, token('ETH', 'in', '0.0000001', 0.0002)],
    ['honest', 'a token without a price from a stranger', 'receive', ATTACKER, ME, token('AIRDROP', 'in', '1000', null)],
    ['honest', 'an airdrop of a listed token', 'receive', ROUTER, ME, token('UNI', 'in', '0.1', 0.7)],
    ['honest', 'a listed token with an accent', 'receive', ROUTER, ME, token('MÖRK', 'in', '3', 9)],
    ['honest', 'a swap', 'trade', ME, ROUTER, token('ETH', 'out', '1', 2_000), token('USDC', 'in', '1995', 1_995)],
    ['honest', 'a swap into a token without a price', 'trade', ME, ROUTER, token('ETH', 'out', '0.1', 200), token('NEW', 'in', '7', null)],
    ['honest', 'a token without a price to the friend', 'send', ME, FRIEND, token('CLUB', 'out', '3', null)],
    ['honest', 'a deposit of less than a dollar', 'send', ME, EXCHANGE, token('ETH', 'out', '0.0002', 0.4)],
    [
      'honest',
      'an order that a solver settles',
      'trade',
      ATTACKER,
      ROUTER,
      token('USDC', 'out', '100', 100),
      token('ETH', 'in', '0.05', 100),
    ],
    [
      'honest',
      'a reward that a relayer delivers',
      'execute',
      ATTACKER,
      ROUTER,
      token('ETH', 'out', '0', 0),
      token('CLUB', 'in', '5', null),
    ],
    ['honest', 'real money from an address that looks like the friend', 'receive', imitate(FRIEND, 14), ME, token('USDC', 'in', '80', 80)],
    ['honest', 'minted', 'mint', `0x${'0'.repeat(40)}`, ME, nft('in', false)],
  ]),
};

const SOL_ME = '9vMJfxuKxXBoEa7rM12mYLMwTacLMLDJqHozw96WQL8i';
const SOL_FRIEND = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA';
const SOL_SHOP = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy';
const SOL_EXCHANGE = '2AQdpHJ2JpcEgPiATUXjQxA8QmafFegfQwSLWSprPicm';
const SOL_ATTACKER = 'HgLf1MpVSjMGCBXAkp3ypFmUV4RBVA6FpJFpPUqJUsXz';

const SOLANA_DUST: LabelledHistory = {
  name: 'dust and fakes on Solana',
  own: [SOL_ME],
  recipients: [SOL_FRIEND, SOL_SHOP],
  items: itemsOf(SOLANA, [
    ['honest', 'a transfer to a friend', 'send', SOL_ME, SOL_FRIEND, token('SOL', 'out', '12', 1_800)],
    ['poisoned', 'one lamport', 'receive', imitate(SOL_FRIEND), SOL_ME, token('SOL', 'in', '0.000000001', 0.00000015)],
    ['poisoned', 'ten thousand lamports', 'receive', imitate(SOL_FRIEND, 9), SOL_ME, token('SOL', 'in', '0.00001', 0.0015)],
    ['poisoned', 'without a price', 'receive', imitate(SOL_FRIEND, 13), SOL_ME, token('SOL', 'in', '0.00001', null)],
    ['poisoned', 'a token transfer of nothing', 'receive', imitate(SOL_FRIEND, 21), SOL_ME, token('USDC', 'in', '0', 0)],
    ['poisoned', 'a fake token', 'receive', imitate(SOL_FRIEND, 30), SOL_ME, token('USDC', 'in', '1800', null)],
    ['poisoned', 'a fake token with a Cyrillic letter', 'receive', imitate(SOL_FRIEND, 31), SOL_ME, token('\u0405OL', 'in', '12', 1_800)],
    [
      'poisoned',
      'with other letter case at the ends',
      'receive',
      `4FyN${imitate(SOL_FRIEND, 17).slice(4, -4)}pYVa`,
      SOL_ME,
      token('SOL', 'in', '0.00001', 0.001),
    ],
    ['honest', 'a payment', 'send', SOL_ME, SOL_SHOP, token('USDC', 'out', '30', 30)],
    ['poisoned', 'dust from an imitation of the shop', 'receive', imitate(SOL_SHOP), SOL_ME, token('USDC', 'in', '0.0001', 0.0001)],
    ['poisoned', 'a compressed NFT from an imitation', 'receive', imitate(SOL_SHOP, 8), SOL_ME, nft('in', true)],
    ['poisoned', "dust from an imitation of the user's account", 'receive', imitate(SOL_ME), SOL_ME, token('SOL', 'in', '0.00001', 0.001)],
    ['honest', 'dust from a stranger', 'receive', SOL_ATTACKER, SOL_ME, token('SOL', 'in', '0.00001', 0.001)],
    ['honest', 'change from the friend', 'receive', SOL_FRIEND, SOL_ME, token('SOL', 'in', '0.001', 0.15)],
    ['honest', 'a payout of an exchange below a dollar', 'receive', SOL_EXCHANGE, SOL_ME, token('USDC', 'in', '0.4', 0.4)],
    ['honest', 'an airdrop of a listed token', 'receive', SOL_EXCHANGE, SOL_ME, token('JUP', 'in', '0.5', 0.3)],
    [
      'honest',
      'dust from an address that begins like the friend',
      'receive',
      imitate(SOL_FRIEND, 5, [6, 0]),
      SOL_ME,
      token('SOL', 'in', '0.00001', 0.001),
    ],
    [
      'honest',
      'dust from an address that ends like the shop',
      'receive',
      imitate(SOL_SHOP, 5, [0, 6]),
      SOL_ME,
      token('SOL', 'in', '0.00001', 0.001),
    ],
    ['honest', 'a self-transfer', 'send', SOL_ME, SOL_ME, token('SOL', 'self', '0', 0)],
    ['honest', 'the rent of a closed account', 'receive', null, SOL_ME, token('SOL', 'in', '0.00203928', 0.3)],
    ['honest', 'a vote without transfers', 'execute', SOL_ME, null],
  ]),
};

/** Symbols of listed tokens. */
export const LISTED_SYMBOLS: readonly string[] = ['ETH', 'POL', 'SOL', 'USDC', 'USDT', 'UNI', 'JUP', 'MÖRK'];

export const POISONED_HISTORIES: readonly LabelledHistory[] = [TRANSFERS_OF_NOTHING, DUST, FAKE_TOKENS, SOLANA_DUST];
