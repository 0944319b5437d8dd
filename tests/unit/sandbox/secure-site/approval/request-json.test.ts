import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../../../../sandbox/secure-site/approval/approval-request.js';
import { formatRequest, parseRequest } from '../../../../../sandbox/secure-site/approval/request-json.js';

const account = { chainId: 'eip155:1', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };
const transaction = {
  to: account.address,
  value: 10n ** 30n,
  data: '0x',
  nonce: 7,
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 0n,
};

const operation = {
  nonce: 3n,
  calls: [{ to: account.address, value: 10n ** 20n, data: '0x12' }],
  deployment: { factory: account.address, data: '0x34' },
  callGas: 1n,
  verificationGas: 2n,
  preVerificationGas: 3n,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 5n,
  paymaster: { address: account.address, data: '0x56', verificationGas: 6n, postOpGas: 0n },
};

describe('requests in the mailbox', () => {
  it.each([
    { ...account, kind: 'evm-message', message: '0x68690a' },
    { ...account, kind: 'evm-typed-data', json: '{"domain":{}}' },
    { ...account, kind: 'evm-transaction', transaction },
    { ...account, kind: 'evm-transaction', transaction: { ...transaction, to: null } },
    { ...account, kind: 'evm-message', message: '0x68690a', isSmart: true },
    { ...account, kind: 'evm-operation', operation },
    { ...account, kind: 'evm-operation', operation: { ...operation, deployment: null, paymaster: null } },
    { ...account, kind: 'solana-message', message: new Uint8Array([0, 255, 62]) },
    { ...account, kind: 'solana-transactions', transactions: [new Uint8Array([1]), new Uint8Array()], sends: true },
    // The literals have the types of the request.
  ] as readonly ApprovalRequest[])('are the same on the other side: $kind', (request) => {
    expect(parseRequest(formatRequest(request))).toEqual(request);
  });

  it.each([
    '',
    '{}',
    '[]',
    JSON.stringify({ ...account, kind: 'evm-message', message: 'hi' }),
    JSON.stringify({ ...account, kind: 'evm-message', message: '0x68', more: 1 }),
    JSON.stringify({
      ...account,
      kind: 'evm-transaction',
      transaction: { ...transaction, value: '-1', gas: '1', maxFeePerGas: '1', maxPriorityFeePerGas: '1' },
    }),
    JSON.stringify({ ...account, kind: 'solana-message', message: '%' }),
    JSON.stringify({ ...account, kind: 'other' }),
  ])('are refused if they are malformed: %s', (text) => {
    expect(parseRequest(text)).toBeNull();
  });
});
