import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { callControl } from '../process/control.js';
import { handleControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { SERVICE_HEADERS, startLoopbackServer } from '../process/loopback-server.js';
import type { AnalyticsControl, AnalyticsMode, AnalyticsRequest, ReceivedEvent } from './analytics-control.js';

/** Options of {@link startAnalytics}. */
export interface AnalyticsOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Token for the controls over HTTP. Default: random. */
  readonly controlToken?: string;
}

/** A running service. */
export interface Analytics {
  readonly origin: string;
  readonly control: AnalyticsControl;
  readonly controlToken: string;
  stop(): Promise<void>;
}

/** Events that are kept. Older ones are dropped. */
const MAX_EVENTS = 10_000;
/** Requests that are kept. */
const MAX_REQUESTS = 10_000;

/** A version 4 UUID. @see https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const eventSchema = v.object({
  eventId: v.pipe(v.string(), v.regex(UUID)),
  url: v.pipe(v.string(), v.url()),
  domain: v.pipe(v.string(), v.nonEmpty()),
  timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  props: v.object({
    type: v.picklist(['track', 'error']),
    event: v.pipe(v.string(), v.regex(/^[A-Z_]+$/)),
    properties: v.optional(v.record(v.string(), v.unknown())),
    address: v.optional(v.string()),
  }),
});

const parseEvent = (body: string): v.InferOutput<typeof eventSchema> | null => {
  try {
    const { success, output } = v.safeParse(eventSchema, JSON.parse(body));
    return success ? output : null;
  } catch {
    return null;
  }
};

/**
 * Starts a local analytics service, which keeps the events of allowed projects and origins in memory.
 * @example
 * const analytics = await startAnalytics();
 * await analytics.control.setProjectIds(['known']);
 * await analytics.stop();
 */
export const startAnalytics = async ({ port = 0, controlToken = makeControlToken() }: AnalyticsOptions = {}): Promise<Analytics> => {
  let isEnabled = true;
  let projectIds: readonly string[] | null = null;
  let origins: readonly string[] | null = null;
  let mode: AnalyticsMode = 'open';
  const events = new Map<string, ReceivedEvent>();
  const requests: AnalyticsRequest[] = [];

  const control: AnalyticsControl = {
    setEnabled: async (enabled) => {
      isEnabled = enabled;
    },
    setProjectIds: async (known) => {
      projectIds = known;
    },
    setOrigins: async (allowed) => {
      origins = allowed;
    },
    setMode: async (nextMode) => {
      mode = nextMode;
    },
    events: async () => [...events.values()],
    requests: async () => [...requests],
    reset: async () => {
      isEnabled = true;
      projectIds = null;
      origins = null;
      mode = 'open';
      events.clear();
      requests.length = 0;
    },
  };

  const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
    response.writeHead(status, { ...SERVICE_HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

  const isAllowed = (projectId: string | null, from: string | null): boolean =>
    (projectIds === null || (projectId !== null && projectIds.includes(projectId))) &&
    (origins === null || (from !== null && origins.includes(from)));

  /** Keeps an event, once per id: a browser may repeat a request. */
  const receive = (body: string, query: URLSearchParams, from: string | null): [status: number, reply: unknown] => {
    const event = parseEvent(body);
    if (event === null) return [400, { error: 'The event is malformed' }];
    const [projectId, st, sv] = [query.get('projectId'), query.get('st'), query.get('sv')];
    if (!isAllowed(projectId, from)) return [403, { error: 'Unauthorized: the project id or the origin is not allowed' }];
    events.set(event.eventId, { projectId, st, sv, from, receivedAt: Date.now(), ...event });
    for (const id of [...events.keys()].slice(0, Math.max(0, events.size - MAX_EVENTS))) events.delete(id);
    return [202, { status: 'ok' }];
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isEvent = request.method === 'POST' && pathname === '/e';
    if (!isEvent && !(request.method === 'GET' && pathname === '/getAnalyticsConfig'))
      return sendJson(response, 404, { error: 'Not found' });
    const from = request.headers.origin ?? null;
    const log = (status: number | null): void => {
      requests.push({ service: isEvent ? 'event' : 'configuration', query: Object.fromEntries(searchParams), from, status });
      if (requests.length > MAX_REQUESTS) requests.shift();
    };
    const reply = (status: number, value: unknown): void => {
      log(status);
      sendJson(response, status, value);
    };
    if (mode === 'never') return log(null);
    if (mode === 'down') {
      log(null);
      return void request.socket.destroy();
    }
    if (mode !== 'open') return reply(mode.status, { error: 'The service fails as a test asked for' });
    if (!isEvent) return reply(200, { isAnalyticsEnabled: isEnabled });
    reply(...receive(await text(request), searchParams, from));
  };

  const server = await startLoopbackServer(port, (request, response) => {
    if (isControlRequest(request)) return handleControl(request, response, controlToken, (call) => callControl(control, call));
    return handle(request, response);
  });

  return { origin: `http://127.0.0.1:${server.port}`, control, controlToken, stop: server.stop };
};
