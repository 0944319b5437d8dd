import { overHttp } from '../process/control-endpoint.js';

/** State of the service: `open` responds; `down` closes connections; `never` does not respond; `status` responds to everything with it. */
export type AnalyticsMode = 'open' | 'down' | 'never' | { readonly status: number };

/** An accepted event. */
export interface ReceivedEvent {
  readonly projectId: string | null;
  /** SDK type. */
  readonly st: string | null;
  /** SDK version. */
  readonly sv: string | null;
  /** Origin that the browser sent; `null` if the request has none. */
  readonly from: string | null;
  /** Time of arrival, in milliseconds since the Unix epoch. */
  readonly receivedAt: number;
  readonly eventId: string;
  readonly url: string;
  readonly domain: string;
  /** Time of the event, in milliseconds since the Unix epoch. */
  readonly timestamp: number;
  readonly props: {
    readonly type: string;
    readonly event: string;
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
    readonly address?: string | undefined;
  };
}

/** A request for the configuration, or an event; `status` is that of the response, `null` without one. */
export interface AnalyticsRequest {
  readonly service: 'configuration' | 'event';
  readonly query: Readonly<Record<string, string>>;
  readonly from: string | null;
  readonly status: number | null;
}

/** Test controls of the service. */
export interface AnalyticsControl {
  /** Sets `isAnalyticsEnabled` of the configuration. Default true. */
  setEnabled(isEnabled: boolean): Promise<void>;
  /** Sets the known project ids; events of others are refused with 403. Default `null`: any, also none. */
  setProjectIds(projectIds: readonly string[] | null): Promise<void>;
  /** Sets the allowlist of origins; events of others are refused with 403. Default `null`: any, also none. */
  setOrigins(origins: readonly string[] | null): Promise<void>;
  setMode(mode: AnalyticsMode): Promise<void>;
  /** Returns the accepted events, oldest first. */
  events(): Promise<readonly ReceivedEvent[]>;
  /** Returns all requests since the last reset, oldest first. */
  requests(): Promise<readonly AnalyticsRequest[]>;
  /** Restores the initial state: open, enabled, everything allowed, no events, no requests. */
  reset(): Promise<void>;
}

/** Controls the service of a running sandbox over HTTP. @param origin `sandbox.urls.analytics` */
export const analyticsOverHttp = (origin: string, token: string): AnalyticsControl => overHttp(origin, token);
