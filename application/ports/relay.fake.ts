import { type Observable, Subject, type Subscription } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { RpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { ownTopicOf } from '../../domain/wallet-protocol/own-topic.js';
import { abortable } from '../shared/abortable.js';
import { Current } from '../shared/current.js';
import { pause } from '../shared/pause.js';
import type { Clock } from './clock.port.js';
import type { OpenedLink, Relay, RelayError, RelayMessage, RelayPublication, RelayStatus } from './relay.port.js';
import {
  type FakeEnvelope,
  type FakeParty,
  type FakePublication,
  FakeRelayHub,
  fakeDigest,
  fakeIds,
  fakeMessage,
} from './relay-hub.fake.js';
import { needKey, noKey, ownTopicKey, servesFor } from './relay-keys.fake.js';
import { type FakeLink, openFakeLink, sealFakeLink } from './relay-link.fake.js';

/** How the relay receives a party: it takes it, cannot be reached, never answers, or does not accept its project id. */
export type FakeRelayDoor = 'open' | 'unreachable' | 'silent' | 'unauthorized';

const OPEN_TIMEOUT_MS = 8_000;
const RETRY_MS = 1_000;
/** How long a page may take to take a message up. */
const TAKE_UP_MS = 60_000;
const QUIET = { tag: 0, ttl: 300, prompt: false };

/**
 * A relay in memory, as one page of one party sees it. Parties of the same hub really exchange messages; keys are simulated.
 * @example
 * const relay = new FakeRelay(clock);
 * const wallet = relay.peer();
 * const { topic, symKey } = await relay.createSymKey();
 * await wallet.subscribe([wallet.importSymKey(symKey)], signal);
 */
export class FakeRelay implements Relay {
  /** Everything that this page published, oldest first, repetitions included. */
  readonly published: FakePublication[] = [];
  /** How often the line was opened. */
  openings = 0;
  readonly #clock: Clock;
  readonly #hub: FakeRelayHub;
  readonly #party: FakeParty;
  readonly #status = new Current<RelayStatus>({ type: 'closed' });
  readonly #messages = new Subject<RelayMessage>();
  readonly #wanted = new Set<string>();
  /** When what was told to this page; never again where it was taken up. */
  readonly #told = new Map<FakeEnvelope, number>();
  readonly #life = new AbortController();
  /** Whether imported keys are said to outlive the page. */
  keepsKeys = true;
  #door: FakeRelayDoor = 'open';
  #opening: Promise<void> | null = null;
  #retry: Subscription | null = null;
  readonly #refusals: { readonly isTaken: boolean }[] = [];

  constructor(clock: Clock, hub: FakeRelayHub = new FakeRelayHub(), party: FakeParty = { keys: new Map() }) {
    this.#clock = clock;
    this.#hub = hub;
    this.#party = party;
    hub.lines.add(this.#deliver);
  }

  readonly status$: Observable<RelayStatus> = this.#status.value$;
  readonly messages$: Observable<RelayMessage> = this.#messages.asObservable();

  get status(): RelayStatus {
    return this.#status.value;
  }

  /** Topics that are wanted now. */
  get topics(): readonly string[] {
    return [...this.#wanted];
  }

  /** Names of the keys that this party has. */
  get keys(): readonly string[] {
    return [...this.#party.keys.keys()];
  }

  get door(): FakeRelayDoor {
    return this.#door;
  }

  /** How the relay receives this page from now on. A line that is open stays open until {@link drop}. */
  set door(door: FakeRelayDoor) {
    this.#door = door;
    if (door === 'open' && this.#retry !== null) void this.#begin().catch(() => undefined);
  }

  /** The relay does not take the next messages. @param isTaken whether it has them all the same, and only its receipt is lost */
  refusePublications(times = 1, isTaken = false): void {
    this.#refusals.push(...Array.from({ length: times }, () => ({ isTaken })));
  }

  /** Nothing is wrong with the relay any more. */
  heal(): void {
    this.#refusals.length = 0;
    this.door = 'open';
  }

  /** The line breaks. It is opened again at once if a topic is wanted and the door is open. */
  drop(): void {
    if (this.#status.value.type !== 'open') return;
    this.#status.set({ type: 'closed' });
    if (this.#wanted.size > 0) void this.#begin().catch(() => undefined);
  }

  /** The relay hands over again what this party has not acknowledged, and what it has. */
  repeat(): void {
    this.#deliver();
  }

  /** A message that nobody published comes in. */
  receive(topic: string, message: RpcMessage): void {
    this.#hub.keep({ topic, message, delivery: QUIET }, { keys: new Map() }, this.#clock.now());
  }

  /** Takes a pairing's key from its URI, as a wallet does; returns its topic. */
  importSymKey(symKey: string): string {
    const topic = fakeDigest(symKey);
    this.#hub.secrets.add(symKey);
    this.#party.keys.set(topic, symKey);
    return topic;
  }

  /** Another party at the same relay. */
  peer(): FakeRelay {
    return new FakeRelay(this.#clock, this.#hub);
  }

  /** Another page of the same party. */
  otherTab(): FakeRelay {
    return new FakeRelay(this.#clock, this.#hub, this.#party);
  }

  /** The same page after a reload: only keys, and what was taken up, are left. */
  reload(): FakeRelay {
    this.dispose();
    return this.otherTab();
  }

  readonly open = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await this.#ready(signal, true);
  };

  readonly createSymKey = async (): Promise<{ readonly topic: string; readonly symKey: string }> => {
    const symKey = this.#hub.secret();
    return { topic: this.importSymKey(symKey), symKey };
  };

  readonly symKeyOf = async (topic: string): Promise<string | null> => this.#party.keys.get(topic) ?? null;

  readonly createKeyPair = async (): Promise<string> => {
    const secret = this.#hub.secret();
    const publicKey = fakeDigest(`public ${secret}`);
    this.#party.keys.set(publicKey, secret);
    return publicKey;
  };

  readonly agreeOnKey = async (keys: { readonly publicKey: string; readonly peerPublicKey: string }): Promise<string> => {
    const { publicKey, peerPublicKey } = keys;
    if (!this.#party.keys.has(publicKey) || !/^(?!0{64})[0-9a-f]{64}$/.test(peerPublicKey)) throw noKey(publicKey);
    return this.importSymKey(fakeDigest([publicKey, peerPublicKey].sort().join(' ')));
  };

  readonly ownTopic = async (publicKey: string): Promise<string> => {
    const secret = this.#party.keys.get(publicKey);
    if (secret === undefined) throw noKey(publicKey);
    const topic = ownTopicOf(publicKey);
    this.#party.keys.set(topic, ownTopicKey(secret));
    return topic;
  };

  readonly hasKey = async (topic: string): Promise<boolean> => this.#party.keys.has(topic);

  readonly keyNames = async (): Promise<ReadonlySet<string>> => new Set(this.#party.keys.keys());

  readonly importKeys = async (keys: ReadonlyMap<string, string>): Promise<boolean> => {
    for (const [name, key] of keys) if (!this.#party.keys.has(name)) this.#party.keys.set(name, key);
    return this.keepsKeys;
  };

  readonly deleteKeys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) this.#party.keys.delete(name);
  };

  readonly subscribe = async (topics: readonly string[], signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const added = topics.filter((topic) => !this.#wanted.has(topic));
    for (const topic of topics) this.#wanted.add(topic);
    try {
      await this.#ready(signal);
    } catch (error) {
      if (signal.aborted) for (const topic of added) this.#wanted.delete(topic);
      throw error;
    }
    this.#deliver();
  };

  readonly unsubscribe = async (topics: readonly string[]): Promise<void> => {
    for (const topic of topics) this.#wanted.delete(topic);
  };

  readonly publish = async (publication: RelayPublication, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const { onSealed, ...sealed } = publication;
    needKey(this.#party, sealed);
    await this.#ready(signal);
    this.published.push(sealed);
    const refusal = this.#refusals.shift();
    if (refusal === undefined || refusal.isTaken)
      this.#hub.keep(sealed, this.#party, this.#clock.now(), onSealed?.(fakeIds(sealed)) ?? null);
    if (refusal !== undefined) throw new LatchkeyError('relay/publish-failed', { tag: sealed.delivery.tag });
  };

  readonly sealLink = async (link: FakeLink): Promise<string> => {
    needKey(this.#party, link);
    return sealFakeLink(link);
  };

  readonly openLink = async (topic: string, envelope: string): Promise<OpenedLink | null> => {
    const opened = openFakeLink(topic, envelope);
    return servesFor(this.#party, topic, opened?.senderPublicKey !== undefined) ? opened : null;
  };

  readonly dispose = (): void => {
    if (this.#life.signal.aborted) return;
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#hub.lines.delete(this.#deliver);
    this.#retry?.unsubscribe();
    this.#wanted.clear();
    this.#status.set({ type: 'closed' });
    this.#status.complete();
    this.#messages.complete();
  };

  /** Resolves when the line is open. @param isForced also after a refusal */
  async #ready(signal: AbortSignal, isForced = false): Promise<void> {
    const status = this.#status.value;
    if (status.type === 'open') return;
    if (!isForced && status.type === 'failed' && status.error.code === 'relay/unauthorized') throw status.error;
    await abortable(this.#begin(), signal, this.#life.signal);
  }

  #begin(): Promise<void> {
    this.#opening ??= this.#attempt().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #attempt(): Promise<void> {
    this.#life.signal.throwIfAborted();
    this.#retry?.unsubscribe();
    this.#retry = null;
    this.openings += 1;
    this.#status.set({ type: 'opening' });
    if (this.#door === 'silent') await pause(OPEN_TIMEOUT_MS, this.#clock, this.#life.signal);
    else await Promise.resolve();
    this.#life.signal.throwIfAborted();
    if (this.#door === 'unauthorized') return this.#fail(new LatchkeyError('relay/unauthorized', { reason: 'invalid key' }));
    if (this.#door !== 'open') return this.#fail(new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }));
    this.#status.set({ type: 'open' });
    this.#deliver();
  }

  #fail(error: RelayError): never {
    this.#status.set({ type: 'failed', error });
    if (this.#wanted.size > 0 && error.code === 'relay/unreachable')
      this.#retry = this.#clock.scheduler.schedule(() => void this.#begin().catch(() => undefined), RETRY_MS);
    throw error;
  }

  /** Tells what waits for this page. @param fresh goes to all pages of a party, whichever is quicker to take it up */
  readonly #deliver = (fresh?: FakeEnvelope): void => {
    if (this.#status.value.type !== 'open' || !this.#messages.observed) return;
    const now = this.#clock.now();
    const waiting = this.#hub.envelopes.filter((envelope) => {
      const { topic, from, acknowledged, sealing } = envelope;
      if (!this.#wanted.has(topic) || from === this.#party || !servesFor(this.#party, topic, sealing !== undefined)) return false;
      const told = this.#told.get(envelope);
      return told === undefined ? envelope === fresh || !acknowledged.has(this.#party) : now - told >= TAKE_UP_MS;
    });
    for (const envelope of waiting.sort((a, b) => a.publishedAt - b.publishedAt)) {
      this.#told.set(envelope, now);
      const handed = fakeMessage(envelope, () => {
        envelope.acknowledged.add(this.#party);
        this.#told.set(envelope, Number.POSITIVE_INFINITY);
      });
      this.#hub.convey(() => this.#messages.next(handed));
    }
  };
}
