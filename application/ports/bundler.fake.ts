import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import type { RpcErrorObject, RpcResult } from '../../domain/wallet-protocol/json-rpc.js';
import { RpcCallError } from '../../domain/wallet-protocol/provider/rpc-call-error.js';
import { httpUrlFault } from '../../domain/wallet-protocol/rules/provider-rules.js';
import type { Bundler, BundlerCallOptions } from './bundler.port.js';

/** Behaviour of a fake bundler: works, unreachable, or returns an HTTP or JSON-RPC error. */
export type FakeBundlerMode = 'working' | 'down' | { readonly status: number } | { readonly error: RpcErrorObject };

/**
 * In-memory bundler with a switch for every failure.
 * @example
 * const bundler = new FakeBundler();
 * bundler.receipts.set('0xop', { success: true });
 * bundler.modes.set('https://bundler.example', { status: 500 });
 */
export class FakeBundler implements Bundler {
  /** Receipts by user operation hash. */
  readonly receipts = new Map<unknown, unknown>();
  /** Behaviour by URL; default `working`. */
  readonly modes = new Map<string, FakeBundlerMode>();
  /** Calls so far, oldest first. */
  readonly calls: { readonly url: string; readonly operation: unknown }[] = [];

  readonly userOperationReceipt = async (url: string, operation: unknown, { signal }: BundlerCallOptions = {}): Promise<RpcResult> => {
    const fault = httpUrlFault(url);
    if (fault !== null) throw latchkeyErrorOf(fault);
    signal?.throwIfAborted();
    this.calls.push({ url, operation });
    const mode = this.modes.get(url) ?? 'working';
    if (mode === 'down') throw new LatchkeyError('json-rpc/unavailable', { url });
    if (mode !== 'working' && 'status' in mode) throw new LatchkeyError('wallet-protocol/receipt-failed', mode);
    if (mode !== 'working') throw new RpcCallError(mode.error);
    return { id: 1, jsonrpc: '2.0', result: this.receipts.get(operation) ?? null };
  };
}
