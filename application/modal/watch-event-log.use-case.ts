import { distinctUntilChanged, map, merge, type Observable } from 'rxjs';
import { accountOf, activeNetworkOf } from '../../domain/connection/connection-views.js';
import { errorText } from '../../domain/errors/error-text.js';
import { redactText } from '../../domain/errors/redact.js';
import { SDK_VERSION } from '../../domain/options/sdk.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { EventLog, LoggedEvent } from './event-log.js';

/** The event log, and its text. */
export interface EventLogState {
  /** At most 100, oldest first. */
  readonly entries: readonly LoggedEvent[];
  /**
   * The log for a support request: Latchkey's version, app, browser, network and wallet, then one line per entry, newest first. Without keys,
   * recovery phrases, pairing URIs and email addresses.
   */
  readonly text: string;
}

const lineOf = ({ name, timestamp, chainId, detail, count }: LoggedEvent): string =>
  [new Date(timestamp).toISOString(), chainId, name, count > 1 ? `x${count}` : '', detail].filter(Boolean).join(' ');

/** Emits the last events and errors of this page: the current log, then each change. Nothing of it is stored or sent. */
export class WatchEventLog {
  readonly #log: EventLog;
  readonly #connections: ConnectionStore;
  readonly #browser: Pick<Browser, 'location' | 'userAgent'>;

  constructor(log: EventLog, connections: ConnectionStore, browser: Pick<Browser, 'location' | 'userAgent'>) {
    this.#log = log;
    this.#connections = connections;
    this.#browser = browser;
  }

  /** The current log, for synchronous readers. */
  current(): EventLogState {
    const { entries } = this.#log;
    return { entries, text: [...this.#header(), '', ...entries.toReversed().map(lineOf)].join('\n') };
  }

  execute(): Observable<EventLogState> {
    // Network and wallet are in the text too.
    return merge(this.#log.entries$, this.#connections.state$).pipe(
      map(() => this.current()),
      distinctUntilChanged((a, b) => a.text === b.text),
    );
  }

  #header(): readonly string[] {
    const { state } = this.#connections;
    const { connectedWalletInfo } = accountOf(state);
    const facts = {
      Latchkey: SDK_VERSION,
      App: this.#browser.location?.origin,
      Browser: this.#browser.userAgent,
      Network: activeNetworkOf(state)?.caipNetworkId,
      Wallet: connectedWalletInfo?.name,
    };
    return Object.entries(facts).flatMap(([name, value]) => (value ? `${name}: ${errorText(redactText(value))}` : []));
  }
}
