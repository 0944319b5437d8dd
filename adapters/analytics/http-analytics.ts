import * as v from 'valibot';
import type { Analytics } from '../../application/ports/analytics.port.js';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { OptionsStore } from '../../application/shared/options.store.js';
import type { TrackedEvent } from '../../domain/analytics/tracked-event.js';
import { withoutUrlDetails } from '../../domain/analytics/without-url-details.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { redactText } from '../../domain/errors/redact.js';
import { serviceUrlOf } from '../../domain/options/endpoints.js';
import { SDK_TYPE, SDK_VERSION } from '../../domain/options/sdk.js';
import { parseOrNull } from '../../domain/wire.js';
import { HttpClient, HttpResponseError, HttpStatusError, HttpUnreachableError } from '../shared/http-client.js';

/** Options of {@link HttpAnalytics}. */
export interface HttpAnalyticsOptions {
  readonly options: Pick<OptionsStore, 'current'>;
  readonly browser: Pick<Browser, 'location'>;
  readonly clock: Clock;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const configurationSchema = v.object({ isAnalyticsEnabled: v.boolean() });

/** Random, version 4. `crypto.randomUUID` is not available on pages without TLS. @see https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  })
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Texts may quote URLs with keys, such as those of RPC endpoints, and what a user typed, such as a recovery phrase. */
const harmless = (properties: TrackedEvent['properties']): Readonly<Record<string, unknown>> | undefined =>
  properties &&
  Object.fromEntries(
    Object.entries(properties).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? redactText(withoutUrlDetails(value)) : value,
    ]),
  );

/**
 * An analytics service over HTTP: events by `POST /e`, the configuration by `GET /getAnalyticsConfig`, which the default service has at the
 * address of the wallet directory. Of the page's address only the origin is sent.
 */
export class HttpAnalytics implements Analytics {
  readonly #options: Pick<OptionsStore, 'current'>;
  readonly #browser: Pick<Browser, 'location'>;
  readonly #events: HttpClient;
  readonly #configuration: HttpClient;

  constructor({ options, browser, ...client }: HttpAnalyticsOptions) {
    this.#options = options;
    this.#browser = browser;
    const urlOf = (service: 'analytics' | 'walletDirectory'): string => serviceUrlOf(options.current, service) ?? '';
    this.#events = new HttpClient({ ...client, baseUrl: () => urlOf('analytics') });
    this.#configuration = new HttpClient({
      ...client,
      baseUrl: () => urlOf(options.current.endpoints.analytics === undefined ? 'walletDirectory' : 'analytics'),
    });
  }

  async isEnabled(signal: AbortSignal): Promise<boolean> {
    const reply = await this.#configuration.get({ path: '/getAnalyticsConfig', query: this.#query, signal }).catch(toServiceError);
    const configuration = parseOrNull(configurationSchema, reply);
    if (configuration === null) throw invalid('"isAnalyticsEnabled" is not a boolean');
    return configuration.isAnalyticsEnabled;
  }

  async send({ type, event, properties, address, timestamp }: TrackedEvent, signal: AbortSignal): Promise<void> {
    const { origin = '', hostname = '' } = this.#browser.location ?? {};
    const props = { type, event, properties: harmless(properties), address };
    const body = { eventId: randomUuid(), url: origin, domain: hostname, timestamp, props };
    await this.#events.notify({ path: '/e', query: this.#query, body, signal }).catch(toServiceError);
  }

  get #query(): Readonly<Record<string, string | undefined>> {
    return { projectId: this.#options.current.projectId, st: SDK_TYPE, sv: SDK_VERSION };
  }
}

const SERVICE = 'analytics';

const invalid = (reason: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError('service/invalid-response', { service: SERVICE, reason }, { cause });

/** Rethrows an error of the client. */
const toServiceError = (cause: unknown): never => {
  if (cause instanceof HttpStatusError)
    throw new LatchkeyError('service/refused', { service: SERVICE, status: cause.status, reason: cause.reason }, { cause });
  if (cause instanceof HttpUnreachableError)
    throw new LatchkeyError('service/unreachable', { service: SERVICE, status: cause.status }, { cause });
  if (cause instanceof HttpResponseError) throw invalid(cause.message, cause);
  throw cause;
};
