import {
  answerCall,
  type CallAnswer,
  type CallHistory,
  type CallState,
  callStateOf,
  type HeardCall,
  type HistoryMove,
  hearCall,
  heardCallSchema,
  loadHistory,
  NOTHING_HEARD,
} from '../../../domain/wallet-protocol/state/call-history.js';
import { read } from '../../../domain/wire.js';
import type { Clock } from '../../ports/clock.port.js';
import type { EnvelopeKeys } from '../../ports/key-chain.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import type { Tidy } from '../tidy.js';
import type { AnswerKind } from './calls.js';

/** An answer that does not travel on the topic of its call, nor under its key. */
export interface OtherWay extends EnvelopeKeys {
  readonly topic: string;
  /** Whether it goes by a link alone, to the owner of that link. */
  readonly isByLink?: boolean;
}

/** How an answer travels, where not as every answer to its call does. */
export interface AnswerHow {
  readonly way?: OtherWay | undefined;
  readonly kind?: AnswerKind | undefined;
}

/** A call as it is stored: with how its answer travels, so that it is answered the same when it is delivered again. */
type StoredCall = HeardCall & AnswerHow;

const CALLS = '@latchkey/wc/call/';

/** What the records of a topic's calls begin with. */
const callsOf = (topic: string): string => `${CALLS}${topic}/`;

/** The record of an answered call. */
export const callRecord = (topic: string, id: number): string => `${CALLS}${topic}/${id}`;

/** What is needed to remember calls. */
export interface HeardCallsOptions {
  readonly store: RecordStore;
  readonly clock: Clock;
  readonly tidy: Tidy;
}

/** The calls that came in on one topic and what they were answered with. */
export class TopicCalls {
  readonly #topic: string;
  readonly #options: HeardCallsOptions;
  readonly #hows = new Map<number, AnswerHow>();
  /** Writes keep their order, and are waited for before everything is removed. */
  #writing: Promise<void> = Promise.resolve();
  #history: CallHistory = NOTHING_HEARD;
  #isOver = false;

  constructor(topic: string, options: HeardCallsOptions) {
    this.#topic = topic;
    this.#options = options;
  }

  /** Takes up what an earlier page stored. What cannot be read is removed. */
  async load(): Promise<void> {
    const { store, clock, tidy } = this.#options;
    // A store of the host may fail. What is not known to be answered is carried out.
    await tidy(
      (async () => {
        const stored: StoredCall[] = [];
        for (const [key, value] of await store.list(callsOf(this.#topic))) {
          // The rest was written with what is checked.
          const call = read(heardCallSchema, value) as StoredCall | null;
          if (call === null) await store.remove(key);
          else stored.push(call);
        }
        for (const { id, way, kind } of stored) this.#setHow(id, { way, kind });
        const calls = stored.map(({ id, expiry, answer }) => ({ id, expiry, answer }));
        await this.#move(loadHistory(this.#history, calls, clock.now()));
      })(),
    );
  }

  /** What is known of a call that comes in. */
  stateOf(id: number): CallState {
    return callStateOf(this.#history, id, this.#options.clock.now());
  }

  /** How the answer to a call travels. */
  howOf(id: number): AnswerHow {
    return this.#hows.get(id) ?? {};
  }

  /** Takes down that a call came in. */
  async hear(id: number): Promise<void> {
    await this.#move(hearCall(this.#history, id, this.#options.clock.now()));
  }

  /** A call could not be carried out: delivered again, it is tried again. */
  drop(id: number): void {
    if (this.stateOf(id).type === 'unanswered') this.#history = this.#history.filter((call) => call.id !== id);
  }

  /** Remembers an answer. Resolves when it has outlived the page, or cannot. @param how `isStored`: default `true` */
  async answer(
    id: number,
    answer: CallAnswer,
    { way, kind, isStored = true }: AnswerHow & { readonly isStored?: boolean } = {},
  ): Promise<void> {
    this.#setHow(id, { way, kind });
    const move = answerCall(this.#history, id, answer, this.#options.clock.now());
    const store = (): Promise<void> => {
      const call = move.history.find((known) => known.id === id);
      const record = { ...call, ...(way === undefined ? {} : { way }), ...(kind === undefined ? {} : { kind }) };
      return this.#options.store.set(callRecord(this.#topic, id), record);
    };
    await this.#move(move, isStored ? store : undefined);
  }

  /** Forgets everything, and stores nothing any more. */
  end(): Promise<void> {
    const { store } = this.#options;
    this.#isOver = true;
    this.#history = NOTHING_HEARD;
    this.#hows.clear();
    return this.#write(async () => {
      for (const [key] of await store.list(callsOf(this.#topic))) await store.remove(key);
    });
  }

  #setHow(id: number, how: AnswerHow): void {
    if (how.way === undefined && how.kind === undefined) this.#hows.delete(id);
    else this.#hows.set(id, how);
  }

  async #move({ history, forgotten }: HistoryMove, store?: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    this.#history = history;
    for (const id of forgotten) this.#hows.delete(id);
    if (store === undefined && forgotten.length === 0) return;
    await this.#write(async () => {
      if (this.#isOver) return;
      await store?.();
      for (const id of forgotten) await this.#options.store.remove(callRecord(this.#topic, id));
    });
  }

  #write(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(() => this.#options.tidy(work()));
    return this.#writing;
  }
}

/**
 * What came in on every topic. A topic's records are read with its first message, so that a page with thousands of sessions reads none of
 * them at its start.
 */
export class HeardCalls {
  readonly #options: HeardCallsOptions;
  readonly #topics = new Map<string, Promise<TopicCalls>>();
  readonly #ending = new Map<string, Promise<void>>();

  constructor(options: HeardCallsOptions) {
    this.#options = options;
  }

  of(topic: string): Promise<TopicCalls> {
    const known = this.#topics.get(topic) ?? this.#load(topic);
    this.#topics.set(topic, known);
    return known;
  }

  /** Forgets the calls of a topic. Resolves when nothing is stored of them. */
  async forget(topic: string): Promise<void> {
    const known = this.#topics.get(topic);
    this.#topics.delete(topic);
    const earlier = this.#ending.get(topic);
    const ending = (async () => {
      await earlier;
      await ((await known) ?? new TopicCalls(topic, this.#options)).end();
    })();
    this.#ending.set(topic, ending);
    await ending;
    if (this.#ending.get(topic) === ending) this.#ending.delete(topic);
  }

  async #load(topic: string): Promise<TopicCalls> {
    await this.#ending.get(topic);
    const calls = new TopicCalls(topic, this.#options);
    await calls.load();
    return calls;
  }
}
