import { describe, expect, it } from 'vitest';
import { toLatchkeyError } from '../../../../adapters/eip155/to-latchkey-error.js';
import { TRAP } from '../support/outcomes.js';

const coded = (code: unknown, data?: unknown): Error => Object.assign(new Error('foreign'), { code, data });

describe('what a provider throws', () => {
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
  ])('with code %i is %s', (code, expected) => {
    const cause = coded(code);
    const error = toLatchkeyError(cause, 'personal_sign');
    expect(error.code).toBe(expected);
    expect(error.context).toEqual({ method: 'personal_sign' });
    expect(error.cause).toBe(cause);
  });

  it.each([4902, 32603, -32603, -32602, -32000, 0, 1e9])('with code %i means nothing special outside of a chain switch', (code) => {
    const error = toLatchkeyError(coded(code), 'personal_sign');
    expect(error.code).toBe('wallet/request-failed');
    expect(error.context).toEqual({ method: 'personal_sign', rpcCode: code });
  });

  it.each([4902, 5000, 32603, -32603])('with code %i means an unknown chain when switching', (code) => {
    const error = toLatchkeyError(coded(code), 'wallet_switchEthereumChain', 'eip155:10');
    expect(error.code).toBe('network/unrecognized-chain');
    expect(error.context).toEqual({ chainId: 'eip155:10' });
  });

  it.each([
    [4001, 'wallet/rejected'],
    [-32002, 'wallet/request-pending'],
    [-32601, 'wallet/unsupported-method'],
  ])('with code %i keeps its meaning when switching', (code, expected) => {
    expect(toLatchkeyError(coded(code), 'wallet_switchEthereumChain', 'eip155:10').code).toBe(expected);
  });

  it('is read from the original error that a wallet wraps', () => {
    const unknown = coded(-32603, { originalError: { code: 4902 } });
    expect(toLatchkeyError(unknown, 'wallet_switchEthereumChain', 'eip155:10').code).toBe('network/unrecognized-chain');
    const rejected = coded(-32603, { originalError: { code: 4001 } });
    expect(toLatchkeyError(rejected, 'wallet_switchEthereumChain', 'eip155:10').code).toBe('wallet/rejected');
    expect(toLatchkeyError(rejected, 'personal_sign').code).toBe('wallet/rejected');
  });

  it('is a failed request when it carries no code, whatever it is', () => {
    for (const cause of [undefined, null, 'text', 7, new Error('no code'), { code: 'ACTION_REJECTED' }, TRAP]) {
      const error = toLatchkeyError(cause, 'eth_accounts');
      expect(error.code).toBe('wallet/request-failed');
      expect(error.context).toEqual({ method: 'eth_accounts', rpcCode: null });
      expect(error.cause).toBe(cause);
    }
  });

  it('cannot pass itself off as an error of Latchkey', () => {
    const forged = { name: 'LatchkeyError', code: 'storage/unavailable', context: {} };
    expect(toLatchkeyError(forged, 'eth_accounts').code).toBe('wallet/request-failed');
  });
});
