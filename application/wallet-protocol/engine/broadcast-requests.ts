import {
  type BroadcastRequest,
  broadcastHashOf,
  readStoredBroadcastRequest,
  requestedTransaction,
  toStoredBroadcastRequest,
} from '../../../domain/wallet-protocol/broadcast-request.js';
import { isRpcFailure, type RpcErrorObject, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { isExpired } from '../../../domain/wallet-protocol/primitives.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import type { Locks } from '../../ports/locks.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { pause } from '../../shared/pause.js';
import { broadcastRequestKey, RECORD_PREFIXES } from '../protocol-records.js';
import { type AfterResponse, PeerError } from './calls.js';
import type { RequesterContext } from './engine-context.js';
import type { RequestParams } from './sign-calls.js';

/** Outcome of a request whose caller is gone. */
export type LateOutcome =
  | { readonly status: 'broadcast'; readonly hash: string }
  /** `error` is `null` if the result was invalid. */
  | { readonly status: 'failed'; readonly error: RpcErrorObject | null };

/** Receives the outcome of a request whose caller is gone. It may be called again after a rejection or a reload. */
export type LateResponseHandler = (request: BroadcastRequest, outcome: LateOutcome) => Promise<void>;

export interface BroadcastRequestsDeps {
  readonly context: RequesterContext;
  readonly records: RecordStore;
  /** Shared by all tabs, of which one handles a response. */
  readonly locks: Locks;
  /** Resolves when the outcome is stored. */
  readonly onLateResponse: LateResponseHandler;
}

/**
 * How long a page waits for the tab that sent the request, in milliseconds. A tab that is still open receives the response at the same time
 * and removes the record.
 */
const OTHER_TAB_MS = 2_000;

/** Maximum number of stored requests. */
const LIMIT = 99;

/**
 * Requests that may broadcast a transaction. Each is stored before it is published, so that a transaction is not lost if the page is
 * closed, or the request expires, before the wallet responds. In memory they belong to their caller; once there is none, the response goes
 * to {@link BroadcastRequestsDeps.onLateResponse}.
 */
export class BroadcastRequests {
  readonly #deps: BroadcastRequestsDeps;
  /** Expiry of the requests that this page has sent, in seconds since 1970, by id. */
  readonly #own = new Map<number, number>();
  /** Responses that are being handled, by id of their request. */
  readonly #responses = new Map<number, Promise<void>>();

  constructor(deps: BroadcastRequestsDeps) {
    this.#deps = deps;
    deps.context.calls.onUnmatchedResponse((topic, response) => this.#onResponse(topic, response));
  }

  /**
   * Stores a request if it may broadcast.
   * @param expiryTimestamp expiry of the request, in seconds since 1970
   */
  async store(id: number, params: RequestParams, expiryTimestamp: number): Promise<void> {
    const { context, records } = this.#deps;
    const transaction = requestedTransaction(params, context.clock.now());
    if (transaction === null) return;
    // A response that the wallet published in the last moment waits in the mailbox.
    const expiry = expiryTimestamp + PROTOCOL_METHODS.wc_sessionRequest.response.ttl;
    const request: BroadcastRequest = { id, topic: params.topic, method: params.request.method, transaction, expiry };
    this.#own.set(id, expiry);
    // A store of the app may fail. The transaction is then followed by this page only.
    await context.bestEffort(this.#call(() => records.set(broadcastRequestKey(id), toStoredBroadcastRequest(request))));
    void this.prune();
  }

  /** Removes a request once the wallet has responded to its caller. After an expiry or an abort it stays: the wallet may still respond. */
  removeOnResponse(id: number, result: Promise<unknown>): void {
    const remove = (): void => (this.#own.delete(id) ? void this.#remove(id) : undefined);
    result.then(remove, (error: unknown) => (error instanceof PeerError ? remove() : undefined));
  }

  /** Removes the requests of a closed session, except those whose response has arrived. */
  async removeTopic(topic: string): Promise<void> {
    await this.#removeAll((request) => request.topic === topic && !this.#responses.has(request.id));
  }

  /** Removes expired requests, and the oldest above the limit. */
  async prune(): Promise<void> {
    const now = this.#deps.context.clock.now();
    // Those that the store failed to store, too.
    for (const [id, expiry] of this.#own) if (isExpired(expiry, now)) this.#own.delete(id);
    await this.#removeAll(({ expiry }, rank) => isExpired(expiry, now) || rank >= LIMIT);
  }

  /** @param shouldRemove called with the number of newer requests */
  #removeAll(shouldRemove: (request: BroadcastRequest, rank: number) => boolean): Promise<void> {
    const { context, records } = this.#deps;
    const removal = async (): Promise<void> => {
      const stored = (await records.list(RECORD_PREFIXES.broadcasts)).map(
        ([key, value]) => ({ key, request: readStoredBroadcastRequest(value) }) as const,
      );
      stored.sort((a, b) => (b.request?.id ?? 0) - (a.request?.id ?? 0));
      const removed = stored.filter(({ request }, rank) => request === null || shouldRemove(request, rank));
      for (const { request } of removed) if (request !== null) this.#own.delete(request.id);
      await Promise.all(removed.map(({ key }) => records.remove(key)));
    };
    return context.bestEffort(removal());
  }

  /** Returns `null` if the response belongs to no stored request. The message is acknowledged once its outcome is stored. */
  async #onResponse(topic: string, response: RpcResponse): Promise<AfterResponse | null> {
    const { id } = response;
    const request = await this.#find(id);
    if (request === null || request.topic !== topic) return null;
    const handling = this.#responses.get(id) ?? this.#handle(request, outcomeOf(request, response));
    this.#responses.set(id, handling);
    const forget = (): void => void this.#responses.delete(id);
    handling.then(forget, forget);
    return () => handling;
  }

  async #handle(request: BroadcastRequest, outcome: LateOutcome): Promise<void> {
    const { context, locks, onLateResponse } = this.#deps;
    const { clock, lifetime } = context;
    const { id } = request;
    const handleOnce = async (): Promise<void> => {
      if ((await this.#find(id)) === null) return;
      await onLateResponse(request, outcome);
      this.#own.delete(id);
      await this.#remove(id);
    };
    if (!this.#own.has(id)) await pause(OTHER_TAB_MS, clock, lifetime);
    await locks.run(`late_response:${id}`, handleOnce, lifetime);
  }

  async #find(id: number): Promise<BroadcastRequest | null> {
    return readStoredBroadcastRequest(await this.#deps.records.get(broadcastRequestKey(id)));
  }

  #remove(id: number): Promise<void> {
    const { context, records } = this.#deps;
    return context.bestEffort(this.#call(() => records.remove(broadcastRequestKey(id))));
  }

  /** Calls a store of the app, which may throw instead of rejecting. */
  async #call(run: () => Promise<void>): Promise<void> {
    await run();
  }
}

const outcomeOf = ({ method }: BroadcastRequest, response: RpcResponse): LateOutcome => {
  if (isRpcFailure(response)) return { status: 'failed', error: response.error };
  const hash = broadcastHashOf(method, response.result);
  return hash === null ? { status: 'failed', error: null } : { status: 'broadcast', hash };
};
