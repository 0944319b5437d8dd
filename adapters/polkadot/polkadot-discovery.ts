import { BehaviorSubject, Observable, type Subscription, timer } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { type Connector, makeConnector, RESERVED_CONNECTOR_IDS } from '../../domain/connection/connector.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { asRecord, attempt } from '../../domain/wire.js';
import { type InjectedProvider, isInjectedProvider } from './injected-extension.js';

/** Poll interval for injected extensions, which emit no event, while there are subscribers. */
const POLL_MS = 500;
/** How long to poll for extensions that are injected late. */
const INJECTION_WAIT_MS = 5_000;
/** Maximum length of an extension's key. */
const MAX_KEY_LENGTH = 64;

/** An extension with its connector. */
export interface DiscoveredExtension {
  readonly connector: Connector;
  readonly provider: InjectedProvider;
}

/**
 * Discovers the extensions in `window.injectedWeb3`, listed after those supplied by the app. Reads keys only; calls nothing.
 * @see https://github.com/polkadot-js/extension#injection-information
 */
export class PolkadotDiscovery {
  readonly #window: object | undefined;
  readonly #clock: Clock;
  readonly #appExtensions: readonly DiscoveredExtension[];
  readonly #discovered = new Map<string, DiscoveredExtension>();
  readonly #connectors: BehaviorSubject<readonly Connector[]>;
  #polling: Subscription | undefined;
  #subscriberCount = 0;

  constructor(window: object | undefined, clock: Clock, appExtensions: readonly DiscoveredExtension[]) {
    this.#window = window;
    this.#clock = clock;
    this.#appExtensions = appExtensions;
    this.#connectors = new BehaviorSubject<readonly Connector[]>(appExtensions.map(({ connector }) => connector));
  }

  /** Emits the connectors now and, for a few seconds, whenever another extension is injected. */
  readonly connectors$: Observable<readonly Connector[]> = new Observable((subscriber) => {
    this.#refresh();
    this.#subscriberCount += 1;
    const deadline = this.#clock.now() + INJECTION_WAIT_MS;
    this.#polling ??= timer(POLL_MS, POLL_MS, this.#clock.scheduler).subscribe(() => {
      this.#refresh();
      if (this.#clock.now() >= deadline) this.#polling?.unsubscribe();
    });
    subscriber.add(this.#connectors.subscribe(subscriber));
    return () => {
      this.#subscriberCount -= 1;
      if (this.#subscriberCount === 0) this.#stopPolling();
    };
  });

  /** The extension of a connector, as currently injected. */
  find(connectorId: string): DiscoveredExtension | undefined {
    this.#refresh();
    return this.#appExtensions.find(({ connector }) => connector.id === connectorId) ?? this.#discovered.get(connectorId);
  }

  /** Stops polling and completes the connectors. */
  dispose(): void {
    this.#stopPolling();
    this.#connectors.complete();
  }

  #stopPolling(): void {
    this.#polling?.unsubscribe();
    this.#polling = undefined;
  }

  #refresh(): void {
    const before = this.#discovered.size;
    for (const [key, provider] of entriesOf(this.#window)) {
      const existing = this.#discovered.get(key);
      if (existing !== undefined) {
        // An updated extension is injected again under the same key.
        if (existing.provider !== provider) this.#discovered.set(key, { ...existing, provider });
      } else if (isUsableKey(key) && !this.#appExtensions.some(({ connector }) => connector.id === key)) {
        const name = sanitizeName(NAMES[key] ?? key);
        this.#discovered.set(key, { provider, connector: makeConnector({ id: key, namespace: 'polkadot', type: 'ANNOUNCED', name }) });
      }
    }
    if (this.#discovered.size === before) return;
    this.#connectors.next([...this.#appExtensions, ...this.#discovered.values()].map(({ connector }) => connector));
  }
}

/** Display names of extensions. */
const NAMES: Readonly<Record<string, string>> = { 'polkadot-js': 'Polkadot{.js}', 'subwallet-js': 'SubWallet', talisman: 'Talisman' };

const isUsableKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && sanitizeName(key) !== '' && !RESERVED_CONNECTOR_IDS.includes(key);

/** Entries of `window.injectedWeb3`. Reading it may throw. */
const entriesOf = (window: object | undefined): readonly (readonly [string, InjectedProvider])[] =>
  attempt(() =>
    Object.entries(asRecord(asRecord(window)['injectedWeb3'])).filter((entry): entry is [string, InjectedProvider] =>
      isInjectedProvider(entry[1]),
    ),
  ) ?? [];
