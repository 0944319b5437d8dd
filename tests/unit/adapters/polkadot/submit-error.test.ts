import { describe, expect, it } from 'vitest';
import { nodeUrls } from '../../../../adapters/polkadot/sdk/node-urls.js';
import { checkTransfer, readSubmitError } from '../../../../adapters/polkadot/sdk/polkadot-reader.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

const CHAIN_ID = `polkadot:${SANDBOX_CHAIN}`;

describe('what a node says to a broadcast', () => {
  it.each([
    ['1010: {"invalid":{"stale":null}}', 'send/nonce-too-low'],
    ['1010: Invalid Transaction: Transaction is outdated', 'send/nonce-too-low'],
    ['1014: Priority is too low: (10 vs 10): The transaction has too low priority', 'send/nonce-too-low'],
    ['1010: Invalid Transaction: Transaction has an ancient birth block', 'send/expired'],
    ['1010: {"invalid":{"ancientBirthBlock":null}}', 'send/expired'],
    ['1010: Invalid Transaction: Inability to pay some fees , e.g. account balance too low', 'send/insufficient-fee-funds'],
    ['1010: {"invalid":{"payment":null}}', 'send/insufficient-fee-funds'],
    ['1010: Invalid Transaction: Transaction has a bad signature', 'send/refused'],
    ['-32601: Method not found', 'send/refused'],
  ])('reads "%s" as %s', (message, code) => {
    const outcome = readSubmitError(new Error(message), { chainId: CHAIN_ID, fee: 1n, balance: 2n });
    expect(isLatchkeyError(outcome) && outcome.code).toBe(code);
  });

  it('takes one that the node has already for sent, and silence for nothing said', () => {
    const facts = { chainId: CHAIN_ID, fee: 1n, balance: 2n };
    expect(readSubmitError(new Error('1013: Transaction is already imported'), facts)).toBe('known');
    expect(readSubmitError(new Error('disconnected from ws://127.0.0.1:1: 1006:: Abnormal Closure'), facts)).toBe('lost');
    expect(readSubmitError('nonsense', facts)).toBe('lost');
  });
});

describe('judging a transfer', () => {
  const account = { reserved: 0n, frozen: 0n, existentialDeposit: 10n, mustStay: false };
  const judge = (
    free: bigint,
    value: bigint,
    more: { readonly mustStay?: boolean; readonly all?: boolean; readonly theirs?: bigint } = {},
  ) => {
    const { mustStay = false, all = false, theirs = 100n } = more;
    const sender = { ...account, free, mustStay, transferable: mustStay ? free - 10n : free };
    const recipient = { ...account, free: theirs, transferable: theirs };
    const request = { from: toAccountId(`${CHAIN_ID}:a`), to: 'b', value, all };
    try {
      checkTransfer({ chainId: CHAIN_ID, request, fee: 5n, sender, recipient });
      return 'fine';
    } catch (error) {
      if (isLatchkeyError(error, 'send/existential-deposit')) return error.context.account;
      return isLatchkeyError(error) ? error.code : String(error);
    }
  };

  it('lets an account keep the existential deposit, or end', () => {
    expect([judge(115n, 100n), judge(114n, 100n), judge(104n, 100n), judge(99n, 100n)]).toEqual([
      'fine',
      'sender',
      'send/insufficient-fee-funds',
      'send/above-balance',
    ]);
    expect([judge(6n, 0n, { all: true }), judge(5n, 0n, { all: true })]).toEqual(['fine', 'send/insufficient-fee-funds']);
  });

  it('does not let an account end that something holds on to', () => {
    expect([judge(115n, 100n, { mustStay: true }), judge(114n, 100n, { mustStay: true })]).toEqual(['fine', 'send/insufficient-fee-funds']);
    expect(judge(15n, 0n, { mustStay: true, all: true })).toBe('send/insufficient-fee-funds');
  });

  it('lets a recipient begin with the existential deposit', () => {
    expect([judge(1000n, 10n, { theirs: 0n }), judge(1000n, 9n, { theirs: 0n }), judge(1000n, 9n, { theirs: 1n })]).toEqual([
      'fine',
      'recipient',
      'fine',
    ]);
  });
});

describe('where a network is read', () => {
  it('is in the order of its addresses, by socket where the same host has one, then by the other sockets', () => {
    const network = polkadotNetwork(SANDBOX_CHAIN);
    const http = ['https://own.example/key', 'https://both.example'];
    const webSocket = ['wss://only.example', 'wss://BOTH.example/ws'];
    expect(nodeUrls({ ...network, rpcUrls: { ...network.rpcUrls, default: { http, webSocket } } })).toEqual([
      'https://own.example/key',
      'wss://BOTH.example/ws',
      'wss://only.example',
    ]);
    expect(nodeUrls({ ...network, rpcUrls: { ...network.rpcUrls, default: { http } } })).toEqual(http);
    // What the host says of all networks comes first, each address once.
    const host = ['https://own.example/key', 'ws://mine.example', 'https://both.example'];
    expect(nodeUrls({ ...network, rpcUrls: { ...network.rpcUrls, default: { http, webSocket } } }, host)).toEqual([
      'https://own.example/key',
      'ws://mine.example',
      'wss://BOTH.example/ws',
      'wss://only.example',
    ]);
  });
});
