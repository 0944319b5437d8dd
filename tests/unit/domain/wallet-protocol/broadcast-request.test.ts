import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import {
  type BroadcastRequest,
  broadcastHashOf,
  readStoredBroadcastRequest,
  requestedTransaction,
  toStoredBroadcastRequest,
} from '../../../../domain/wallet-protocol/broadcast-request.js';

const MAINNET = 'eip155:1';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182';
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x2222222222222222222222222222222222222222';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const KEY = '8ZU8yR1zKPYKPYkSPLFCG9EyFkMEp5JBrVUNcU9nXsUA';
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const OPAQUE = { to: '', value: null, asset: null };

const requested = (chainId: string, method: string, params: unknown) =>
  requestedTransaction({ chainId, request: { method, params } }, 7_000);

describe('requestedTransaction', () => {
  it.each([
    [
      MAINNET,
      'eth_sendTransaction',
      [{ from: FROM, to: TO, value: '0x5' }],
      { from: `${MAINNET}:${FROM}`, to: TO, value: 5n, asset: null },
    ],
    [
      MAINNET,
      'eth_sendTransaction',
      [{ from: FROM, to: TOKEN, value: '0x0', data: `0xa9059cbb${TO.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}` }],
      { from: `${MAINNET}:${FROM}`, to: TO, value: 7n, asset: `${MAINNET}/erc20:${TOKEN}` },
    ],
    [MAINNET, 'eth_sendTransaction', [{ from: FROM, to: TO, data: '0x1234' }], { to: TO, value: 0n, asset: null }],
    [MAINNET, 'eth_sendTransaction', [{ from: FROM, data: '0x6000' }], { to: '', value: 0n }],
    [MAINNET, 'wallet_sendCalls', [{ from: FROM, chainId: '0x89', calls: [] }], { from: `eip155:137:${FROM}`, kind: 'calls', ...OPAQUE }],
    [MAINNET, 'wallet_sendCalls', [{ from: FROM, calls: [] }], { from: `${MAINNET}:${FROM}`, kind: 'calls' }],
    [MAINNET, 'eth_sendUserOperation', [{ sender: FROM }, TO], { from: `${MAINNET}:${FROM}`, kind: 'user-operation', ...OPAQUE }],
    [SOLANA, 'solana_signAndSendTransaction', { transaction: 'AQ==', pubkey: KEY }, { from: `${SOLANA}:${KEY}`, ...OPAQUE }],
    [
      BITCOIN,
      'sendTransfer',
      { account: ADDRESS, recipientAddress: 'bc1qother', amount: '20000' },
      { from: `${BITCOIN}:${ADDRESS}`, to: 'bc1qother', value: 20_000n, asset: null },
    ],
    [BITCOIN, 'signPsbt', { account: ADDRESS, psbt: 'cHNidP8', broadcast: true }, { from: `${BITCOIN}:${ADDRESS}`, ...OPAQUE }],
  ])('reads a request on %s for %s', (chainId, method, params, expected) => {
    const [namespace] = chainId.split(':');
    expect(requested(chainId, method, params)).toMatchObject({ namespace, kind: 'transaction', ...expected });
  });

  it.each([
    [MAINNET, 'personal_sign', ['0x00', FROM]],
    [SOLANA, 'solana_signTransaction', { transaction: 'AQ==', pubkey: KEY }],
    [SOLANA, 'solana_signAllTransactions', { transactions: ['AQ=='], pubkey: KEY }],
    [BITCOIN, 'signPsbt', { account: ADDRESS, psbt: 'cHNidP8', broadcast: false }],
    [POLKADOT, 'polkadot_signTransaction', { address: KEY, transactionPayload: {} }],
    [MAINNET, 'toString', []],
    // Without an account, or on a chain of no known namespace, nothing could be followed.
    [MAINNET, 'eth_sendTransaction', [{ to: TO }]],
    [MAINNET, 'eth_sendTransaction', [{ from: 'not an address', to: TO }]],
    [MAINNET, 'eth_sendTransaction', null],
    ['cosmos:hub', 'eth_sendTransaction', [{ from: FROM }]],
  ])('ignores a request on %s for %s that broadcasts nothing: %j', (chainId, method, params) => {
    expect(requested(chainId, method, params)).toBeNull();
  });
});

describe('a requested Solana transaction', () => {
  /** A transaction with an instruction of the system program: 4 advances a nonce. */
  const transactionWith = (instruction: number): string => {
    const keys = [1, 2, 3, 0].flatMap((byte) => Array.from({ length: 32 }, () => byte));
    const message = [1, 0, 2, 4, ...keys, ...new Uint8Array(32).fill(9), 1, 3, 3, 1, 2, 0, 4, instruction, 0, 0, 0];
    return base64.encode(Uint8Array.from([1, ...new Uint8Array(64), ...message]));
  };

  it.each([
    ['a recent blockhash: since when it can be in the network', transactionWith(2), 'recent@7000ms'],
    ['a durable nonce', transactionWith(4), 'nonce'],
    ['invalid bytes', 'AQ==', null],
    ['no bytes', undefined, null],
  ])('is stored with how long it is valid: %s', (_, transaction, trace) => {
    expect(requested(SOLANA, 'solana_signAndSendTransaction', { transaction, pubkey: KEY })).toMatchObject({ trace });
  });
});

describe('broadcastHashOf', () => {
  const hash = `0x${'7'.repeat(64)}`;
  const txid = 'a'.repeat(64);
  const signature = base58.encode(new Uint8Array(64).fill(7));

  it.each([
    ['eth_sendTransaction', hash, hash],
    ['wallet_sendCalls', { id: '0xba7c4' }, '0xba7c4'],
    ['wallet_sendCalls', '0xba7c4', '0xba7c4'],
    ['solana_signAndSendTransaction', { signature }, signature],
    ['sendTransfer', { txid: txid.toUpperCase() }, txid],
    ['signPsbt', { psbt: 'cHNidP8', txid }, txid],
    ['eth_sendTransaction', '0x1', null],
    ['wallet_sendCalls', { id: '' }, null],
    ['solana_signAndSendTransaction', { signature: '1111' }, null],
    ['sendTransfer', txid, null],
    ['signPsbt', { psbt: 'cHNidP8' }, null],
    ['personal_sign', hash, null],
  ])('reads the result of %s: %j', (method, result, expected) => {
    expect(broadcastHashOf(method, result)).toBe(expected);
  });
});

describe('a stored request', () => {
  it('survives a store that serializes to JSON, and contains only what identifies it', () => {
    const params = [{ from: FROM, to: TO, value: '0x5', data: '0x1234' }];
    const transaction = requested(MAINNET, 'eth_sendTransaction', params);
    if (transaction === null) throw new Error('The request is not read');
    const request: BroadcastRequest = { id: 1, topic: 'ab', method: 'eth_sendTransaction', transaction, expiry: 2 };
    const stored: unknown = JSON.parse(JSON.stringify(toStoredBroadcastRequest(request)));
    expect(readStoredBroadcastRequest(stored)).toEqual(request);
    expect(JSON.stringify(stored)).not.toContain('0x1234');
    expect(readStoredBroadcastRequest({ ...Object(stored), topic: '' })).toBeNull();
    expect(readStoredBroadcastRequest(undefined)).toBeNull();
  });

  it('of an earlier version has a kind', () => {
    const transaction = { chainId: MAINNET, from: `${MAINNET}:${FROM}`, isBatch: true, to: '', value: null, asset: null, trace: null };
    const stored = { id: 1, topic: 'ab', method: 'wallet_sendCalls', transaction, expiry: 2 };
    expect(readStoredBroadcastRequest(stored)?.transaction).toEqual({
      ...{ namespace: 'eip155', kind: 'calls', purpose: 'batch', chainId: MAINNET, from: `${MAINNET}:${FROM}` },
      ...{ to: '', value: null, asset: null, trace: null },
    });
  });
});
