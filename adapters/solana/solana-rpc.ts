import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { TimeoutError } from '../../application/shared/within.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { CHAIN_ERRORS } from '../../domain/errors/on-demand/chain-errors.js';
import type { Network } from '../../domain/network/network.js';
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

/** A question to the nodes of a network. */
export interface RpcQuestion<T> {
  readonly network: Network;
  readonly method: string;
  readonly params?: readonly unknown[];
  /** Makes sense of an answer; what it throws makes the answer one of a broken node. */
  readonly read: (result: unknown) => T;
  /**
   * Whether a node is asked first which chain it is of, once for each address: `always`, or for speed's sake `never` for
   * those that nobody asked yet. One that is known to be of another chain is never asked.
   */
  readonly genesis?: 'always' | 'never';
}

/** Asks the nodes of one network. */
export type AskNodes = <T>(question: Omit<RpcQuestion<T>, 'network'>) => Promise<T>;

/** Nodes over HTTP: each URL of a network in turn, the one that answered last first. */
export class SolanaRpc {
  readonly #clock: Clock;
  readonly #life = new AbortController();
  /** By URL: the start of the genesis hash. */
  readonly #genesis = new Map<string, string>();
  /** By network: the URL that answered last. */
  readonly #first = new Map<string, string>();
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
  async ask<T>(question: RpcQuestion<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
    const { network, method, params = [] } = question;
    const key = JSON.stringify([network.caipNetworkId, network.rpcUrls.default.http, method, params]);
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

  async #askAll<T>({ network, method, params = [], read, genesis = 'always' }: RpcQuestion<T>): Promise<T> {
    const { caipNetworkId: chainId } = network;
    const { http } = network.rpcUrls.default;
    const urls = [...new Set([this.#first.get(chainId), ...http])].filter((url) => url !== undefined && http.includes(url)) as string[];
    let failure: unknown;
    for (const url of urls) {
      try {
        await this.#checkGenesis(url, network, genesis);
        const answer = await this.#post(url, method, params, read);
        this.#first.set(chainId, url);
        return answer;
      } catch (error) {
        this.#life.signal.throwIfAborted();
        if (error instanceof SolanaNodeError && ANSWERS.has(error.code)) throw error;
        failure = error;
      }
    }
    if (failure instanceof WrongNode)
      throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId: failure.nodeChainId }, { tables: CHAIN_ERRORS });
    throw failure instanceof TimeoutError
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: RPC_TIMEOUT_MS }, { cause: failure })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: failure });
  }

  async #checkGenesis(url: string, { caipNetworkId }: Network, mode: 'always' | 'never'): Promise<void> {
    let start = this.#genesis.get(url);
    if (start === undefined) {
      if (mode === 'never') return;
      start = await this.#post(url, 'getGenesisHash', [], (hash) => String(hash).slice(0, REFERENCE_LENGTH));
      this.#genesis.set(url, start);
    }
    const nodeChainId = `solana:${start}`;
    if (nodeChainId !== caipNetworkId) throw new WrongNode(nodeChainId);
  }

  #post<T>(url: string, method: string, params: readonly unknown[], read: (result: unknown) => T): Promise<T> {
    return askWithin(RPC_TIMEOUT_MS, this.#clock, this.#life.signal, async (signal) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
      const answer = parseJson(await response.text()) as { readonly result?: unknown; readonly error?: object | null } | null;
      if (answer?.error != null) throw new SolanaNodeError(answer.error);
      // A node behind a limit answers with an error that is JSON too.
      if (!response.ok || answer === null || !('result' in answer)) throw new Error(`The node answered with status ${response.status}`);
      return read(answer.result);
    });
  }
}

/** A node of another chain. */
class WrongNode extends Error {
  readonly nodeChainId: string;

  constructor(nodeChainId: string) {
    super(`The node is of ${nodeChainId}`);
    this.nodeChainId = nodeChainId;
  }
}

/** The value of an answer that says with it at which slot it holds. @see https://solana.com/docs/rpc/json-structures */
export const contextValue = (result: unknown): unknown => (result as { readonly value: unknown }).value;
