import { TimeoutError } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { nodeHeaders } from '../../domain/network/node-headers.js';
import { membersOf, read } from '../../domain/wire.js';
import { readText } from '../shared/read-body.js';
import { parseJson } from './parse-json.js';

/** Specification, section 9: how long one URL may take. */
export const RPC_TIMEOUT_MS = 10_000;

/** The start of a genesis hash, which is the reference of a CAIP-2 id. @see https://namespaces.chainagnostic.org/solana/caip2 */
const REFERENCE_LENGTH = 32;

/** Answers of a node that are about the question; with every other one the next node may do better. @see https://solana.com/docs/rpc */
const ANSWERS: ReadonlySet<unknown> = new Set([
  // The rehearsal of a transaction failed.
  -32_002,
  // A signature of a transaction is wrong.
  -32_003,
  // The parameters are wrong.
  -32_602,
]);

/** A node's own error. */
export class SolanaNodeError extends Error {
  override readonly name = 'SolanaNodeError';
  readonly code: unknown;
  readonly data: unknown;

  constructor({ code, message, data }: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }) {
    super(String(message));
    this.code = code;
    this.data = data;
  }
}

/** One call of a node. */
export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A question to the nodes of a network. */
export interface RpcQuestion<T> extends RpcCall {
  readonly network: Network;
  /** Makes sense of an answer; what it throws makes the answer one of a broken node. */
  readonly read: (result: unknown) => T;
  /** Told each time just before it leaves for a node. */
  readonly sent?: () => void;
}

/** Several calls that are one question: one node answers all of them, in one request where it takes lists. */
export interface RpcQuestions<T> {
  readonly network: Network;
  readonly calls: readonly RpcCall[];
  /** Makes sense of the answers, which are in the order of the calls. */
  readonly read: (results: readonly unknown[]) => T;
  /** Told each time just before it leaves for a node. */
  readonly sent?: () => void;
}

/** Asks the nodes of one network. */
export type AskNodes = <T>(question: Omit<RpcQuestion<T>, 'network'>) => Promise<T>;

/** Asks the nodes of one network several things at once. */
export type AskNodesTogether = <T>(question: Omit<RpcQuestions<T>, 'network'>) => Promise<T>;

/** Nodes over HTTP: each URL of a network in turn, the one that answered last first. */
export class SolanaRpc {
  readonly #clock: Clock;
  readonly #life = new AbortController();
  /** By URL: the start of the genesis hash. */
  readonly #genesis = new Map<string, string>();
  /** By network: the URL that answered last. */
  readonly #first = new Map<string, string>();
  /** The URLs that take no lists of calls. */
  readonly #withoutLists = new Set<string>();
  /** Reads under way, so that equal ones are made once. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Asks for something that may be asked twice, which every call of a Solana node is: a transaction that is broadcast
   * again is the same one. Equal questions at one time are one.
   * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`, `config/disposed`
   * @throws SolanaNodeError a node's own word on the question
   */
  ask<T>({ network, method, params = [], read, ...told }: RpcQuestion<T>, signal: AbortSignal): Promise<T> {
    return this.askTogether({ network, calls: [{ method, params }], read: ([result]) => read(result), ...told }, signal);
  }

  /**
   * Asks several things of one node, in one request where it takes lists. The first error among the answers is that of all.
   * @throws as {@link ask} does
   * @see https://www.jsonrpc.org/specification#batch
   */
  async askTogether<T>(question: RpcQuestions<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
    const { network, calls } = question;
    const key = JSON.stringify([network.caipNetworkId, network.rpcUrls.default.http, calls]);
    let answer = this.#underWay.get(key);
    if (answer === undefined) {
      // Others may wait for it too, so that it does not end with its first caller.
      answer = this.#askAll(question).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, answer);
    }
    // The key names the question, and with it the type of its answer.
    return abortable(answer as Promise<T>, signal);
  }

  /** Ends every question under way. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
  }

  async #askAll<T>({ network, calls, read, sent }: RpcQuestions<T>): Promise<T> {
    const { caipNetworkId: chainId } = network;
    const method = calls[0]?.method ?? '';
    const { http } = network.rpcUrls.default;
    // The filter takes out what is no text.
    const urls = [...new Set([this.#first.get(chainId), ...http])].filter((url) => url !== undefined && http.includes(url)) as string[];
    let failure: unknown;
    for (const url of urls) {
      try {
        await this.#checkGenesis(url, network);
        sent?.();
        const answer = await this.#put(url, network, calls, read);
        this.#first.set(chainId, url);
        return answer;
      } catch (error) {
        this.#life.signal.throwIfAborted();
        if (error instanceof SolanaNodeError && ANSWERS.has(error.code)) throw error;
        failure = error;
      }
    }
    if (failure instanceof WrongNode) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId: failure.nodeChainId });
    throw failure instanceof TimeoutError
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: RPC_TIMEOUT_MS }, { cause: failure })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: failure });
  }

  /** Once for each address. */
  async #checkGenesis(url: string, network: Network): Promise<void> {
    let start = this.#genesis.get(url);
    if (start === undefined) {
      start = await this.#put(url, network, [{ method: 'getGenesisHash' }], ([hash]) => String(hash).slice(0, REFERENCE_LENGTH));
      this.#genesis.set(url, start);
    }
    const nodeChainId = `solana:${start}`;
    if (nodeChainId !== network.caipNetworkId) throw new WrongNode(nodeChainId);
  }

  /** Puts calls to one node: in a list, or one by one where it takes none. */
  async #put<T>(url: string, network: Network, calls: readonly RpcCall[], read: (results: readonly unknown[]) => T): Promise<T> {
    const bodies = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const own = nodeHeaders(network, url);
    const single = (body: unknown): Promise<unknown> => this.#post(url, own, body, readAnswer);
    if (bodies.length > 1 && !this.#withoutLists.has(url)) {
      const results = await this.#post(url, own, bodies, (answer, status) => {
        if (Array.isArray(answer))
          return bodies.map(({ id }) =>
            readAnswer(
              answer.find((each) => membersOf(each)['id'] === id),
              status,
            ),
          );
        // A node that is busy or broken says nothing of lists.
        if (status === 429 || status >= 500 || (status < 400 && answer === null))
          throw new Error(`The node answered with status ${status}`);
        return null;
      });
      if (results !== null) return read(results);
      this.#withoutLists.add(url);
    }
    return read(await Promise.all(bodies.map(single)));
  }

  #post<T>(
    url: string,
    own: Readonly<Record<string, string>> | undefined,
    content: unknown,
    read: (answer: unknown, status: number) => T,
  ): Promise<T> {
    return askWithin(RPC_TIMEOUT_MS, this.#clock, this.#life.signal, async (signal) => {
      const body = JSON.stringify(content);
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...own }, body, signal });
      return read(parseJson(await readText(response)), response.status);
    });
  }
}

/** A node's answer to one call. @see https://www.jsonrpc.org/specification#response_object */
const answerSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.unknown()) });

const readAnswer = (value: unknown, status: number): unknown => {
  const answer = read(answerSchema, value);
  if (answer?.error !== undefined && answer.error !== null) throw new SolanaNodeError(membersOf(answer.error));
  // A node behind a limit answers with an error that is JSON too.
  if (status >= 400 || answer === null || !('result' in answer)) throw new Error(`The node answered with status ${status}`);
  return answer.result;
};

/** A node of another chain. */
class WrongNode extends Error {
  readonly nodeChainId: string;

  constructor(nodeChainId: string) {
    super(`The node is of ${nodeChainId}`);
    this.nodeChainId = nodeChainId;
  }
}

/** Reads the value of an answer that says with it at which slot it holds. @throws Error for any other answer @see https://solana.com/docs/rpc/json-structures */
export const contextValue = <Schema extends v.GenericSchema>(schema: Schema, result: unknown): v.InferOutput<Schema> =>
  v.parse(v.object({ value: schema }), result).value;
