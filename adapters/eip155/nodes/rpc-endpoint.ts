import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { fromHexChainId } from '../../../domain/network/hex-chain-id.js';
import type { Network } from '../../../domain/network/network.js';
import { rpcHeaders } from '../../../domain/network/rpc-headers.js';
import { asRecord, isObject } from '../../../domain/wire.js';
import { isCallError, isLimitError, NodeError, type RpcCall, type RpcResponse } from '../rpc-call.js';
import { post } from './post-json.js';

/** Number of samples kept per endpoint (specification, section 9). */
const MAX_SAMPLES = 10;

/** One attempt to reach an endpoint. */
interface Sample {
  readonly ok: boolean;
  readonly ms: number;
}

let lastId = 0;

/** One URL of a network. Its chain id is verified before the first call. */
export class RpcEndpoint {
  readonly #chainId: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>> | undefined;
  readonly #samples: Sample[] = [];
  #isOnChain = false;
  #checking: Promise<void> | null = null;

  constructor(url: string, network: Network) {
    this.#chainId = network.caipNetworkId;
    this.#url = url;
    this.#headers = rpcHeaders(network, url);
  }

  /**
   * Sends calls in one request.
   * @throws LatchkeyError `network/wrong-node` when it is on another chain; NodeError when the node fails but another one may succeed;
   * errors of `post` when it cannot be reached
   */
  async request(calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcResponse[]> {
    await this.#checkChain(signal);
    return this.#send(calls, signal);
  }

  /**
   * Verifies the chain id.
   * @throws as {@link request} does
   */
  async ping(signal: AbortSignal): Promise<void> {
    const call = { method: 'eth_chainId', params: [] };
    const [response] = await this.#send([call], signal);
    const nodeChainId = response !== undefined && 'result' in response ? fromHexChainId(response.result) : null;
    if (nodeChainId === null) throw new Error('The node returned no chain id');
    this.#isOnChain = nodeChainId === this.#chainId;
    if (!this.#isOnChain) throw new LatchkeyError('network/wrong-node', { chainId: this.#chainId, nodeChainId });
  }

  addSample(sample: Sample): void {
    this.#samples.push(sample);
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Share of failed attempts, and mean time of the successful ones in milliseconds. */
  get stats(): { readonly failed: number; readonly meanMs: number } {
    const good = this.#samples.filter(({ ok }) => ok);
    if (this.#samples.length === 0) return { failed: 0, meanMs: 0 };
    return {
      failed: 1 - good.length / this.#samples.length,
      meanMs: good.length === 0 ? Number.POSITIVE_INFINITY : good.reduce((sum, { ms }) => sum + ms, 0) / good.length,
    };
  }

  /** Verified once per endpoint: a node does not change its chain, but the URL may be configured for the wrong one. */
  async #checkChain(signal: AbortSignal): Promise<void> {
    if (this.#isOnChain) return;
    const others = this.#checking;
    // The pending check may have been aborted by its caller: then it is repeated.
    if (others !== null) {
      await others.catch(() => undefined);
      if (this.#isOnChain) return;
    }
    const own = this.ping(signal);
    this.#checking = own;
    await own;
  }

  async #send(calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcResponse[]> {
    const bodies = calls.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++lastId, method, params }));
    const [first] = bodies;
    if (first === undefined) return [];
    // Some nodes reject batches, so a single call is not sent as one.
    const body = bodies.length === 1 ? first : bodies;
    const payload = await post(this.#url, body, this.#chainId, signal, this.#headers);
    const responses: readonly unknown[] = Array.isArray(payload) ? payload : [payload];
    // Batch responses come in any order. @see https://www.jsonrpc.org/specification#batch
    const byId = new Map(responses.map((each) => [asRecord(each)['id'], each]));
    return bodies.map(({ id }, index) => {
      const call = calls[index] ?? { method: '', params: [] };
      const read = readResponse(bodies.length === 1 ? responses[0] : byId.get(id));
      // In a batch, an error of one call that is unknown is that of its call: the others are good.
      if ('error' in read && !isCallError(read.error, call) && (bodies.length === 1 || isLimitError(read.error))) throw read.error;
      return read;
    });
  }
}

/** Parses a JSON-RPC response. @see https://www.jsonrpc.org/specification#response_object */
const readResponse = (response: unknown): RpcResponse => {
  const { result, error } = asRecord(response);
  if (isObject(error)) return { error: new NodeError(error) };
  if (result === undefined) throw new Error('The node returned no JSON-RPC response');
  return { result };
};
