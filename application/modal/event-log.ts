import type { Observable } from 'rxjs';
import type { TrackedEvent, TrackedEventName, TrackedEvents } from '../../domain/analytics/tracked-event.js';
import { withoutUrlDetails } from '../../domain/analytics/without-url-details.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { activeNetworkOf } from '../../domain/connection/connection-views.js';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { errorText } from '../../domain/errors/error-text.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { redactText } from '../../domain/errors/redact.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import { StateSubject } from '../shared/state-subject.js';
import { token } from '../shared/token.js';

/** Number of entries that are kept. */
export const EVENT_LOG_SIZE = 100;

/** An entry of the event log: an event, or an error of a use case. */
export interface LoggedEvent {
  /** Name of the event, or code of the error. */
  readonly name: TrackedEventName | ErrorCode;
  /** In milliseconds since the Unix epoch; the last time, if it happened several times in a row. */
  readonly timestamp: number;
  /** CAIP-2 id of the network in use. */
  readonly chainId: ChainId | undefined;
  /** Properties of the event, or message of the error; one line without secrets. May be empty. */
  readonly detail: string;
  /** Number of times in a row. */
  readonly count: number;
}

type KeyOf<Each> = Each extends Each ? keyof Each : never;

/** Properties that an entry may name. Left out: addresses and amounts, what the user has typed, and long texts. */
const LOGGED_PROPERTIES: readonly string[] = [
  'accountType',
  'connected',
  'error',
  'errorMessage',
  'errorType',
  'isSmartAccount',
  'message',
  'method',
  'name',
  'namespace',
  'namespaces',
  'network',
  'networks',
  'options',
  'platform',
  'provider',
  'reason',
  'uncaught',
] satisfies readonly KeyOf<TrackedEvents[TrackedEventName]>[];

/** Cut last: a secret that is cut off would not be found. */
const safeText = (text: string): string => errorText(redactText(withoutUrlDetails(text)));

const detailOf = (properties: TrackedEvent['properties']): string =>
  Object.entries(properties ?? {})
    .filter(([name, value]) => LOGGED_PROPERTIES.includes(name) && value !== undefined)
    .map(([name, value]) => `${name}: ${safeText(String(value))}`)
    .join(', ');

/** The last events and errors of this page, in memory, for the user to copy when support asks for them. */
export class EventLog {
  readonly #connections: Pick<ConnectionStore, 'state'>;
  readonly #clock: Clock;
  readonly #entries = new StateSubject<readonly LoggedEvent[]>([]);
  readonly #errors = new WeakSet<LatchkeyError>();

  constructor(connections: Pick<ConnectionStore, 'state'>, clock: Clock) {
    this.#connections = connections;
    this.#clock = clock;
  }

  /** Oldest first. */
  get entries(): readonly LoggedEvent[] {
    return this.#entries.value;
  }

  get entries$(): Observable<readonly LoggedEvent[]> {
    return this.#entries.value$;
  }

  readonly addEvent = ({ event, properties, timestamp }: TrackedEvent): void => this.#add(event, timestamp, detailOf(properties));

  /** Adds an error once: the states of a list repeat theirs. */
  readonly addError = (error: LatchkeyError): void => {
    if (this.#errors.has(error)) return;
    this.#errors.add(error);
    this.#add(error.code, this.#clock.now(), safeText(error.message));
  };

  readonly complete = (): void => this.#entries.complete();

  #add(name: LoggedEvent['name'], timestamp: number, detail: string): void {
    const chainId = activeNetworkOf(this.#connections.state)?.caipNetworkId;
    const last = this.entries.at(-1);
    const isRepeated = last?.name === name && last.detail === detail && last.chainId === chainId;
    // Repeated entries, such as those of a failing poll, must not displace the rest.
    const earlier = isRepeated ? this.entries.slice(0, -1) : this.entries;
    const entry: LoggedEvent = { name, timestamp, chainId, detail, count: isRepeated ? last.count + 1 : 1 };
    this.#entries.next([...earlier, entry].slice(-EVENT_LOG_SIZE));
  }
}

/** Token of the event log. */
export const EVENT_LOG = token<EventLog>('EventLog');
