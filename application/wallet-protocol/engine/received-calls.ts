import {
  type CallHistory,
  type CallResponse,
  type CallState,
  callStateOf,
  EMPTY_HISTORY,
  type HistoryTransition,
  type ReceivedCall,
  receivedCallSchema,
  recordCall,
  recordResponse,
  restoreHistory,
} from '../../../domain/wallet-protocol/state/call-history.js';
import { parseOrNull } from '../../../domain/wire.js';
import type { Clock } from '../../ports/clock.port.js';
import type { EnvelopeKeys } from '../../ports/key-chain.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import type { BestEffort } from '../best-effort.js';
import type { ResponseKind } from './calls.js';

/** Route of a response with its own topic and key. */
export interface ResponseRoute extends EnvelopeKeys {
  readonly topic: string;
  /** True if the response is only sent through the link, to the app that owns it. */
  readonly isByLink?: boolean;
}

/** Deviations from the default delivery of a response. */
export interface ResponseRouting {
  readonly way?: ResponseRoute | undefined;
  readonly kind?: ResponseKind | undefined;
}

/** A stored call with the delivery of its response, so that every redelivery gets the same response. */
type StoredCall = ReceivedCall & ResponseRouting;

const CALLS_PREFIX = '@latchkey/wc/call/';

/** Key prefix of the records of a topic's calls. */
const callsPrefix = (topic: string): string => `${CALLS_PREFIX}${topic}/`;

/** Key of the record of a call with its response. */
export const callRecordKey = (topic: string, id: number): string => `${CALLS_PREFIX}${topic}/${id}`;

export interface ReceivedCallsOptions {
  readonly store: RecordStore;
  readonly clock: Clock;
  readonly bestEffort: BestEffort;
}

/** Received calls of one topic and their responses. */
export class TopicCalls {
  readonly #topic: string;
  readonly #options: ReceivedCallsOptions;
  readonly #routings = new Map<number, ResponseRouting>();
  /** Chain of writes, which keeps their order. `close` waits for it. */
  #writing: Promise<void> = Promise.resolve();
  #history: CallHistory = EMPTY_HISTORY;
  #isClosed = false;

  constructor(topic: string, options: ReceivedCallsOptions) {
    this.#topic = topic;
    this.#options = options;
  }

  /** Loads the records of an earlier page load and removes invalid ones. */
  async load(): Promise<void> {
    const { store, clock, bestEffort } = this.#options;
    // A store of the app may fail. Calls without a known response are handled again.
    await bestEffort(
      (async () => {
        const stored: StoredCall[] = [];
        for (const [key, value] of await store.list(callsPrefix(this.#topic))) {
          // The routing members were written together with the validated ones.
          const call = parseOrNull(receivedCallSchema, value) as StoredCall | null;
          if (call === null) await store.remove(key);
          else stored.push(call);
        }
        for (const { id, way, kind } of stored) this.#setRouting(id, { way, kind });
        const calls = stored.map(({ id, expiry, answer }) => ({ id, expiry, answer }));
        await this.#apply(restoreHistory(this.#history, calls, clock.now()));
      })(),
    );
  }

  /** Returns the state of an incoming call. */
  stateOf(id: number): CallState {
    return callStateOf(this.#history, id, this.#options.clock.now());
  }

  /** Returns the routing of a call's response. */
  routingOf(id: number): ResponseRouting {
    return this.#routings.get(id) ?? {};
  }

  /** Records an incoming call. */
  async add(id: number): Promise<void> {
    await this.#apply(recordCall(this.#history, id, this.#options.clock.now()));
  }

  /** Removes a call whose handler failed: a redelivery is handled again. */
  drop(id: number): void {
    if (this.stateOf(id).type === 'pending') this.#history = this.#history.filter((call) => call.id !== id);
  }

  /** Records a response. Resolves when it is stored or storing failed. `isStored` is `true` by default. */
  async respond(
    id: number,
    response: CallResponse,
    { way, kind, isStored = true }: ResponseRouting & { readonly isStored?: boolean } = {},
  ): Promise<void> {
    this.#setRouting(id, { way, kind });
    const transition = recordResponse(this.#history, id, response, this.#options.clock.now());
    const store = (): Promise<void> => {
      const call = transition.history.find((each) => each.id === id);
      const record = { ...call, ...(way === undefined ? {} : { way }), ...(kind === undefined ? {} : { kind }) };
      return this.#options.store.set(callRecordKey(this.#topic, id), record);
    };
    await this.#apply(transition, isStored ? store : undefined);
  }

  /** Removes all records and stores nothing from then on. */
  close(): Promise<void> {
    const { store } = this.#options;
    this.#isClosed = true;
    this.#history = EMPTY_HISTORY;
    this.#routings.clear();
    return this.#write(async () => {
      for (const [key] of await store.list(callsPrefix(this.#topic))) await store.remove(key);
    });
  }

  #setRouting(id: number, routing: ResponseRouting): void {
    if (routing.way === undefined && routing.kind === undefined) this.#routings.delete(id);
    else this.#routings.set(id, routing);
  }

  async #apply({ history, removedIds }: HistoryTransition, store?: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return;
    this.#history = history;
    for (const id of removedIds) this.#routings.delete(id);
    if (store === undefined && removedIds.length === 0) return;
    await this.#write(async () => {
      if (this.#isClosed) return;
      await store?.();
      for (const id of removedIds) await this.#options.store.remove(callRecordKey(this.#topic, id));
    });
  }

  #write(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(() => this.#options.bestEffort(work()));
    return this.#writing;
  }
}

/** Received calls of all topics. A topic's records are loaded on its first message, so that thousands of sessions do not slow down the start. */
export class ReceivedCalls {
  readonly #options: ReceivedCallsOptions;
  readonly #topics = new Map<string, Promise<TopicCalls>>();
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: ReceivedCallsOptions) {
    this.#options = options;
  }

  of(topic: string): Promise<TopicCalls> {
    const calls = this.#topics.get(topic) ?? this.#load(topic);
    this.#topics.set(topic, calls);
    return calls;
  }

  /** Removes the calls of a topic. Resolves when their records are removed. */
  async forget(topic: string): Promise<void> {
    const calls = this.#topics.get(topic);
    this.#topics.delete(topic);
    const previous = this.#closing.get(topic);
    const closing = (async () => {
      await previous;
      await ((await calls) ?? new TopicCalls(topic, this.#options)).close();
    })();
    this.#closing.set(topic, closing);
    await closing;
    if (this.#closing.get(topic) === closing) this.#closing.delete(topic);
  }

  async #load(topic: string): Promise<TopicCalls> {
    await this.#closing.get(topic);
    const calls = new TopicCalls(topic, this.#options);
    await calls.load();
    return calls;
  }
}
