import { describe, expect, it } from 'vitest';
import { ask, type Eip1193Provider, isEip1193Provider } from '../../../../adapters/eip155/eip1193.js';
import { patient, settled } from '../../../../testing/contracts/test-api.js';
import { leave, TRAP } from '../support/outcomes.js';

// What a wallet answers is not what the type says: that is the point of these tests.
const provider = (request: () => unknown): Eip1193Provider => ({ request: request as Eip1193Provider['request'] });

const asking = (request: () => unknown, signal = patient()): Promise<unknown> => ask(provider(request), { method: 'm' }, signal);

describe('asking a provider', () => {
  it('calls it synchronously, with method and parameters, on the provider itself', () => {
    const calls: unknown[] = [];
    const wallet = {
      async request(this: unknown, request: unknown) {
        calls.push([this, request]);
      },
    };
    void ask(wallet, { method: 'eth_chainId', params: [1] }, patient());
    expect(calls).toEqual([[wallet, { method: 'eth_chainId', params: [1] }]]);
  });

  it('gives the answer, also one that is no promise', async () => {
    expect([await asking(async () => '0x1'), await asking(() => '0x1')]).toEqual(['0x1', '0x1']);
  });

  it('passes a foreign error on as it is, thrown at once or later', async () => {
    const failure = { code: 4001 };
    const fail = (): never => {
      throw failure;
    };
    for (const request of [fail, async () => fail()]) await expect(asking(request)).rejects.toBe(failure);
  });

  it('takes the first answer of a wallet that answers twice', async () => {
    const twice = () => ({
      // biome-ignore lint/suspicious/noThenProperty: a wallet that answers with a thenable of its own make is what is tested
      then(resolve: (value: string) => void, reject: (error: Error) => void) {
        resolve('first');
        reject(new Error('second'));
        throw new Error('third');
      },
    });
    expect(await asking(twice)).toBe('first');
  });

  it('leaves with the signal’s reason, and ignores what the wallet says afterwards', async () => {
    for (const late of ['answer', 'error'] as const) {
      let settle = (): void => {};
      const request = () =>
        new Promise((resolve, reject) => {
          settle = () => (late === 'answer' ? resolve('late') : reject(new Error('late')));
        });
      expect(await leave((signal) => asking(request, signal))).toBe('left');
      settle();
      // An unhandled rejection would fail the run.
      await settled();
    }
  });

  it('does not ask when it is too late already', async () => {
    let asked = false;
    const request = (): void => {
      asked = true;
    };
    await expect(asking(request, AbortSignal.abort('gone'))).rejects.toBe('gone');
    expect(asked).toBe(false);
  });
});

describe('a provider', () => {
  it('is anything that can be asked', () => {
    expect(isEip1193Provider({ request: () => {} })).toBe(true);
    expect(isEip1193Provider(Object.assign(() => {}, { request: () => {} }))).toBe(true);
  });

  it('is nothing else, whatever it does when it is looked at', () => {
    for (const value of [null, undefined, 1, 'text', {}, { request: 'text' }, [], TRAP]) expect(isEip1193Provider(value)).toBe(false);
  });
});
