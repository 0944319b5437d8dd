import type { Observable } from 'rxjs';
import type { FollowRequest, TransactionProgress } from '../../../application/ports/chain.port.js';
import type { NativeBalance } from '../../../domain/connection/connection-state.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { type NodeAnswer, type NodeCall, readQuantity } from '../node-call.js';
import { Eip155Nodes, type NodesOptions } from './eip155-nodes.js';
import { followTransaction } from './follow-transaction.js';

/** What reads are made with. */
export interface ReaderOptions extends NodesOptions {
  /** How many blocks, its own included, make a transaction settled. Default 1. */
  readonly confirmations?: number | undefined;
}

/** An address as JSON-RPC takes it. */
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
   * The balance of the chain's own coin, in wei.
   * @throws LatchkeyError `address/invalid`, `network/rpc-failed`, `network/timeout`, `network/wrong-node`
   */
  async getBalance(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<NativeBalance> {
    if (!ADDRESS.test(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'eip155' });
    const method = 'eth_getBalance';
    const answer = await this.request({ method, params: [address, 'latest'], network }, signal);
    const { symbol, decimals } = network.nativeCurrency;
    return { value: quantityOf(answer, network, method), symbol, decimals };
  }

  /** Balances of the chain's own coin, in wei, in as few requests as there can be. @throws LatchkeyError as {@link getBalance} */
  async getBalances(
    { addresses, network }: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]> {
    const wrong = addresses.find((address) => !ADDRESS.test(address));
    if (wrong !== undefined) throw new LatchkeyError('address/invalid', { value: wrong, namespace: 'eip155' });
    const method = 'eth_getBalance';
    const answers = await this.requestAll(
      addresses.map((address) => ({ method, params: [address, 'latest'] })),
      network,
      signal,
    );
    const { symbol, decimals } = network.nativeCurrency;
    return answers.map((answer) => ({
      value: quantityOf('result' in answer ? answer.result : undefined, network, method),
      symbol,
      decimals,
    }));
  }

  /**
   * Follows a broadcast transaction: see the port.
   * @throws LatchkeyError in the stream, as the port says
   */
  followTransaction({ hash, network, trace }: FollowRequest): Observable<TransactionProgress> {
    const { clock, confirmations = 1 } = this.#options;
    const read = (method: string, params: readonly unknown[], signal: AbortSignal) => this.request({ method, params, network }, signal);
    return followTransaction({ hash, trace, chainId: network.caipNetworkId, clock, confirmations, read });
  }

  /**
   * Any other read, as a provider's `request` takes it.
   * @throws LatchkeyError `network/rpc-failed`, whose cause is the node's own error; `network/timeout`; `network/wrong-node`
   */
  async request({ method, params, network }: NodeCall & { readonly network: Network }, signal: AbortSignal): Promise<unknown> {
    const answer = await this.#nodes.ask(network, { method, params }, signal);
    if ('result' in answer) return answer.result;
    throw new LatchkeyError('network/rpc-failed', { chainId: network.caipNetworkId, method }, { cause: answer.error });
  }

  /**
   * Several reads in as few requests as there can be, each with its own answer.
   * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`
   */
  requestAll(calls: readonly NodeCall[], network: Network, signal: AbortSignal): Promise<readonly NodeAnswer[]> {
    return this.#nodes.askAll(network, calls, signal);
  }

  /** Ends every read under way. */
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
