import { BehaviorSubject, Observable, type Subscription, timer } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { type Connector, makeConnector, RESERVED_CONNECTOR_IDS } from '../../domain/connection/connector.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { attempt, membersOf } from '../../domain/wire.js';
import { type InjectedProvider, isInjectedProvider } from './injected-extension.js';

/** Extensions put themselves there without a word: they are looked for again in this rhythm while somebody watches. */
const LOOK_MS = 500;
/** Then nobody comes late any more. */
const LATE_MS = 5_000;
/** Longest key that is taken for an id. */
const MAX_KEY_LENGTH = 64;

/** An extension that can be picked. */
export interface FoundExtension {
  readonly connector: Connector;
  readonly provider: InjectedProvider;
}

/**
 * Finds the extensions of a page in `window.injectedWeb3`, after those of the host: they are listed by their keys and nothing of them is called.
 * @see https://github.com/polkadot-js/extension#injection-information
 */
export class PolkadotDiscovery {
  readonly #window: object | undefined;
  readonly #clock: Clock;
  readonly #hostExtensions: readonly FoundExtension[];
  readonly #found = new Map<string, FoundExtension>();
  readonly #connectors: BehaviorSubject<readonly Connector[]>;
  #looking: Subscription | undefined;
  #watchers = 0;

  constructor(window: object | undefined, clock: Clock, hostExtensions: readonly FoundExtension[]) {
    this.#window = window;
    this.#clock = clock;
    this.#hostExtensions = hostExtensions;
    this.#connectors = new BehaviorSubject<readonly Connector[]>(hostExtensions.map(({ connector }) => connector));
  }

  /** The connectors now and, for a while, whenever an extension comes late. */
  readonly connectors$: Observable<readonly Connector[]> = new Observable((subscriber) => {
    this.#look();
    this.#watchers += 1;
    const until = this.#clock.now() + LATE_MS;
    this.#looking ??= timer(LOOK_MS, LOOK_MS, this.#clock.scheduler).subscribe(() => {
      this.#look();
      if (this.#clock.now() >= until) this.#looking?.unsubscribe();
    });
    subscriber.add(this.#connectors.subscribe(subscriber));
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#rest();
    };
  });

  /** The extension behind a connector, as it stands in the page now. */
  find(connectorId: string): FoundExtension | undefined {
    this.#look();
    return this.#hostExtensions.find(({ connector }) => connector.id === connectorId) ?? this.#found.get(connectorId);
  }

  /** Stops looking; the list ends. */
  dispose(): void {
    this.#rest();
    this.#connectors.complete();
  }

  #rest(): void {
    this.#looking?.unsubscribe();
    this.#looking = undefined;
  }

  #look(): void {
    const before = this.#found.size;
    for (const [key, provider] of entriesOf(this.#window)) {
      const known = this.#found.get(key);
      if (known !== undefined) {
        // An extension that was updated stands there anew, under its key.
        if (known.provider !== provider) this.#found.set(key, { ...known, provider });
      } else if (isFree(key) && !this.#hostExtensions.some(({ connector }) => connector.id === key)) {
        const name = sanitizeName(NAMES[key] ?? key);
        this.#found.set(key, { provider, connector: makeConnector({ id: key, namespace: 'polkadot', type: 'ANNOUNCED', name }) });
      }
    }
    if (this.#found.size === before) return;
    this.#connectors.next([...this.#hostExtensions, ...this.#found.values()].map(({ connector }) => connector));
  }
}

/** What extensions call themselves where their key is no name. */
const NAMES: Readonly<Record<string, string>> = { 'polkadot-js': 'Polkadot{.js}', 'subwallet-js': 'SubWallet', talisman: 'Talisman' };

const isFree = (key: string): boolean => key.length <= MAX_KEY_LENGTH && sanitizeName(key) !== '' && !RESERVED_CONNECTOR_IDS.includes(key);

/** What stands in the page. Reading it may throw. */
const entriesOf = (window: object | undefined): readonly (readonly [string, InjectedProvider])[] =>
  attempt(() =>
    Object.entries(membersOf(membersOf(window)['injectedWeb3'])).filter((entry): entry is [string, InjectedProvider] =>
      isInjectedProvider(entry[1]),
    ),
  ) ?? [];
