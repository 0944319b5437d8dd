import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { loggedChanges } from '../../../../domain/send/logged-changes.js';

const CHAIN = toChainId('eip155:1');
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const OWN = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0xde709f2102306220921060314715629080e2fb77';
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const word = (value: string | bigint): string =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).toLowerCase().padStart(64, '0')}`;
const transfer = (address: string, from: string, to: string, amount: bigint) => ({
  ...{ address, topics: [TRANSFER, word(from), word(to)], data: word(amount), blockNumber: '0x1' },
});
const changes = (...logs: readonly unknown[]) => loggedChanges(logs, CHAIN, OWN);

describe('the changes that a simulation logs', () => {
  it('are sums of the coin, of tokens and of NFTs', () => {
    const nft = { address: TOKEN, topics: [TRANSFER, word(OTHER), word(OWN), word(9n)], data: '0x' };
    expect(
      changes(
        transfer(COIN, OWN, OTHER, 5n),
        transfer(TOKEN, OTHER, OWN, 3n),
        transfer(TOKEN, OTHER, OWN, 4n),
        nft,
        transfer(TOKEN, OTHER, OTHER, 8n),
      ),
    ).toEqual([
      { asset: null, value: -5n },
      { asset: `eip155:1/erc20:${TOKEN}`, value: 7n },
      { asset: `eip155:1/erc721:${TOKEN}/9`, value: 1n },
    ]);
  });

  it('leave out what comes and goes, and what goes to oneself', () => {
    expect(changes(transfer(TOKEN, OWN, OTHER, 5n), transfer(TOKEN, OTHER, OWN, 5n), transfer(COIN, OWN, OWN, 5n))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['other logs', { ...transfer(TOKEN, OWN, OTHER, 5n), topics: [word(1n), word(OWN), word(OTHER)] }],
    ['logs without addresses', { ...transfer(TOKEN, OWN, OTHER, 5n), topics: [TRANSFER] }],
    ['malformed amounts', { ...transfer(TOKEN, OWN, OTHER, 5n), data: '0x5' }],
    ['malformed contracts', { ...transfer(TOKEN, OWN, OTHER, 5n), address: 'token' }],
    ['what is no log', null],
  ])('ignore %s', (_, log) => {
    expect(changes(log, transfer(TOKEN, OWN, OTHER, 2n))).toEqual([{ asset: `eip155:1/erc20:${TOKEN}`, value: -2n }]);
  });
});
