import { describe, expect, it } from 'vitest';
import { type Eip1193Provider, isEip1193Provider, requestProvider } from '../../../../adapters/eip155/eip1193.js';
import { flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { abortWhilePending, TRAP } from '../support/outcomes.js';

// Wallets return values that violate the types, which these tests cover.
const provider = (request: () => unknown): Eip1193Provider => ({ request: request as Eip1193Provider['request'] });

const send = (request: () => unknown, signal = neverAborted()): Promise<unknown> =>
  requestProvider(provider(request), { method: 'm' }, signal);

describe('requestProvider', () => {
  it('calls the provider synchronously, with method and parameters, as a method', () => {
    const calls: unknown[] = [];
    const wallet = {
      async request(this: unknown, request: unknown) {
        calls.push([this, request]);
      },
    };
    void requestProvider(wallet, { method: 'eth_chainId', params: [1] }, neverAborted());
    expect(calls).toEqual([[wallet, { method: 'eth_chainId', params: [1] }]]);
  });

  it('returns the result, also if it is not a promise', async () => {
    expect([await send(async () => '0x1'), await send(() => '0x1')]).toEqual(['0x1', '0x1']);
  });

  it('passes provider errors through unchanged, thrown synchronously or rejected', async () => {
    const failure = { code: 4001 };
    const fail = (): never => {
      throw failure;
    };
    for (const request of [fail, async () => fail()]) await expect(send(request)).rejects.toBe(failure);
  });

  it('uses the first settlement of a thenable that settles twice', async () => {
    const twice = () => ({
      // biome-ignore lint/suspicious/noThenProperty: tests a wallet that returns a non-native thenable
      then(resolve: (value: string) => void, reject: (error: Error) => void) {
        resolve('first');
        reject(new Error('second'));
        throw new Error('third');
      },
    });
    expect(await send(twice)).toBe('first');
  });

  it('rejects with the abort reason, and ignores a late response', async () => {
    for (const settlement of ['response', 'error'] as const) {
      let settle = (): void => {};
      const request = () =>
        new Promise((resolve, reject) => {
          settle = () => (settlement === 'response' ? resolve('late') : reject(new Error('late')));
        });
      expect(await abortWhilePending((signal) => send(request, signal))).toBe('aborted');
      settle();
      // An unhandled rejection would fail the run.
      await flushPromises();
    }
  });

  it('does not call the provider if the signal is already aborted', async () => {
    let isRequested = false;
    const request = (): void => {
      isRequested = true;
    };
    await expect(send(request, AbortSignal.abort('gone'))).rejects.toBe('gone');
    expect(isRequested).toBe(false);
  });
});

describe('isEip1193Provider', () => {
  it('accepts objects and functions with a request method', () => {
    expect(isEip1193Provider({ request: () => {} })).toBe(true);
    expect(isEip1193Provider(Object.assign(() => {}, { request: () => {} }))).toBe(true);
  });

  it('rejects anything else, without throwing', () => {
    for (const value of [null, undefined, 1, 'text', {}, { request: 'text' }, [], TRAP]) expect(isEip1193Provider(value)).toBe(false);
  });
});
