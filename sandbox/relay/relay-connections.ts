import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { FaultQueue } from '../process/fault-queue.js';
import { RelayError } from './relay-calls.js';
import type { RelaySnapshot } from './relay-control.js';
import { concernsCall, type RelayFault } from './relay-fault.js';
import { type Push, RelayState, type RelayStateOptions } from './relay-state.js';
import { TrafficLog, withoutEnvelopes } from './traffic-log.js';

/** How often clients are pinged: those in Node give up after 35 s of silence. */
const PING_MS = 25_000;

/** How often the relay looks for messages that were not acknowledged, unless they are due sooner. */
const LOOK_MS = 1_000;

interface OpenConnection {
  readonly clientId: string;
  readonly socket: WebSocket;
  isFrozen: boolean;
}

/** A call or an answer of a client. */
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

/** The open sockets of a relay: they carry calls to its state and bring back answers and pushes, or whatever goes wrong with them. */
export class RelayConnections {
  readonly traffic = new TrafficLog();
  readonly faults = new FaultQueue<RelayFault>();
  /** Everything is sent this much later. */
  latencyMs = 0;
  readonly #options: RelayStateOptions;
  readonly #open = new Map<string, OpenConnection>();
  readonly #late = new Set<NodeJS.Timeout>();
  readonly #timers: readonly NodeJS.Timeout[];
  #state: RelayState;

  constructor(options: RelayStateOptions) {
    this.#options = options;
    this.#state = new RelayState(options);
    const lookMs = Math.min(LOOK_MS, 5 * options.redeliverAfterMs);
    this.#timers = [setInterval(() => this.#ping(), PING_MS), setInterval(() => this.#pushAll(this.#state.redeliver()), lookMs)];
  }

  /** Takes a socket whose client is known. */
  add(socket: WebSocket, clientId: string): void {
    const connection = randomUUID();
    this.#state.open(connection, clientId);
    this.#open.set(connection, { clientId, socket, isFrozen: false });
    socket.on('message', (data) => this.#receive(connection, data));
    // A socket that breaks also closes.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.#open.delete(connection)) return;
      this.#state.close(connection);
      this.#note({ kind: 'close', clientId });
    });
  }

  /** Breaks connections without a word. */
  drop(clientId?: string): void {
    for (const { socket } of this.#of(clientId)) socket.terminate();
  }

  /** Leaves connections open and reads and sends nothing any more. */
  freeze(clientId?: string): void {
    for (const connection of this.#of(clientId)) {
      connection.isFrozen = true;
      connection.socket.pause();
    }
  }

  /** Closes every connection with a code. */
  close(code: number, reason: string): void {
    for (const { socket } of this.#open.values()) socket.close(code, reason);
  }

  /** What the relay holds. */
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

  /** Breaks every connection and forgets everything. */
  reset(): void {
    for (const timer of this.#late) clearTimeout(timer);
    this.#late.clear();
    this.drop();
    this.#open.clear();
    this.#state = new RelayState(this.#options);
    this.traffic.clear();
    this.faults.clear();
    this.latencyMs = 0;
  }

  /** Breaks every connection and ends every timer. */
  stop(): void {
    this.reset();
    for (const timer of this.#timers) clearInterval(timer);
  }

  #of(clientId?: string): readonly OpenConnection[] {
    return [...this.#open.values()].filter((connection) => clientId === undefined || connection.clientId === clientId);
  }

  #receive(connection: string, data: unknown): void {
    const open = this.#open.get(connection);
    if (open === undefined) return;
    const message = parse(data);
    if (message === null) this.#send(connection, { id: null, jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
    else if (typeof message.method === 'string') this.#call(connection, open.clientId, message, message.method);
    else if ('result' in message) {
      this.#note({ kind: 'acknowledged', clientId: open.clientId });
      this.#state.acknowledge(connection, Number(message.id));
    }
  }

  #call(connection: string, clientId: string, { id, params }: ClientMessage, method: string): void {
    const { topic, tag } = fieldsOf(params);
    this.#note({
      kind: 'call',
      clientId,
      method,
      params: fieldsOf(withoutEnvelopes(params)),
      ...(typeof topic === 'string' ? { topic } : {}),
      ...(typeof tag === 'number' ? { tag } : {}),
    });
    const fault = this.faults.take((one) => concernsCall(one, method, typeof tag === 'number' ? tag : null));
    if (fault?.mode === 'drop') return;
    if (fault?.mode === 'error') this.#send(connection, { id, jsonrpc: '2.0', error: fault.error });
    else if (fault?.mode === 'delay') this.#later(fault.delayMs, () => this.#answer(connection, id, method, params, fault));
    else this.#answer(connection, id, method, params, fault);
  }

  #answer(connection: string, id: unknown, method: string, params: unknown, fault: RelayFault | null): void {
    // The client may have gone while its call was held back.
    if (!this.#open.has(connection)) return;
    try {
      const { result, pushes } = this.#state.call(connection, method, params);
      const answer = (): void => this.#send(connection, { id, jsonrpc: '2.0', result });
      if (fault?.mode !== 'drop-answer') answer();
      if (fault?.mode === 'repeat') answer();
      this.#pushAll(pushes);
    } catch (error) {
      if (!(error instanceof RelayError)) throw error;
      this.#send(connection, { id, jsonrpc: '2.0', error: { code: error.code, message: error.message } });
    }
  }

  #pushAll(pushes: readonly Push[]): void {
    for (const push of pushes) {
      const { tag } = push.request.params.data;
      const fault = this.faults.take((one) => concernsCall(one, 'irn_subscription', tag));
      if (fault?.mode === 'drop' || fault?.mode === 'error') continue;
      if (fault?.mode === 'delay') this.#later(fault.delayMs, () => this.#push(push));
      else this.#push(push);
      if (fault?.mode === 'repeat') this.#push(push);
    }
  }

  #push({ connection, request }: Push): void {
    const { topic, tag } = request.params.data;
    const open = this.#open.get(connection);
    if (open === undefined) return;
    this.#note({ kind: 'push', clientId: open.clientId, topic, tag });
    this.#send(connection, request);
  }

  #send(connection: string, message: object): void {
    const go = (): void => {
      const open = this.#open.get(connection);
      if (open !== undefined && !open.isFrozen && open.socket.readyState === open.socket.OPEN) open.socket.send(JSON.stringify(message));
    };
    if (this.latencyMs > 0) this.#later(this.latencyMs, go);
    else go();
  }

  #later(ms: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#late.delete(timer);
      task();
    }, ms);
    this.#late.add(timer);
  }

  #ping(): void {
    for (const { socket, isFrozen } of this.#open.values()) if (!isFrozen) socket.ping();
  }

  #note(entry: Omit<Parameters<TrafficLog['note']>[0], 'atMs'>): void {
    this.traffic.note({ atMs: this.#options.now(), ...entry });
  }
}
