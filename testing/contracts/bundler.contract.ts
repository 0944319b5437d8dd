import type { Bundler } from '../../application/ports/bundler.port.js';
import { membersOf } from '../../domain/wire.js';
import { codeOf, type TestApi } from './test-api.js';

/** A bundler to test, and what makes it answer. */
export interface BundlerHarness {
  readonly bundler: Bundler;
  readonly url: string;
  /** What the bundler knows of an operation. */
  setReceipt(operation: string, receipt: unknown): void;
  /** Makes it refuse connections, answer a status of HTTP, or an error of JSON-RPC. */
  fail(fault: 'down' | { readonly status: number } | { readonly error: { readonly code: number; readonly message: string } }): void;
  stop?(): Promise<void>;
}

const OPERATION = `0x${'ab'.repeat(32)}`;

/**
 * What every bundler does.
 * @example bundlerContract({ describe, it, expect }, 'HttpBundler', async () => ({ bundler, url, setReceipt, fail }));
 */
export const bundlerContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => BundlerHarness | Promise<BundlerHarness>,
): void => {
  describe(`${name} keeps the contract of a bundler`, () => {
    const run = async (test: (harness: BundlerHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };

    it('gives the whole answer, with nothing in it before there is a receipt', () =>
      run(async ({ bundler, url, setReceipt }) => {
        expect((await bundler.userOperationReceipt(url, OPERATION)).result).toBe(null);
        setReceipt(OPERATION, { success: true });
        const { jsonrpc, result } = await bundler.userOperationReceipt(url, OPERATION);
        expect({ jsonrpc, result }).toEqual({ jsonrpc: '2.0', result: { success: true } });
      }));

    it('says which status a refusal had', () =>
      run(async ({ bundler, url, fail }) => {
        fail({ status: 503 });
        const thrown: unknown = await bundler.userOperationReceipt(url, OPERATION).catch((error: unknown) => error);
        expect([membersOf(thrown)['code'], membersOf(thrown)['message']]).toEqual([
          'wallet-protocol/receipt-failed',
          'Failed to fetch user operation receipt - 503',
        ]);
      }));

    it('rejects with the error that it answered', () =>
      run(async ({ bundler, url, fail }) => {
        fail({ error: { code: -32_601, message: 'Method not found' } });
        const thrown: unknown = await bundler.userOperationReceipt(url, OPERATION).catch((error: unknown) => error);
        expect([thrown instanceof Error, membersOf(thrown)['code'], membersOf(thrown)['message']]).toEqual([
          true,
          -32_601,
          'Method not found',
        ]);
      }));

    it('is unavailable when nobody is there, and refuses an address that HTTP cannot be spoken with', () =>
      run(async ({ bundler, url, fail }) => {
        fail('down');
        expect(await codeOf(bundler.userOperationReceipt(url, OPERATION))).toBe('json-rpc/unavailable');
        expect(await codeOf(bundler.userOperationReceipt('ws://127.0.0.1:1', OPERATION))).toBe('json-rpc/invalid-url');
      }));

    it('rejects with the reason of a signal', () =>
      run(async ({ bundler, url }) => {
        const asked = bundler.userOperationReceipt(url, OPERATION, AbortSignal.abort('gone'));
        expect(await asked.catch((error: unknown) => error)).toBe('gone');
      }));
  });
};
