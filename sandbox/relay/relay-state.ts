import { createHash } from 'node:crypto';
import {
  type Publication,
  readApproveSession,
  readBatchPublish,
  readBatchUnsubscribe,
  readProposeSession,
  readPublish,
  readTopic,
  readTopics,
  unknownMethod,
} from './relay-calls.js';

/** A message the relay keeps. */
interface StoredMessage extends Publication {
  /** Client that published it; it never gets its own message. */
  readonly from: string;
  /** Unix times in milliseconds. */
  readonly publishedAtMs: number;
  readonly expiresAtMs: number;
  /** Clients that have it. */
  readonly delivered: Set<string>;
}

/** What the relay keeps for each topic, until its time is over. To keep one more takes as long however many there are. */
class Mailboxes {
  readonly #now: () => number;
  /** By topic and text, the oldest first. */
  readonly #byTopic = new Map<string, Map<string, StoredMessage>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Keeps a message; `null` when the topic holds the same text already, as when a client sends it a second time. */
  add(publication: Publication, from: string): StoredMessage | null {
    const { topic, message, ttl } = publication;
    const kept = this.#byTopic.get(topic) ?? new Map<string, StoredMessage>();
    const same = kept.get(message);
    if (same !== undefined && !this.isOver(same)) return null;
    kept.delete(message);
    const publishedAtMs = this.#now();
    const stored = { ...publication, from, publishedAtMs, expiresAtMs: publishedAtMs + ttl * 1_000, delivered: new Set<string>() };
    this.#byTopic.set(topic, kept.set(message, stored));
    return stored;
  }

  /** What is kept for a topic, oldest first. */
  of(topic: string): readonly StoredMessage[] {
    return [...(this.#byTopic.get(topic)?.values() ?? [])].filter((stored) => !this.isOver(stored));
  }

  /** What is kept for a topic and a client has not got, its own messages left out. */
  waitingFor(clientId: string, topic: string): readonly StoredMessage[] {
    return this.of(topic).filter(({ from, delivered }) => from !== clientId && !delivered.has(clientId));
  }

  /** Whether the time of a message is over. */
  isOver({ expiresAtMs }: StoredMessage): boolean {
    return expiresAtMs <= this.#now();
  }

  /** Forgets what is over. */
  prune(): void {
    for (const [topic, kept] of this.#byTopic) {
      for (const [text, stored] of kept) if (this.isOver(stored)) kept.delete(text);
      if (kept.size === 0) this.#byTopic.delete(topic);
    }
  }

  /** How many messages are kept. */
  get size(): number {
    return [...this.#byTopic.keys()].reduce((sum, topic) => sum + this.of(topic).length, 0);
  }
}

/** A message as a client gets it. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
export interface TopicMessage {
  readonly topic: string;
  readonly message: string;
  /** Unix time in milliseconds. */
  readonly publishedAt: number;
  readonly tag: number;
  /** Empty where the publisher gave none: wallets then ask no verify service. Left out where they are to ask. */
  readonly attestation?: string;
}

/** One message on its way to one connection. */
export interface Push {
  readonly connection: string;
  readonly request: {
    readonly id: number;
    readonly jsonrpc: '2.0';
    readonly method: 'irn_subscription';
    readonly params: { readonly id: string; readonly data: TopicMessage };
  };
}

/** The answer to a call, and what is to be sent after it. */
export interface CallOutcome {
  readonly result: unknown;
  readonly pushes: readonly Push[];
}

/** What the relay is made of. */
export interface RelayStateOptions {
  /** Unix time in milliseconds. */
  now(): number;
  /** How long a connection may take to acknowledge before it is sent the message again. */
  readonly redeliverAfterMs: number;
  /** Hands on that a publisher said nothing of an attestation, as the public relay does: wallets then ask a verify service. */
  readonly asksForAttestations?: boolean;
}

interface Connection {
  readonly clientId: string;
  readonly topics: Set<string>;
}

interface InFlight {
  readonly push: Push;
  readonly stored: StoredMessage;
  dueAtMs: number;
}

/** The most messages in one answer to a fetch; `hasMore` says when there are others. */
const FETCH_LIMIT = 100;

const subscriptionId = (topic: string, clientId: string): string =>
  createHash('sha256')
    .update(topic + clientId)
    .digest('hex');

const toTopicMessage = (
  { topic, message, publishedAtMs, tag, attestation }: StoredMessage,
  { asksForAttestations = false }: RelayStateOptions,
): TopicMessage => ({
  topic,
  message,
  publishedAt: publishedAtMs,
  tag,
  ...(attestation === null && asksForAttestations ? {} : { attestation: attestation ?? '' }),
});

/**
 * What a relay knows and decides, without sockets: mailboxes with a time to live, subscriptions, and messages that wait for their
 * acknowledgement. Within its time, a message reaches every other client that subscribes, at least once until that client acknowledges it,
 * and never the client that published it.
 */
export class RelayState {
  readonly #options: RelayStateOptions;
  readonly #mailboxes: Mailboxes;
  readonly #connections = new Map<string, Connection>();
  readonly #inFlight = new Map<number, InFlight>();
  #lastPushId: number;

  constructor(options: RelayStateOptions) {
    this.#options = options;
    this.#mailboxes = new Mailboxes(options.now);
    this.#lastPushId = options.now() * 1_000;
  }

  /** A client opened a connection. Several may be open at once, as with the tabs of one browser. */
  open(connection: string, clientId: string): void {
    this.#connections.set(connection, { clientId, topics: new Set() });
  }

  /** A connection is gone, and its subscriptions with it. */
  close(connection: string): void {
    this.#connections.delete(connection);
    this.#forget((flight) => flight.push.connection === connection);
  }

  /** How many messages are kept. */
  get storedMessages(): number {
    return this.#mailboxes.size;
  }

  /** Topics a connection is subscribed to. */
  topicsOf(connection: string): readonly string[] {
    return [...(this.#connections.get(connection)?.topics ?? [])];
  }

  /**
   * Answers a call.
   * @throws RelayError −32601 for an unknown method, −32602 for parameters that make no sense; nothing is done then
   */
  call(connection: string, method: string, params: unknown): CallOutcome {
    const { clientId } = this.#connectionOf(connection);
    const subscribed = (topics: readonly string[]): readonly Push[] => topics.flatMap((topic) => this.#subscribe(connection, topic));
    switch (method) {
      case 'irn_publish':
        return { result: true, pushes: this.#publish(clientId, [readPublish(params)]) };
      case 'irn_batchPublish':
        return { result: true, pushes: this.#publish(clientId, readBatchPublish(params)) };
      case 'irn_subscribe': {
        const topic = readTopic(params);
        return { result: subscriptionId(topic, clientId), pushes: subscribed([topic]) };
      }
      case 'irn_batchSubscribe': {
        const topics = readTopics(params);
        return { result: topics.map((topic) => subscriptionId(topic, clientId)), pushes: subscribed(topics) };
      }
      case 'irn_unsubscribe':
        return this.#unsubscribe(connection, [readTopic(params)]);
      case 'irn_batchUnsubscribe':
        return this.#unsubscribe(connection, readBatchUnsubscribe(params));
      case 'irn_fetchMessages':
        return this.#fetch(clientId, [readTopic(params)]);
      case 'irn_batchFetchMessages':
        return this.#fetch(clientId, readTopics(params));
      case 'wc_proposeSession': {
        const { pairingTopic, proposal } = readProposeSession(params);
        return { result: true, pushes: [...subscribed([pairingTopic]), ...this.#publish(clientId, [proposal])] };
      }
      case 'wc_approveSession': {
        const { sessionTopic, publications } = readApproveSession(params);
        return { result: true, pushes: [...subscribed([sessionTopic]), ...this.#publish(clientId, publications)] };
      }
      default:
        throw unknownMethod(method);
    }
  }

  /** A connection has got a message. Ids that nobody waits for are ignored. */
  acknowledge(connection: string, pushId: number): void {
    const flight = this.#inFlight.get(pushId);
    if (flight === undefined || flight.push.connection !== connection) return;
    flight.stored.delivered.add(this.#connectionOf(connection).clientId);
    this.#inFlight.delete(pushId);
  }

  /** What was not acknowledged in time and is to be sent again, under the id it had. It also forgets what is over. */
  redeliver(): readonly Push[] {
    this.#mailboxes.prune();
    this.#forget(({ stored }) => this.#mailboxes.isOver(stored));
    const now = this.#options.now();
    const due = [...this.#inFlight.values()].filter(({ dueAtMs }) => dueAtMs <= now);
    for (const flight of due) flight.dueAtMs = now + this.#options.redeliverAfterMs;
    return due.map(({ push }) => push);
  }

  #connectionOf(connection: string): Connection {
    const found = this.#connections.get(connection);
    if (found === undefined) throw new Error(`The relay has no connection ${connection}.`);
    return found;
  }

  #publish(clientId: string, publications: readonly Publication[]): readonly Push[] {
    return publications.flatMap((publication) => {
      const stored = this.#mailboxes.add(publication, clientId);
      if (stored === null) return [];
      return [...this.#connections]
        .filter(([, other]) => other.clientId !== clientId && other.topics.has(stored.topic))
        .map(([connection]) => this.#push(connection, stored));
    });
  }

  #subscribe(connection: string, topic: string): readonly Push[] {
    const { clientId, topics } = this.#connectionOf(connection);
    const isOnItsWay = (stored: StoredMessage): boolean =>
      [...this.#inFlight.values()].some((flight) => flight.stored === stored && flight.push.connection === connection);
    topics.add(topic);
    return this.#mailboxes
      .waitingFor(clientId, topic)
      .filter((stored) => !isOnItsWay(stored))
      .map((stored) => this.#push(connection, stored));
  }

  #unsubscribe(connection: string, topics: readonly string[]): CallOutcome {
    for (const topic of topics) this.#connectionOf(connection).topics.delete(topic);
    this.#forget(({ push, stored }) => push.connection === connection && topics.includes(stored.topic));
    return { result: true, pushes: [] };
  }

  /** A client that fetches has what it is answered. */
  #fetch(clientId: string, topics: readonly string[]): CallOutcome {
    const waiting = [...new Set(topics)].flatMap((topic) => this.#mailboxes.waitingFor(clientId, topic));
    const fetched = waiting.slice(0, FETCH_LIMIT);
    for (const { delivered } of fetched) delivered.add(clientId);
    return {
      result: { messages: fetched.map((stored) => toTopicMessage(stored, this.#options)), hasMore: waiting.length > fetched.length },
      pushes: [],
    };
  }

  #push(connection: string, stored: StoredMessage): Push {
    this.#lastPushId += 1;
    const { clientId } = this.#connectionOf(connection);
    const push: Push = {
      connection,
      request: {
        id: this.#lastPushId,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params: { id: subscriptionId(stored.topic, clientId), data: toTopicMessage(stored, this.#options) },
      },
    };
    this.#inFlight.set(this.#lastPushId, { push, stored, dueAtMs: this.#options.now() + this.#options.redeliverAfterMs });
    return push;
  }

  #forget(isOver: (flight: InFlight) => boolean): void {
    for (const [id, flight] of this.#inFlight) if (isOver(flight)) this.#inFlight.delete(id);
  }
}
