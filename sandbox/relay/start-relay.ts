import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { callControl } from '../process/control.js';
import { answerControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { startLoopbackServer } from '../process/loopback-server.js';
import { type AuthOutcome, checkAuth } from './check-auth.js';
import { RelayConnections } from './relay-connections.js';
import type { RelayControl, RelayDoor } from './relay-control.js';

/** What a relay is started with. */
export interface RelayOptions {
  /** TCP port on loopback; 0, the default, takes a free one. */
  readonly port?: number;
  /** Project ids that are let in; `null`, the default, lets any in. */
  readonly projectIds?: readonly string[] | null;
  /** Addresses that clients may believe to speak to, besides the relay's own: for tests that lead a public address here. */
  readonly audiences?: readonly string[];
  /** How long a client may take to acknowledge a message before it comes again. 5000 by default. */
  readonly redeliverAfterMs?: number;
  /**
   * Messages without an attestation are handed on without a word of it, as by the public relay, so that wallets ask a verify service. By default
   * wallets are told that there is none, and ask nobody.
   */
  readonly asksForAttestations?: boolean;
  /** Secret for the switches over HTTP; without it, the relay makes one. */
  readonly controlToken?: string;
}

/** A relay on loopback. */
export interface Relay {
  /** E.g. `ws://127.0.0.1:40003`. */
  readonly url: string;
  /** Its switches, in this process. */
  readonly control: RelayControl;
  /** Secret for its switches over HTTP: `relayOverHttp(url, controlToken)`. */
  readonly controlToken: string;
  /** Takes a connection of this process that does not come over TCP. */
  accept(stream: Duplex): void;
  stop(): Promise<void>;
}

/** The relay's own code for a client that may not connect. */
const UNAUTHORIZED = 3000;

const REDELIVER_AFTER_MS = 5_000;

/** What a client names in its address, its token left out. */
const describeQuery = (query: URLSearchParams): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...query].filter(([name]) => name !== 'auth'));

/**
 * Starts a relay of the wallet protocol: publish and subscribe over JSON-RPC and WebSocket, mailboxes with a time to live, delivery until
 * acknowledged. Everything is in memory.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 * @example
 * const relay = await startRelay();
 * const client = await SignClient.init({ relayUrl: relay.url, projectId: 'any' });
 * await relay.control.dropSockets();
 * await relay.stop();
 */
export const startRelay = async (options: RelayOptions = {}): Promise<Relay> => {
  const { port = 0, audiences = [], redeliverAfterMs = REDELIVER_AFTER_MS, asksForAttestations = false } = options;
  const { controlToken = makeControlToken() } = options;
  const connections = new RelayConnections({ now: Date.now, redeliverAfterMs, asksForAttestations });
  const sockets = new WebSocketServer({ noServer: true });
  const streams = new Set<Duplex>();
  let door: RelayDoor = 'open';
  let projectIds = options.projectIds ?? null;

  const breakStreams = (): void => {
    for (const stream of streams) stream.destroy();
  };

  const control: RelayControl = {
    addFault: async (fault) => connections.faults.add(fault, fault.times ?? 1),
    clearFaults: async () => connections.faults.clear(),
    setOnline: async (on) => {
      door = on ? 'open' : 'refuse';
      if (!on) connections.drop();
    },
    setDoor: async (wanted) => {
      door = wanted;
    },
    setLatency: async (latencyMs) => {
      connections.latencyMs = latencyMs;
    },
    setProjectIds: async (ids) => {
      projectIds = ids;
    },
    dropSockets: async (clientId) => connections.drop(clientId),
    freezeSockets: async (clientId) => connections.freeze(clientId),
    closeSockets: async (code, reason = '') => connections.close(code, reason),
    traffic: async () => connections.traffic.entries,
    state: async () => connections.snapshot(),
    reset: async () => {
      door = 'open';
      projectIds = options.projectIds ?? null;
      breakStreams();
      connections.reset();
    },
  };

  /** Decides about a connection, and remembers it. */
  const admit = (request: IncomingMessage, asked: RelayDoor): AuthOutcome => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    const projectId = query.get('projectId') ?? '';
    const { host = '', origin } = request.headers;
    const mayEnter = projectIds === null || projectIds.includes(projectId);
    const claimed = checkAuth(query.get('auth'), { audiences, host, nowMs: Date.now() });
    const known = 'clientId' in claimed && !mayEnter ? { refused: 'invalid key' } : claimed;
    const decided = asked === 'open' ? known : { refused: 'closed door' };
    connections.traffic.note({
      atMs: Date.now(),
      params: describeQuery(query),
      ...(origin === undefined ? {} : { origin }),
      ...('clientId' in decided ? { kind: 'open', clientId: decided.clientId } : { kind: 'refused', reason: decided.refused }),
    });
    return decided;
  };

  const server = await startLoopbackServer(port, (request, response) => {
    if (isControlRequest(request)) return answerControl(request, response, controlToken, (call) => callControl(control, call));
    response.writeHead(426, { 'content-type': 'text/plain' }).end('This is a relay: it speaks WebSocket.');
    return undefined;
  });

  server.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    // Whoever connects may leave at any moment.
    stream.on('error', () => undefined);
    const asked = door;
    if (asked === 'hang' || asked === 'refuse') {
      admit(request, asked);
      if (asked === 'refuse') stream.destroy();
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => undefined);
      const outcome = admit(request, asked);
      // The client is told why by the code with which the open connection is closed.
      if (asked !== 'open') socket.close(asked.closeCode, asked.reason ?? '');
      else if ('clientId' in outcome) connections.add(socket, outcome.clientId);
      else socket.close(UNAUTHORIZED, `Unauthorized: ${outcome.refused}`);
    });
  });

  return {
    url: `ws://127.0.0.1:${server.port}`,
    control,
    controlToken,
    accept: (stream) => void server.server.emit('connection', stream),
    stop: async () => {
      connections.stop();
      breakStreams();
      await server.stop();
    },
  };
};
