import type { Bundler } from '../../application/ports/bundler.port.js';
import { asRecord } from '../../domain/wire.js';
import { codeOf, type TestApi } from './test-api.js';

/** A bundler to test, and its responses. */
export interface BundlerHarness {
  readonly bundler: Bundler;
  readonly url: string;
  /** Sets the receipt of a user operation. */
  setReceipt(operation: string, receipt: unknown): void;
  /** Makes it refuse connections, or respond with an HTTP status or a JSON-RPC error. */
  fail(fault: 'down' | { readonly status: number } | { readonly error: { readonly code: number; readonly message: string } }): void;
  stop?(): Promise<void>;
}

const OPERATION = `0x${'ab'.repeat(32)}`;

/**
 * Contract of every `Bundler`.
 * @example bundlerContract({ describe, it, expect }, 'HttpBundler', async () => ({ bundler, url, setReceipt, fail }));
 */
export const bundlerContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => BundlerHarness | Promise<BundlerHarness>,
): void => {
  describe(`${name}: Bundler contract`, () => {
    const run = async (test: (harness: BundlerHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };

    it('returns the whole response, whose result is null without a receipt', () =>
      run(async ({ bundler, url, setReceipt }) => {
        expect((await bundler.userOperationReceipt(url, OPERATION)).result).toBe(null);
        setReceipt(OPERATION, { success: true });
        const { jsonrpc, result } = await bundler.userOperationReceipt(url, OPERATION);
        expect({ jsonrpc, result }).toEqual({ jsonrpc: '2.0', result: { success: true } });
      }));

    it('rejects with the HTTP status', () =>
      run(async ({ bundler, url, fail }) => {
        fail({ status: 503 });
        const thrown: unknown = await bundler.userOperationReceipt(url, OPERATION).catch((error: unknown) => error);
        expect([asRecord(thrown)['code'], asRecord(thrown)['message']]).toEqual([
          'wallet-protocol/receipt-failed',
          'Failed to fetch user operation receipt - 503',
        ]);
      }));

    it('rejects with the JSON-RPC error', () =>
      run(async ({ bundler, url, fail }) => {
        fail({ error: { code: -32_601, message: 'Method not found' } });
        const thrown: unknown = await bundler.userOperationReceipt(url, OPERATION).catch((error: unknown) => error);
        expect([thrown instanceof Error, asRecord(thrown)['code'], asRecord(thrown)['message']]).toEqual([
          true,
          -32_601,
          'Method not found',
        ]);
      }));

    it('rejects with json-rpc/unavailable if the connection is refused, and with json-rpc/invalid-url for a URL other than HTTP', () =>
      run(async ({ bundler, url, fail }) => {
        fail('down');
        expect(await codeOf(bundler.userOperationReceipt(url, OPERATION))).toBe('json-rpc/unavailable');
        expect(await codeOf(bundler.userOperationReceipt('ws://127.0.0.1:1', OPERATION))).toBe('json-rpc/invalid-url');
      }));

    it('rejects with the reason of the signal', () =>
      run(async ({ bundler, url }) => {
        const receipt = bundler.userOperationReceipt(url, OPERATION, { signal: AbortSignal.abort('stop') });
        expect(await receipt.catch((error: unknown) => error)).toBe('stop');
      }));
  });
};
