import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { rpcPermissionOf, SAFE_RPC_METHODS, UNSAFE_RPC_METHODS } from '../../../../domain/embedded-wallet/rpc-methods.js';
import { PREFLIGHT_COMMITMENTS, rpcRequestSchema, rpcResponseTypeOf } from '../../../../domain/embedded-wallet/rpc-request.js';

const isValid = (request: unknown): boolean => v.is(rpcRequestSchema, request);
/** Parameters with which a method is valid. */
const PARAMS: Readonly<Record<string, unknown>> = {
  solana_signMessage: { message: '1', pubkey: '1' },
  solana_signTransaction: { transaction: '1' },
  solana_signAllTransactions: { transactions: ['1'] },
  solana_signAndSendTransaction: { transaction: '1' },
  wallet_sendCalls: [{ calls: [{ to: '0x01', data: '0x', value: '0x1' }] }],
  wallet_getCallsStatus: ['0x01'],
};
const WITHOUT_PARAMS =
  'eth_accounts eth_blockNumber eth_chainId eth_gasPrice eth_maxPriorityFeePerGas eth_newBlockFilter eth_newPendingTransactionFilter eth_uninstallFilter wallet_getCapabilities'.split(
    ' ',
  );

describe('RPC requests of the embedded wallet', () => {
  it('has 41 methods that need no approval and 11 that do, none in both', () => {
    expect([SAFE_RPC_METHODS.length, UNSAFE_RPC_METHODS.length, new Set([...SAFE_RPC_METHODS, ...UNSAFE_RPC_METHODS]).size]).toEqual([
      41, 11, 52,
    ]);
    expect(['eth_call', 'personal_sign', 'eth_sign', 'PERSONAL_SIGN', 'constructor'].map(rpcPermissionOf)).toEqual([
      'safe',
      'unsafe',
      'disallowed',
      'disallowed',
      'disallowed',
    ]);
  });

  it.each([...SAFE_RPC_METHODS, ...UNSAFE_RPC_METHODS])('%s has a shape', (method) => {
    expect(isValid({ method, params: PARAMS[method] ?? [] })).toBe(true);
    const needsNone = [...WITHOUT_PARAMS, 'wallet_getAssets', 'wallet_revokePermissions'];
    expect(isValid({ method })).toBe(needsNone.includes(method) && WITHOUT_PARAMS.includes(method));
  });

  it.each([
    ['a method of neither list', { method: 'eth_sign', params: [] }],
    ['parameters that are no list', { method: 'eth_call', params: {} }],
    ['a call whose recipient is no hex', { method: 'wallet_sendCalls', params: [{ calls: [{ to: 'vitalik.eth' }] }] }],
    ['a call without a recipient', { method: 'wallet_sendCalls', params: [{ calls: [{ data: '0x' }] }] }],
    ['a call whose data is no hex', { method: 'wallet_sendCalls', params: [{ calls: [{ to: '0x01', data: '00' }] }] }],
    ['an id of calls that is no text', { method: 'wallet_getCallsStatus', params: [1] }],
    ['a Solana message without its key', { method: 'solana_signMessage', params: { message: '1' } }],
    [
      'a preflight commitment of no such name',
      { method: 'solana_signAndSendTransaction', params: { transaction: '1', options: { preflightCommitment: 'safe' } } },
    ],
  ])('refuses %s', (_, request) => {
    expect(isValid(request)).toBe(false);
  });

  it.each(PREFLIGHT_COMMITMENTS)('accepts the preflight commitment %s', (preflightCommitment) => {
    const params = { transaction: '1', options: { preflightCommitment, skipPreflight: true, maxRetries: 1, minContextSlot: 1 } };
    expect(isValid({ method: 'solana_signAndSendTransaction', params })).toBe(true);
  });

  it.each([
    [`0x${'a'.repeat(64)}`, 'transaction-hash'],
    [`0x${'A'.repeat(130)}`, 'transaction-hash'],
    [`0x${'a'.repeat(62)}`, 'transaction-hash'],
    [`0x${'a'.repeat(61)}`, 'object'],
    [`0x${'g'.repeat(64)}`, 'object'],
    [{}, 'object'],
    [null, 'object'],
  ])('types the response %j as %s', (response, type) => {
    expect(rpcResponseTypeOf(response)).toBe(type);
  });
});
