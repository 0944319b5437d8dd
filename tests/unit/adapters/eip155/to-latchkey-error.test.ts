import { describe, expect, it } from 'vitest';
import { toLatchkeyError } from '../../../../adapters/eip155/to-latchkey-error.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { TRAP } from '../support/outcomes.js';

const coded = (code: unknown, data?: unknown): Error => Object.assign(new Error('foreign'), { code, data });

describe('toLatchkeyError', () => {
  it.each([
    [4001, 'wallet/rejected'],
    [4100, 'wallet/unauthorized'],
    [4200, 'wallet/unsupported-method'],
    [4900, 'wallet/disconnected'],
    [4901, 'wallet/disconnected'],
    [5000, 'wallet/rejected'],
    [-32002, 'wallet/request-pending'],
    [-32004, 'wallet/unsupported-method'],
    [-32601, 'wallet/unsupported-method'],
  ])('maps code %i to %s', (code, expected) => {
    const cause = coded(code);
    const error = toLatchkeyError(cause, 'personal_sign');
    expect(error.code).toBe(expected);
    expect(error.context).toEqual({ method: 'personal_sign' });
    expect(error.cause).toBe(cause);
  });

  it.each([4902, 32603, -32603, -32602, -32000, 0, 1e9])('maps code %i to wallet/request-failed outside of a chain switch', (code) => {
    const error = toLatchkeyError(coded(code), 'personal_sign');
    expect(error.code).toBe('wallet/request-failed');
    expect(error.context).toEqual({ method: 'personal_sign', rpcCode: code });
  });

  it('returns our own error that caused it, which says more', () => {
    const own = new LatchkeyError('secure-frame/error-reply', { action: 'RPC_REQUEST', reason: 'The wallet cannot be reached' });
    expect(toLatchkeyError(Object.assign(new Error('foreign', { cause: own }), { code: -32603 }), 'personal_sign')).toBe(own);
    expect(toLatchkeyError(Object.assign(new Error('foreign', { cause: own }), { code: 4001 }), 'personal_sign').code).toBe(
      'wallet/rejected',
    );
  });

  it.each([4902, 5000, 32603, -32603])('maps code %i to network/unrecognized-chain on a chain switch', (code) => {
    const error = toLatchkeyError(coded(code), 'wallet_switchEthereumChain', 'eip155:10');
    expect(error.code).toBe('network/unrecognized-chain');
    expect(error.context).toEqual({ chainId: 'eip155:10' });
  });

  it.each([
    [4001, 'wallet/rejected'],
    [-32002, 'wallet/request-pending'],
    [-32601, 'wallet/unsupported-method'],
  ])('maps code %i as usual on a chain switch', (code, expected) => {
    expect(toLatchkeyError(coded(code), 'wallet_switchEthereumChain', 'eip155:10').code).toBe(expected);
  });

  it('reads the original error inside a wrapper', () => {
    const unknown = coded(-32603, { originalError: { code: 4902 } });
    expect(toLatchkeyError(unknown, 'wallet_switchEthereumChain', 'eip155:10').code).toBe('network/unrecognized-chain');
    const rejected = coded(-32603, { originalError: { code: 4001 } });
    expect(toLatchkeyError(rejected, 'wallet_switchEthereumChain', 'eip155:10').code).toBe('wallet/rejected');
    expect(toLatchkeyError(rejected, 'personal_sign').code).toBe('wallet/rejected');
  });

  it('maps anything without a code to wallet/request-failed', () => {
    for (const cause of [undefined, null, 'text', 7, new Error('no code'), { code: 'ACTION_REJECTED' }, TRAP]) {
      const error = toLatchkeyError(cause, 'eth_accounts');
      expect(error.code).toBe('wallet/request-failed');
      expect(error.context).toEqual({ method: 'eth_accounts', rpcCode: null });
      expect(error.cause).toBe(cause);
    }
  });

  it('does not accept a forged Latchkey error', () => {
    const forged = { name: 'LatchkeyError', code: 'storage/unavailable', context: {} };
    expect(toLatchkeyError(forged, 'eth_accounts').code).toBe('wallet/request-failed');
  });
});
