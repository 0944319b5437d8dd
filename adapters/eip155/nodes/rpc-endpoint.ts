import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { fromHexChainId } from '../../../domain/network/hex-chain-id.js';
import type { Network } from '../../../domain/network/network.js';
import { nodeHeaders } from '../../../domain/network/node-headers.js';
import { isObject, membersOf } from '../../../domain/wire.js';
import { isAboutTheCall, type NodeAnswer, type NodeCall, NodeError } from '../node-call.js';
import { post } from './post-json.js';

/** How many samples an endpoint is judged by (specification, section 9). */
const SAMPLES = 10;

/** One try to reach an endpoint. */
interface Sample {
  readonly ok: boolean;
  readonly ms: number;
}

let lastId = 0;

/** One URL of a network. It answers nothing before it said which chain it is on. */
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
    this.#headers = nodeHeaders(network, url);
  }

  /**
   * Asks, several calls in one request.
   * @throws LatchkeyError `network/wrong-node` when it is on another chain; NodeError when it cannot answer, and another one may; what
   * `post` throws when it cannot be reached
   */
  async ask(calls: readonly NodeCall[], signal: AbortSignal): Promise<readonly NodeAnswer[]> {
    await this.#checkChain(signal);
    return this.#send(calls, signal);
  }

  /**
   * Asks which chain it is on.
   * @throws as {@link ask} does
   */
  async ping(signal: AbortSignal): Promise<void> {
    const call = { method: 'eth_chainId', params: [] };
    const [answer] = await this.#send([call], signal);
    const nodeChainId = answer !== undefined && 'result' in answer ? fromHexChainId(answer.result) : null;
    if (nodeChainId === null) throw new Error('The node does not say which chain it is on');
    this.#isOnChain = nodeChainId === this.#chainId;
    if (!this.#isOnChain) throw new LatchkeyError('network/wrong-node', { chainId: this.#chainId, nodeChainId });
  }

  /** Keeps how a try went. */
  keep(sample: Sample): void {
    this.#samples.push(sample);
    if (this.#samples.length > SAMPLES) this.#samples.shift();
  }

  /** The share of tries that failed, and the mean time of the others in milliseconds. */
  get standing(): { readonly failed: number; readonly meanMs: number } {
    const good = this.#samples.filter(({ ok }) => ok);
    if (this.#samples.length === 0) return { failed: 0, meanMs: 0 };
    return {
      failed: 1 - good.length / this.#samples.length,
      meanMs: good.length === 0 ? Number.POSITIVE_INFINITY : good.reduce((sum, { ms }) => sum + ms, 0) / good.length,
    };
  }

  /** Once, whoever asks: a node does not change its chain, but an address may be written for the wrong one. */
  async #checkChain(signal: AbortSignal): Promise<void> {
    if (this.#isOnChain) return;
    const others = this.#checking;
    // Whoever began it may have left before it was over: then it is begun anew.
    if (others !== null) {
      await others.catch(() => undefined);
      if (this.#isOnChain) return;
    }
    const own = this.ping(signal);
    this.#checking = own;
    await own;
  }

  async #send(calls: readonly NodeCall[], signal: AbortSignal): Promise<readonly NodeAnswer[]> {
    const bodies = calls.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++lastId, method, params }));
    const [first] = bodies;
    if (first === undefined) return [];
    // Some nodes refuse lists, so a single call goes without one.
    const body = bodies.length === 1 ? first : bodies;
    const answer = await post(this.#url, body, this.#chainId, signal, this.#headers);
    const answers: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
    // The answers of a list come in any order. @see https://www.jsonrpc.org/specification#batch
    const byId = new Map(answers.map((each) => [membersOf(each)['id'], each]));
    return bodies.map(({ id }, index) => {
      const call = calls[index] ?? { method: '', params: [] };
      const read = readAnswer(bodies.length === 1 ? answers[0] : byId.get(id));
      if ('error' in read && !isAboutTheCall(read.error, call) && bodies.length === 1) throw read.error;
      return read;
    });
  }
}

/** An answer by the standard, whatever came. @see https://www.jsonrpc.org/specification#response_object */
const readAnswer = (answer: unknown): NodeAnswer => {
  const { result, error } = membersOf(answer);
  if (isObject(error)) return { error: new NodeError(error) };
  if (result === undefined) throw new Error('The node gave no answer of JSON-RPC');
  return { result };
};
