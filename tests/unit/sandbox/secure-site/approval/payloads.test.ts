import { hexToBytes } from '@noble/hashes/utils.js';
import { hashMessage, parseTransaction, recoverTransactionAddress, type TransactionSerializedEIP1559 } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { ApprovalRequest, EvmTransaction } from '../../../../../sandbox/secure-site/approval/approval-request.js';
import { approvalDigest, payloadsOf } from '../../../../../sandbox/secure-site/approval/payloads.js';
import { evmSignature, signedTransaction } from '../../../../../sandbox/secure-site/approval/respond.js';
import { solanaTransfer } from './solana-transfer.js';

const KEY = `0x${'11'.repeat(32)}` as const;
const { address } = privateKeyToAccount(KEY);
const CHAIN = { chainId: 'eip155:1', address };
const TRANSACTION: EvmTransaction = {
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: 5n,
  data: '0x',
  nonce: 0,
  gas: 21_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
};
const REQUEST: ApprovalRequest = { ...CHAIN, kind: 'evm-transaction', transaction: TRANSACTION };

const digestOf = (request: ApprovalRequest) => approvalDigest(request, payloadsOf(request));
/** As the worker signs: r, s and the recovery bit. */
const signAsWorker = async (digest: Uint8Array): Promise<Uint8Array> => {
  const { r, s, yParity } = await sign({ hash: `0x${Buffer.from(digest).toString('hex')}`, privateKey: KEY });
  return Uint8Array.of(...hexToBytes(r.slice(2)), ...hexToBytes(s.slice(2)), yParity ?? 0);
};

describe('the payload', () => {
  it('of a message is the hash of EIP-191', () => {
    const [payload] = payloadsOf({ ...CHAIN, kind: 'evm-message', message: '0x4869' });
    expect(`0x${Buffer.from(payload!).toString('hex')}`).toBe(hashMessage('Hi'));
  });

  it('of a transaction is what a node recovers the sender from', async () => {
    const [payload] = payloadsOf(REQUEST);
    const signed = signedTransaction('eip155:1', TRANSACTION, await signAsWorker(payload!));
    // `signedTransaction` returns one of EIP-1559.
    expect(await recoverTransactionAddress({ serializedTransaction: signed as TransactionSerializedEIP1559 })).toBe(address);
    expect(parseTransaction(signed)).toMatchObject({ chainId: 1, value: 5n, gas: 21_000n });
  });

  it('of a Solana transaction is its message', () => {
    const bytes = solanaTransfer(1n);
    const request = { chainId: 'solana:x', address: 'a', kind: 'solana-transactions', transactions: [bytes], sends: true } as const;
    expect(payloadsOf(request)).toEqual([bytes.slice(65)]);
  });

  it('of malformed typed data is refused', () => {
    const json = JSON.stringify({ types: { A: [{ name: 'x', type: 'uint256' }] }, primaryType: 'A', message: { x: 'no number' } });
    expect(() => payloadsOf({ ...CHAIN, kind: 'evm-typed-data', json })).toThrow('malformed');
  });
});

describe('the digest that the window answers with', () => {
  it('changes with each member of a transaction', async () => {
    const changes: readonly Partial<EvmTransaction>[] = [
      { to: null },
      { value: 6n },
      { data: '0x00' },
      { nonce: 1 },
      { gas: 1n },
      { maxFeePerGas: 11n },
      { maxPriorityFeePerGas: 2n },
    ];
    const requests = [REQUEST, { ...REQUEST, chainId: 'eip155:137' }, { ...REQUEST, address: '0x1' }];
    const changed = changes.map((change): ApprovalRequest => ({ ...REQUEST, transaction: { ...TRANSACTION, ...change } }));
    const digests = await Promise.all([...requests, ...changed].map(digestOf));
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('a signature of eip155', () => {
  it('has 27 or 28 at its end', () => {
    const bytes = (bit: number) => Uint8Array.of(...new Uint8Array(64), bit);
    expect(evmSignature(bytes(0))).toBe(`0x${'00'.repeat(64)}1b`);
    expect(evmSignature(bytes(1))).toBe(`0x${'00'.repeat(64)}1c`);
  });
});
