import { describe, expect, it } from 'vitest';
import { nodeUrls } from '../../../../adapters/polkadot/sdk/node-urls.js';
import { checkTransfer, readSubmitError } from '../../../../adapters/polkadot/sdk/polkadot-reader.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

const CHAIN_ID = `polkadot:${SANDBOX_CHAIN}`;

describe('readSubmitError', () => {
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
  ])('maps "%s" to %s', (message, code) => {
    const outcome = readSubmitError(new Error(message), { chainId: CHAIN_ID, fee: 1n, balance: 2n });
    expect(isLatchkeyError(outcome) && outcome.code).toBe(code);
  });

  it('detects an already imported extrinsic and a lost connection', () => {
    const context = { chainId: CHAIN_ID, fee: 1n, balance: 2n };
    expect(readSubmitError(new Error('1013: Transaction is already imported'), context)).toBe('already-imported');
    expect(readSubmitError(new Error('disconnected from ws://127.0.0.1:1: 1006:: Abnormal Closure'), context)).toBe('no-response');
    expect(readSubmitError('nonsense', context)).toBe('no-response');
  });
});

describe('checkTransfer', () => {
  const account = { reserved: 0n, frozen: 0n, existentialDeposit: 10n, mustKeepAlive: false };
  const check = (
    free: bigint,
    value: bigint,
    overrides: { readonly mustKeepAlive?: boolean; readonly all?: boolean; readonly recipientFree?: bigint } = {},
  ) => {
    const { mustKeepAlive = false, all = false, recipientFree = 100n } = overrides;
    const sender = { ...account, free, mustKeepAlive, transferable: mustKeepAlive ? free - 10n : free };
    const recipient = { ...account, free: recipientFree, transferable: recipientFree };
    const request = { from: toAccountId(`${CHAIN_ID}:a`), to: 'b', value, all };
    try {
      checkTransfer({ chainId: CHAIN_ID, request, fee: 5n, sender, recipient });
      return 'fine';
    } catch (error) {
      if (isLatchkeyError(error, 'send/existential-deposit')) return error.context.account;
      return isLatchkeyError(error) ? error.code : String(error);
    }
  };

  it('keeps the sender’s existential deposit, or reaps the account', () => {
    expect([check(115n, 100n), check(114n, 100n), check(104n, 100n), check(99n, 100n)]).toEqual([
      'fine',
      'sender',
      'send/insufficient-fee-funds',
      'send/above-balance',
    ]);
    expect([check(6n, 0n, { all: true }), check(5n, 0n, { all: true })]).toEqual(['fine', 'send/insufficient-fee-funds']);
  });

  it('never reaps an account that must be kept alive', () => {
    expect([check(115n, 100n, { mustKeepAlive: true }), check(114n, 100n, { mustKeepAlive: true })]).toEqual([
      'fine',
      'send/insufficient-fee-funds',
    ]);
    expect(check(15n, 0n, { mustKeepAlive: true, all: true })).toBe('send/insufficient-fee-funds');
  });

  it('requires the existential deposit for a new recipient', () => {
    expect([
      check(1000n, 10n, { recipientFree: 0n }),
      check(1000n, 9n, { recipientFree: 0n }),
      check(1000n, 9n, { recipientFree: 1n }),
    ]).toEqual(['fine', 'recipient', 'fine']);
  });
});

describe('nodeUrls', () => {
  it('keeps the order, prefers sockets on the same host, and appends the other sockets', () => {
    const network = polkadotNetwork(SANDBOX_CHAIN);
    const http = ['https://own.example/key', 'https://both.example'];
    const webSocket = ['wss://only.example', 'wss://BOTH.example/ws'];
    expect(nodeUrls({ ...network, rpcUrls: { ...network.rpcUrls, default: { http, webSocket } } })).toEqual([
      'https://own.example/key',
      'wss://BOTH.example/ws',
      'wss://only.example',
    ]);
    expect(nodeUrls({ ...network, rpcUrls: { ...network.rpcUrls, default: { http } } })).toEqual(http);
    // The app’s URLs come first, without duplicates.
    const appUrls = ['https://own.example/key', 'ws://mine.example', 'https://both.example'];
    expect(nodeUrls({ ...network, rpcUrls: { ...network.rpcUrls, default: { http, webSocket } } }, appUrls)).toEqual([
      'https://own.example/key',
      'ws://mine.example',
      'wss://BOTH.example/ws',
      'wss://only.example',
    ]);
  });
});
