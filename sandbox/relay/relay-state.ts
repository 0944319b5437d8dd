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

/** A stored message. */
interface StoredMessage extends Publication {
  /** The client that published it. It never receives its own message. */
  readonly from: string;
  /** Unix times in milliseconds. */
  readonly publishedAtMs: number;
  readonly expiresAtMs: number;
  /** Clients that have received it. */
  readonly delivered: Set<string>;
}

/** Stored messages by topic, until they expire. Adding takes constant time. */
class Mailboxes {
  readonly #now: () => number;
  /** By topic and message, oldest first. */
  readonly #byTopic = new Map<string, Map<string, StoredMessage>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Stores a message; `null` if the topic already has the duplicate message, as when a client publishes it again. */
  add(publication: Publication, from: string): StoredMessage | null {
    const { topic, message, ttl } = publication;
    const mailbox = this.#byTopic.get(topic) ?? new Map<string, StoredMessage>();
    const duplicate = mailbox.get(message);
    if (duplicate !== undefined && !this.isExpired(duplicate)) return null;
    mailbox.delete(message);
    const publishedAtMs = this.#now();
    const stored = { ...publication, from, publishedAtMs, expiresAtMs: publishedAtMs + ttl * 1_000, delivered: new Set<string>() };
    this.#byTopic.set(topic, mailbox.set(message, stored));
    return stored;
  }

  /** Returns the stored messages of a topic, oldest first. */
  of(topic: string): readonly StoredMessage[] {
    return [...(this.#byTopic.get(topic)?.values() ?? [])].filter((stored) => !this.isExpired(stored));
  }

  /** Returns the messages of a topic that a client has neither received nor published. */
  pendingFor(clientId: string, topic: string): readonly StoredMessage[] {
    return this.of(topic).filter(({ from, delivered }) => from !== clientId && !delivered.has(clientId));
  }

  /** Returns true if a message has expired. */
  isExpired({ expiresAtMs }: StoredMessage): boolean {
    return expiresAtMs <= this.#now();
  }

  /** Removes expired messages. */
  prune(): void {
    for (const [topic, mailbox] of this.#byTopic) {
      for (const [text, stored] of mailbox) if (this.isExpired(stored)) mailbox.delete(text);
      if (mailbox.size === 0) this.#byTopic.delete(topic);
    }
  }

  /** Number of stored messages. */
  get size(): number {
    return [...this.#byTopic.keys()].reduce((sum, topic) => sum + this.of(topic).length, 0);
  }
}

/** A message as delivered to a client. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
export interface TopicMessage {
  readonly topic: string;
  readonly message: string;
  /** Unix time in milliseconds. */
  readonly publishedAt: number;
  readonly tag: number;
  /** Empty if the publisher has none: wallets then skip the verify service. Absent if they should query it. */
  readonly attestation?: string;
}

/** A message to be pushed to a connection. */
export interface Push {
  readonly connection: string;
  readonly request: {
    readonly id: number;
    readonly jsonrpc: '2.0';
    readonly method: 'irn_subscription';
    readonly params: { readonly id: string; readonly data: TopicMessage };
  };
}

/** The result of a call, and the pushes to send afterwards. */
export interface CallOutcome {
  readonly result: unknown;
  readonly pushes: readonly Push[];
}

/** Options of {@link RelayState}. */
export interface RelayStateOptions {
  /** Unix time in milliseconds. */
  now(): number;
  /** Time to acknowledge a push before it is redelivered. */
  readonly redeliverAfterMs: number;
  /** Omits `attestation` if the publisher did not set it, as the public relay does. Wallets then query a verify service. */
  readonly omitsMissingAttestations?: boolean;
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

/** Maximum number of messages per fetch; `hasMore` is true if there are more. */
const FETCH_LIMIT = 100;

const subscriptionId = (topic: string, clientId: string): string =>
  createHash('sha256')
    .update(topic + clientId)
    .digest('hex');

const toTopicMessage = (
  { topic, message, publishedAtMs, tag, attestation }: StoredMessage,
  { omitsMissingAttestations = false }: RelayStateOptions,
): TopicMessage => ({
  topic,
  message,
  publishedAt: publishedAtMs,
  tag,
  ...(attestation === null && omitsMissingAttestations ? {} : { attestation: attestation ?? '' }),
});

/**
 * State of a relay without sockets: mailboxes with a time to live, subscriptions, and unacknowledged messages. Until it expires, a message
 * is delivered to every subscribed client except its publisher, at least once and until it is acknowledged.
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

  /** Opens a connection. A client may have several, such as one per browser tab. */
  open(connection: string, clientId: string): void {
    this.#connections.set(connection, { clientId, topics: new Set() });
  }

  /** Closes a connection and its subscriptions. */
  close(connection: string): void {
    this.#connections.delete(connection);
    this.#dropInFlight((flight) => flight.push.connection === connection);
  }

  /** Number of stored messages. */
  get storedMessages(): number {
    return this.#mailboxes.size;
  }

  /** Topics that a connection is subscribed to. */
  topicsOf(connection: string): readonly string[] {
    return [...(this.#connections.get(connection)?.topics ?? [])];
  }

  /**
   * Executes a call.
   * @throws RelayError −32601 for an unknown method, −32602 for invalid parameters; the state is then unchanged
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

  /** Marks a push as received by its connection. Unknown ids are ignored. */
  acknowledge(connection: string, pushId: number): void {
    const flight = this.#inFlight.get(pushId);
    if (flight === undefined || flight.push.connection !== connection) return;
    flight.stored.delivered.add(this.#connectionOf(connection).clientId);
    this.#inFlight.delete(pushId);
  }

  /** Returns the pushes that were not acknowledged in time, with their original ids. Also removes expired messages. */
  redeliver(): readonly Push[] {
    this.#mailboxes.prune();
    this.#dropInFlight(({ stored }) => this.#mailboxes.isExpired(stored));
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
    const isInFlight = (stored: StoredMessage): boolean =>
      [...this.#inFlight.values()].some((flight) => flight.stored === stored && flight.push.connection === connection);
    topics.add(topic);
    return this.#mailboxes
      .pendingFor(clientId, topic)
      .filter((stored) => !isInFlight(stored))
      .map((stored) => this.#push(connection, stored));
  }

  #unsubscribe(connection: string, topics: readonly string[]): CallOutcome {
    for (const topic of topics) this.#connectionOf(connection).topics.delete(topic);
    this.#dropInFlight(({ push, stored }) => push.connection === connection && topics.includes(stored.topic));
    return { result: true, pushes: [] };
  }

  /** Fetched messages count as received. */
  #fetch(clientId: string, topics: readonly string[]): CallOutcome {
    const pending = [...new Set(topics)].flatMap((topic) => this.#mailboxes.pendingFor(clientId, topic));
    const fetched = pending.slice(0, FETCH_LIMIT);
    for (const { delivered } of fetched) delivered.add(clientId);
    return {
      result: { messages: fetched.map((stored) => toTopicMessage(stored, this.#options)), hasMore: pending.length > fetched.length },
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

  #dropInFlight(matches: (flight: InFlight) => boolean): void {
    for (const [id, flight] of this.#inFlight) if (matches(flight)) this.#inFlight.delete(id);
  }
}
