import type { JsonRpc } from '../../application/ports/json-rpc.port.js';
import { membersOf } from '../../domain/wire.js';
import { codeOf, patient, settled, type TestApi } from './test-api.js';

/** Nodes to test, and what makes them answer. */
export interface JsonRpcHarness {
  readonly rpc: JsonRpc;
  /** Addresses of two nodes of one chain. */
  readonly urls: readonly [first: string, second: string];
  /** Makes a node answer a method, with `result` or with `error`. */
  answer(url: string, method: string, answer: { readonly result: unknown } | { readonly error: unknown }): void;
  /** Makes a node refuse connections, or leave every call without an answer. */
  fail(url: string, fault: 'down' | 'never'): void;
  /** How often a node got a call of a method. */
  asked(url: string, method: string): number;
  stop?(): Promise<void>;
}

const RECEIPT = 'eth_getTransactionReceipt';
const SEND = 'eth_sendRawTransaction';

/**
 * What every way to nodes does.
 * @example jsonRpcContract({ describe, it, expect }, 'HttpJsonRpc', async () => ({ rpc, urls, answer, fail, asked }));
 */
export const jsonRpcContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => JsonRpcHarness | Promise<JsonRpcHarness>,
): void => {
  describe(`${name} keeps the contract of nodes`, () => {
    const run = async (test: (harness: JsonRpcHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };

    it('gives the result of a call, whatever it is', () =>
      run(async ({ rpc, urls, answer }) => {
        const node = rpc.open([urls[0]]);
        for (const result of ['0x1', null, false, [], { status: '0x1' }]) {
          answer(urls[0], RECEIPT, { result });
          expect(await node.request({ method: RECEIPT, params: ['0x'] })).toEqual(result);
        }
      }));

    it('rejects with the error that a node answered: its code, its sentence, its data', () =>
      run(async ({ rpc, urls, answer }) => {
        answer(urls[0], RECEIPT, { error: { code: 3, message: 'execution reverted', data: '0x08c3' } });
        const thrown: unknown = await rpc
          .open(urls)
          .request({ method: RECEIPT }, patient())
          .catch((error: unknown) => error);
        const { code, message, data } = membersOf(thrown);
        expect([thrown instanceof Error, code, message, data]).toEqual([true, 3, 'execution reverted', '0x08c3']);
      }));

    it('refuses an address that HTTP cannot be spoken with', () =>
      run(async ({ rpc, urls }) => {
        for (const url of ['ws://127.0.0.1:1', 'ftp://127.0.0.1', 'node', ''])
          expect(await codeOf(Promise.resolve().then(() => rpc.open([urls[0], url])))).toBe('json-rpc/invalid-url');
      }));

    it('asks the next address when one does not answer, and says so when none does', () =>
      run(async ({ rpc, urls, answer, fail }) => {
        const node = rpc.open(urls);
        answer(urls[1], RECEIPT, { result: 'of the second' });
        fail(urls[0], 'down');
        expect(await node.request({ method: RECEIPT })).toBe('of the second');
        fail(urls[1], 'down');
        expect(await codeOf(node.request({ method: RECEIPT }))).toBe('json-rpc/unavailable');
      }));

    it('takes an error of a node for its answer, and asks no other', () =>
      run(async ({ rpc, urls, answer, asked }) => {
        answer(urls[0], SEND, { error: { code: -32_000, message: 'nonce too low' } });
        const thrown: unknown = await rpc
          .open(urls)
          .request({ method: SEND })
          .catch((error: unknown) => error);
        expect(membersOf(thrown)['message']).toBe('nonce too low');
        expect([asked(urls[0], SEND), asked(urls[1], SEND)]).toEqual([1, 0]);
      }));

    it('rejects with the reason of a signal, before and during a call', () =>
      run(async ({ rpc, urls, fail, answer }) => {
        const node = rpc.open([urls[0]]);
        const gone = AbortSignal.abort('gone');
        expect(await node.request({ method: RECEIPT }, gone).catch((error: unknown) => error)).toBe('gone');
        fail(urls[0], 'never');
        const leaving = new AbortController();
        const waiting = node.request({ method: RECEIPT }, leaving.signal).catch((error: unknown) => error);
        await settled();
        leaving.abort('left');
        expect(await waiting).toBe('left');
        answer(urls[1], RECEIPT, { result: 1 });
        expect(await rpc.open([urls[1]]).request({ method: RECEIPT })).toBe(1);
      }));

    it('gives up what is under way when it is closed, asks nothing any more, and is closed once', () =>
      run(async ({ rpc, urls, fail }) => {
        fail(urls[0], 'never');
        const node = rpc.open([urls[0]]);
        const waiting = codeOf(node.request({ method: RECEIPT }));
        await settled();
        node.close();
        expect(await waiting).toBe('json-rpc/already-closed');
        expect(await codeOf(node.request({ method: RECEIPT }))).toBe('json-rpc/already-closed');
        expect(await codeOf(Promise.resolve().then(() => node.close()))).toBe('json-rpc/already-closed');
      }));
  });
};
