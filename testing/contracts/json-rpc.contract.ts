import type { JsonRpc } from '../../application/ports/json-rpc.port.js';
import { asRecord } from '../../domain/wire.js';
import { codeOf, flushPromises, neverAborted, type TestApi } from './test-api.js';

/** A JSON-RPC client to test, with two nodes and their responses. */
export interface JsonRpcHarness {
  readonly rpc: JsonRpc;
  /** URLs of two nodes of one chain. */
  readonly urls: readonly [first: string, second: string];
  /** Sets the response of a node to a method. */
  setResponse(url: string, method: string, response: { readonly result: unknown } | { readonly error: unknown }): void;
  /** Makes a node refuse connections, or stops it from responding. */
  fail(url: string, fault: 'down' | 'never'): void;
  /** Number of calls of a method that a node received. */
  requestCount(url: string, method: string): number;
  stop?(): Promise<void>;
}

const RECEIPT = 'eth_getTransactionReceipt';
const SEND = 'eth_sendRawTransaction';

/**
 * Contract of every `JsonRpc`.
 * @example jsonRpcContract({ describe, it, expect }, 'HttpJsonRpc', async () => ({ rpc, urls, setResponse, fail, requestCount }));
 */
export const jsonRpcContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => JsonRpcHarness | Promise<JsonRpcHarness>,
): void => {
  describe(`${name}: JsonRpc contract`, () => {
    const run = async (test: (harness: JsonRpcHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };

    it('returns any result', () =>
      run(async ({ rpc, urls, setResponse }) => {
        const node = rpc.open([urls[0]]);
        for (const result of ['0x1', null, false, [], { status: '0x1' }]) {
          setResponse(urls[0], RECEIPT, { result });
          expect(await node.request({ method: RECEIPT, params: ['0x'] })).toEqual(result);
        }
      }));

    it('rejects with the code, message and data of an error response', () =>
      run(async ({ rpc, urls, setResponse }) => {
        setResponse(urls[0], RECEIPT, { error: { code: 3, message: 'execution reverted', data: '0x08c3' } });
        const thrown: unknown = await rpc
          .open(urls)
          .request({ method: RECEIPT }, neverAborted())
          .catch((error: unknown) => error);
        const { code, message, data } = asRecord(thrown);
        expect([thrown instanceof Error, code, message, data]).toEqual([true, 3, 'execution reverted', '0x08c3']);
      }));

    it('rejects URLs other than HTTP', () =>
      run(async ({ rpc, urls }) => {
        for (const url of ['ws://127.0.0.1:1', 'ftp://127.0.0.1', 'node', ''])
          expect(await codeOf(Promise.resolve().then(() => rpc.open([urls[0], url])))).toBe('json-rpc/invalid-url');
      }));

    it('falls back to the next URL, and rejects with json-rpc/unavailable if all fail', () =>
      run(async ({ rpc, urls, setResponse, fail }) => {
        const node = rpc.open(urls);
        setResponse(urls[1], RECEIPT, { result: 'second' });
        fail(urls[0], 'down');
        expect(await node.request({ method: RECEIPT })).toBe('second');
        fail(urls[1], 'down');
        expect(await codeOf(node.request({ method: RECEIPT }))).toBe('json-rpc/unavailable');
      }));

    it('does not fall back on an error response', () =>
      run(async ({ rpc, urls, setResponse, requestCount }) => {
        setResponse(urls[0], SEND, { error: { code: -32_000, message: 'nonce too low' } });
        const thrown: unknown = await rpc
          .open(urls)
          .request({ method: SEND })
          .catch((error: unknown) => error);
        expect(asRecord(thrown)['message']).toBe('nonce too low');
        expect([requestCount(urls[0], SEND), requestCount(urls[1], SEND)]).toEqual([1, 0]);
      }));

    it('rejects with the reason of the signal, before and during a call', () =>
      run(async ({ rpc, urls, fail, setResponse }) => {
        const node = rpc.open([urls[0]]);
        const abortedSignal = AbortSignal.abort('aborted');
        expect(await node.request({ method: RECEIPT }, abortedSignal).catch((error: unknown) => error)).toBe('aborted');
        fail(urls[0], 'never');
        const controller = new AbortController();
        const pending = node.request({ method: RECEIPT }, controller.signal).catch((error: unknown) => error);
        await flushPromises();
        controller.abort('stop');
        expect(await pending).toBe('stop');
        setResponse(urls[1], RECEIPT, { result: 1 });
        expect(await rpc.open([urls[1]]).request({ method: RECEIPT })).toBe(1);
      }));

    it('rejects pending and later requests after close, which can be called once', () =>
      run(async ({ rpc, urls, fail }) => {
        fail(urls[0], 'never');
        const node = rpc.open([urls[0]]);
        const pending = codeOf(node.request({ method: RECEIPT }));
        await flushPromises();
        node.close();
        expect(await pending).toBe('json-rpc/already-closed');
        expect(await codeOf(node.request({ method: RECEIPT }))).toBe('json-rpc/already-closed');
        expect(await codeOf(Promise.resolve().then(() => node.close()))).toBe('json-rpc/already-closed');
      }));
  });
};
