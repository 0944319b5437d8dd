import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { FaultQueue } from '../process/fault-queue.js';
import { RelayError } from './relay-calls.js';
import type { RelaySnapshot } from './relay-control.js';
import { faultApplies, type RelayFault } from './relay-fault.js';
import { type Push, RelayState, type RelayStateOptions } from './relay-state.js';
import { TrafficLog, withoutEnvelopes } from './traffic-log.js';

/** Ping interval. Clients in Node disconnect after 35 s of silence. */
const PING_MS = 25_000;

/** Maximum interval between checks for unacknowledged messages. */
const REDELIVERY_CHECK_MS = 1_000;

interface OpenConnection {
  readonly clientId: string;
  readonly socket: WebSocket;
  isFrozen: boolean;
}

/** A request or response of a client. */
interface ClientMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
}

const parse = (data: unknown): ClientMessage | null => {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
};

const fieldsOf = (params: unknown): Readonly<Record<string, unknown>> =>
  typeof params === 'object' && params !== null ? (params as Readonly<Record<string, unknown>>) : {};

/** The open sockets of a relay. Passes calls to the relay's state, sends responses and pushes, and applies faults. */
export class RelayConnections {
  readonly traffic = new TrafficLog();
  readonly faults = new FaultQueue<RelayFault>();
  /** Delay of all outgoing messages. */
  latencyMs = 0;
  readonly #options: RelayStateOptions;
  readonly #open = new Map<string, OpenConnection>();
  readonly #delayed = new Set<NodeJS.Timeout>();
  readonly #timers: readonly NodeJS.Timeout[];
  #state: RelayState;

  constructor(options: RelayStateOptions) {
    this.#options = options;
    this.#state = new RelayState(options);
    const checkMs = Math.min(REDELIVERY_CHECK_MS, 5 * options.redeliverAfterMs);
    this.#timers = [setInterval(() => this.#ping(), PING_MS), setInterval(() => this.#pushAll(this.#state.redeliver()), checkMs)];
  }

  /** Adds an authenticated client's socket. */
  add(socket: WebSocket, clientId: string): void {
    const connection = randomUUID();
    this.#state.open(connection, clientId);
    this.#open.set(connection, { clientId, socket, isFrozen: false });
    socket.on('message', (data) => this.#receive(connection, data));
    // A broken socket also fires `close`.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.#open.delete(connection)) return;
      this.#state.close(connection);
      this.#log({ kind: 'close', clientId });
    });
  }

  /** Terminates connections without a close frame. */
  drop(clientId?: string): void {
    for (const { socket } of this.#connectionsOf(clientId)) socket.terminate();
  }

  /** Keeps connections open but stops reading and sending. */
  freeze(clientId?: string): void {
    for (const connection of this.#connectionsOf(clientId)) {
      connection.isFrozen = true;
      connection.socket.pause();
    }
  }

  /** Closes all connections with a code. */
  close(code: number, reason: string): void {
    for (const { socket } of this.#open.values()) socket.close(code, reason);
  }

  /** Returns the current state. */
  snapshot(): RelaySnapshot {
    return {
      connections: [...this.#open].map(([connection, { clientId, isFrozen }]) => ({
        clientId,
        isFrozen,
        topics: this.#state.topicsOf(connection),
      })),
      storedMessages: this.#state.storedMessages,
    };
  }

  /** Terminates all connections and clears all state. */
  reset(): void {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
    this.drop();
    this.#open.clear();
    this.#state = new RelayState(this.#options);
    this.traffic.clear();
    this.faults.clear();
    this.latencyMs = 0;
  }

  /** Terminates all connections and stops all timers. */
  stop(): void {
    this.reset();
    for (const timer of this.#timers) clearInterval(timer);
  }

  #connectionsOf(clientId?: string): readonly OpenConnection[] {
    return [...this.#open.values()].filter((connection) => clientId === undefined || connection.clientId === clientId);
  }

  #receive(connection: string, data: unknown): void {
    const open = this.#open.get(connection);
    if (open === undefined) return;
    const message = parse(data);
    if (message === null) this.#send(connection, { id: null, jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
    else if (typeof message.method === 'string') this.#call(connection, open.clientId, message, message.method);
    else if ('result' in message) {
      this.#log({ kind: 'acknowledged', clientId: open.clientId });
      this.#state.acknowledge(connection, Number(message.id));
    }
  }

  #call(connection: string, clientId: string, { id, params }: ClientMessage, method: string): void {
    const { topic, tag } = fieldsOf(params);
    this.#log({
      kind: 'call',
      clientId,
      method,
      params: fieldsOf(withoutEnvelopes(params)),
      ...(typeof topic === 'string' ? { topic } : {}),
      ...(typeof tag === 'number' ? { tag } : {}),
    });
    const fault = this.faults.take((fault) => faultApplies(fault, method, typeof tag === 'number' ? tag : null));
    if (fault?.mode === 'drop') return;
    if (fault?.mode === 'error') this.#send(connection, { id, jsonrpc: '2.0', error: fault.error });
    else if (fault?.mode === 'delay') this.#delay(fault.delayMs, () => this.#execute(connection, id, method, params, fault));
    else this.#execute(connection, id, method, params, fault);
  }

  #execute(connection: string, id: unknown, method: string, params: unknown, fault: RelayFault | null): void {
    // The client may have disconnected while its call was delayed.
    if (!this.#open.has(connection)) return;
    try {
      const { result, pushes } = this.#state.call(connection, method, params);
      const respond = (): void => this.#send(connection, { id, jsonrpc: '2.0', result });
      if (fault?.mode !== 'drop-response') respond();
      if (fault?.mode === 'repeat') respond();
      this.#pushAll(pushes);
    } catch (error) {
      if (!(error instanceof RelayError)) throw error;
      this.#send(connection, { id, jsonrpc: '2.0', error: { code: error.code, message: error.message } });
    }
  }

  #pushAll(pushes: readonly Push[]): void {
    for (const push of pushes) {
      const { tag } = push.request.params.data;
      const fault = this.faults.take((fault) => faultApplies(fault, 'irn_subscription', tag));
      if (fault?.mode === 'drop' || fault?.mode === 'error') continue;
      if (fault?.mode === 'delay') this.#delay(fault.delayMs, () => this.#push(push));
      else this.#push(push);
      if (fault?.mode === 'repeat') this.#push(push);
    }
  }

  #push({ connection, request }: Push): void {
    const { topic, tag } = request.params.data;
    const open = this.#open.get(connection);
    if (open === undefined) return;
    this.#log({ kind: 'push', clientId: open.clientId, topic, tag });
    this.#send(connection, request);
  }

  #send(connection: string, message: object): void {
    const deliver = (): void => {
      const open = this.#open.get(connection);
      if (open !== undefined && !open.isFrozen && open.socket.readyState === open.socket.OPEN) open.socket.send(JSON.stringify(message));
    };
    if (this.latencyMs > 0) this.#delay(this.latencyMs, deliver);
    else deliver();
  }

  #delay(ms: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      task();
    }, ms);
    this.#delayed.add(timer);
  }

  #ping(): void {
    for (const { socket, isFrozen } of this.#open.values()) if (!isFrozen) socket.ping();
  }

  #log(entry: Omit<Parameters<TrafficLog['note']>[0], 'atMs'>): void {
    this.traffic.note({ atMs: this.#options.now(), ...entry });
  }
}
