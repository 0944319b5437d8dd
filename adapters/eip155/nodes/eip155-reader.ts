import type { Observable } from 'rxjs';
import type { FollowRequest, TransactionProgress } from '../../../application/ports/chain.port.js';
import type { NativeBalance } from '../../../domain/connection/connection-state.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { type RpcCall, type RpcResponse, readQuantity } from '../rpc-call.js';
import { Eip155Nodes, type NodesOptions } from './eip155-nodes.js';
import { followTransaction } from './follow-transaction.js';
import { watchPending } from './watch-pending.js';

export interface ReaderOptions extends NodesOptions {
  /** Number of confirmations, counting the transaction's own block, before it is settled. Default 1. */
  readonly confirmations?: number | undefined;
}

/** An address in JSON-RPC format. */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Reads from EVM nodes over JSON-RPC. */
export class Eip155Reader {
  readonly #nodes: Eip155Nodes;
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#nodes = new Eip155Nodes(options);
  }

  /**
   * The native coin balance, in wei.
   * @throws LatchkeyError `address/invalid`, `network/rpc-failed`, `network/timeout`, `network/wrong-node`
   */
  async getBalance(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<NativeBalance> {
    if (!ADDRESS.test(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'eip155' });
    const method = 'eth_getBalance';
    const result = await this.request({ method, params: [address, 'latest'], network }, signal);
    const { symbol, decimals } = network.nativeCurrency;
    return { value: quantityOf(result, network, method), symbol, decimals };
  }

  /** Native coin balances, in wei, in as few requests as possible. @throws LatchkeyError as {@link getBalance} */
  async getBalances(
    { addresses, network }: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]> {
    const invalid = addresses.find((address) => !ADDRESS.test(address));
    if (invalid !== undefined) throw new LatchkeyError('address/invalid', { value: invalid, namespace: 'eip155' });
    const method = 'eth_getBalance';
    const responses = await this.requestAll(
      addresses.map((address) => ({ method, params: [address, 'latest'] })),
      network,
      signal,
    );
    const { symbol, decimals } = network.nativeCurrency;
    return responses.map((response) => ({
      value: quantityOf('result' in response ? response.result : undefined, network, method),
      symbol,
      decimals,
    }));
  }

  /**
   * Follows a broadcast transaction: see the port.
   * @throws LatchkeyError in the stream, as documented in the port
   */
  followTransaction({ hash, network, trace, smartAccount }: FollowRequest): Observable<TransactionProgress> {
    const { clock, confirmations = 1 } = this.#options;
    const read = (method: string, params: readonly unknown[], signal: AbortSignal) => this.request({ method, params, network }, signal);
    return followTransaction({ hash, trace, smartAccount, chainId: network.caipNetworkId, clock, confirmations, read });
  }

  /** Emits when a node has new pending transactions: see the port. */
  watchPending({ network, pollMs }: { readonly network: Network; readonly pollMs: number }): Observable<void> {
    const read = (method: string, params: readonly unknown[], signal: AbortSignal) => this.request({ method, params, network }, signal);
    return watchPending({ pollMs, clock: this.#options.clock, read });
  }

  /**
   * Sends any other read request.
   * @throws LatchkeyError `network/rpc-failed`, whose cause is the node's own error; `network/timeout`; `network/wrong-node`
   */
  async request({ method, params, network }: RpcCall & { readonly network: Network }, signal: AbortSignal): Promise<unknown> {
    const response = await this.#nodes.request(network, { method, params }, signal);
    if ('result' in response) return response.result;
    throw new LatchkeyError('network/rpc-failed', { chainId: network.caipNetworkId, method }, { cause: response.error });
  }

  /**
   * Sends several reads in as few requests as possible, each with its own response.
   * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`
   */
  requestAll(calls: readonly RpcCall[], network: Network, signal: AbortSignal): Promise<readonly RpcResponse[]> {
    return this.#nodes.requestAll(network, calls, signal);
  }

  /** Aborts every pending read. */
  dispose(): void {
    this.#nodes.dispose();
  }
}

const quantityOf = (value: unknown, { caipNetworkId: chainId }: Network, method: string): bigint => {
  try {
    return readQuantity(value);
  } catch (cause) {
    throw new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
  }
};
