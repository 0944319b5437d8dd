import { describe, expect, it } from 'vitest';
import { ask, type Eip1193Provider, isEip1193Provider } from '../../../../adapters/eip155/eip1193.js';
import { patient, settled } from '../../../../testing/contracts/test-api.js';

// What a wallet answers is not what the type says: that is the point of these tests.
const provider = (request: () => unknown): Eip1193Provider => ({ request: request as Eip1193Provider['request'] });

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
    expect(
      await ask(
        provider(async () => '0x1'),
        { method: 'm' },
        patient(),
      ),
    ).toBe('0x1');
    expect(
      await ask(
        provider(() => '0x1'),
        { method: 'm' },
        patient(),
      ),
    ).toBe('0x1');
  });

  it('passes a foreign error on as it is, thrown at once or later', async () => {
    const failure = { code: 4001 };
    await expect(
      ask(
        provider(() => Promise.reject(failure)),
        { method: 'm' },
        patient(),
      ),
    ).rejects.toBe(failure);
    const throwing = provider(() => {
      throw failure;
    });
    await expect(ask(throwing, { method: 'm' }, patient())).rejects.toBe(failure);
  });

  it('takes the first answer of a wallet that answers twice', async () => {
    const twice = provider(() => ({
      // biome-ignore lint/suspicious/noThenProperty: a wallet that answers with a thenable of its own make is what is tested
      then(resolve: (value: string) => void, reject: (error: Error) => void) {
        resolve('first');
        reject(new Error('second'));
        throw new Error('third');
      },
    }));
    expect(await ask(twice, { method: 'm' }, patient())).toBe('first');
  });

  it('leaves with the signal’s reason, and ignores what the wallet says afterwards', async () => {
    for (const late of ['answer', 'error'] as const) {
      const controller = new AbortController();
      let settle = (): void => {};
      const wallet = provider(
        () =>
          new Promise((resolve, reject) => {
            settle = () => (late === 'answer' ? resolve('late') : reject(new Error('late')));
          }),
      );
      const asking = ask(wallet, { method: 'm' }, controller.signal);
      controller.abort('gone');
      await expect(asking).rejects.toBe('gone');
      settle();
      // An unhandled rejection would fail the run.
      await settled();
    }
  });

  it('does not ask when it is too late already', async () => {
    let asked = false;
    const wallet = provider(() => {
      asked = true;
    });
    await expect(ask(wallet, { method: 'm' }, AbortSignal.abort('gone'))).rejects.toBe('gone');
    expect(asked).toBe(false);
  });
});

describe('a provider', () => {
  it('is anything that can be asked', () => {
    expect(isEip1193Provider({ request: () => {} })).toBe(true);
    expect(isEip1193Provider(Object.assign(() => {}, { request: () => {} }))).toBe(true);
  });

  it('is nothing else, whatever it does when it is looked at', () => {
    const trap = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
      },
    );
    for (const value of [null, undefined, 1, 'text', {}, { request: 'text' }, [], trap]) expect(isEip1193Provider(value)).toBe(false);
  });
});
