import { BehaviorSubject, type Observable, Subscription } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import { type Connector, INJECTED_CONNECTOR_ID, makeConnector } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { asRecord, attempt } from '../../domain/wire.js';
import { type Eip1193Provider, isEip1193Provider } from './eip1193.js';

/** A parsed announcement, sanitized for display. */
interface Announcement {
  readonly provider: Eip1193Provider;
  readonly uuid: string;
  /** `null` when it is not a reverse domain name. */
  readonly rdns: string | null;
  /** The rdns, or a fallback derived from the name: the base of the connector's id. */
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
}

/**
 * A reverse domain name: two labels or more, at most 253 characters as in RFC 1035. No `#`, so that the ids of duplicates (`rdns#2`) cannot
 * be forged, and no bare word, so that no reserved connector id can be claimed.
 */
const RDNS = /^(?=.{3,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)+$/;

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const announcementSchema = v.object({
  detail: v.object({
    info: v.object({ uuid: v.string(), name: v.string(), rdns: v.string(), icon: v.optional(v.unknown()) }),
    provider: v.custom<Eip1193Provider>(isEip1193Provider),
  }),
});

/**
 * Parses an `eip6963:announceProvider` event; `undefined` if it is malformed. Each property is read once, since a getter may throw or
 * return different values.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
const readAnnouncement = (event: unknown): Announcement | undefined =>
  attempt(() => {
    const { info, provider } = v.parse(announcementSchema, event).detail;
    const { uuid, name, icon, rdns } = info;
    // Domain names are case-insensitive: two spellings are the same claim.
    const domain = rdns.toLowerCase();
    const valid = RDNS.test(domain);
    const displayName = sanitizeName(name);
    const key = valid ? domain : `wallet:${slugOf(displayName)}`;
    return { provider, uuid, rdns: valid ? domain : null, key, name: displayName || key, icon: safeIcon(icon) };
  });

/** A discovered wallet with its provider. */
export interface DiscoveredWallet {
  readonly connector: Connector;
  readonly provider: Eip1193Provider;
}

/** Names of the DOM events. @see https://eips.ethereum.org/EIPS/eip-6963 */
const ANNOUNCE = 'eip6963:announceProvider';
const REQUEST = 'eip6963:requestProvider';
/** Emitted by wallets that inject `window.ethereum` late. */
const INITIALIZED = 'ethereum#initialized';
/** How long to wait for a late `window.ethereum`. */
const INJECTION_WAIT_MS = 3_000;
/** Name of the legacy provider, which has no metadata. */
const LEGACY_NAME = 'Browser Wallet';

/** The members of `window` that discovery uses. */
export interface DiscoveryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
  readonly ethereum?: unknown;
}

export interface DiscoveryOptions {
  /** Absent on a server: then only the app's own wallets are listed. */
  readonly window: DiscoveryWindow | undefined;
  readonly clock: Clock;
  /** Wallets supplied by the app. */
  readonly appWallets: readonly DiscoveredWallet[];
  /**
   * Emits the current filter and each change. Discovery runs regardless of the filter, so that filtered-out wallets are available once it
   * allows them.
   */
  readonly walletFilter$: Observable<WalletFilter>;
}

/** Filter for the wallets in the page. */
export interface WalletFilter {
  /** Those that announce themselves (EIP-6963). */
  readonly announced: boolean;
  /** The legacy `window.ethereum`, unless a listed wallet has the same provider. */
  readonly injected: boolean;
}

/** One announced provider object. */
interface Entry {
  readonly announcement: Announcement;
  wallet: DiscoveredWallet;
}

/**
 * Discovers the wallets of a page: announced ones in order, then the app's, last the legacy `window.ethereum` if no wallet announced it. A
 * wallet is identified by its provider object: announced twice, it is listed once. Wallets that claim the same rdns or uuid are all listed
 * and all marked suspicious, and so is one that later announces different metadata.
 */
export class Eip6963Discovery {
  readonly #options: DiscoveryOptions;
  readonly #connectors: BehaviorSubject<readonly Connector[]>;
  readonly #byProvider = new Map<unknown, Entry>();
  readonly #byKey = new Map<string, Entry[]>();
  readonly #byUuid = new Map<string, Entry>();
  #wallets: readonly DiscoveredWallet[];
  #legacy: DiscoveredWallet | undefined;
  #state: 'new' | 'started' | 'disposed' = 'new';
  #isScheduled = false;
  #walletFilter: WalletFilter = { announced: false, injected: false };
  readonly #subscriptions = new Subscription();

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#wallets = options.appWallets;
    this.#connectors = new BehaviorSubject<readonly Connector[]>(this.#wallets.map(({ connector }) => connector));
  }

  /** Emits the connectors now and on every change. */
  get connectors$(): Observable<readonly Connector[]> {
    return this.#connectors;
  }

  /** The wallet of a connector. */
  find(connectorId: string): DiscoveredWallet | undefined {
    return this.#wallets.find(({ connector }) => connector.id === connectorId);
  }

  /** Starts listening and requests announcements; wallets that announce synchronously are listed immediately. Idempotent. */
  start(): void {
    const { window, clock, walletFilter$ } = this.#options;
    if (this.#state !== 'new') return;
    this.#state = 'started';
    if (window === undefined) return;
    window.addEventListener(ANNOUNCE, this.#onAnnounce);
    window.addEventListener(INITIALIZED, this.#schedule);
    window.dispatchEvent(new Event(REQUEST));
    this.#subscriptions.add(clock.scheduler.schedule(() => this.#flush(), INJECTION_WAIT_MS));
    this.#subscriptions.add(
      walletFilter$.subscribe((walletFilter) => {
        this.#walletFilter = walletFilter;
        this.#flush();
      }),
    );
  }

  /** Stops listening and completes the connectors. */
  dispose(): void {
    const { window } = this.#options;
    this.#state = 'disposed';
    window?.removeEventListener(ANNOUNCE, this.#onAnnounce);
    window?.removeEventListener(INITIALIZED, this.#schedule);
    this.#subscriptions.unsubscribe();
    this.#connectors.complete();
  }

  readonly #onAnnounce = (event: Event): void => {
    const announcement = readAnnouncement(event);
    if (announcement === undefined) return;
    const entry = this.#byProvider.get(announcement.provider);
    if (entry === undefined) this.#add(announcement);
    else if (
      entry.announcement.icon !== announcement.icon ||
      entry.announcement.name !== announcement.name ||
      entry.announcement.key !== announcement.key
    )
      markSuspicious(entry);
    else return;
    this.#schedule();
  };

  #add(announcement: Announcement): void {
    const duplicates = this.#byKey.get(announcement.key) ?? [];
    const suspicious = duplicates.length > 0 || this.#byUuid.has(announcement.uuid);
    // The app's own connectors keep their ids.
    const reserved = this.#options.appWallets.some(({ connector }) => connector.id === announcement.key) ? 1 : 0;
    const entry = { announcement, wallet: announcedWallet(announcement, duplicates.length + 1 + reserved, suspicious) };
    // Later duplicates are created as suspicious; the first of each claim is marked here.
    markSuspicious(duplicates[0]);
    markSuspicious(this.#byUuid.get(announcement.uuid));
    this.#byProvider.set(announcement.provider, entry);
    this.#byKey.set(announcement.key, duplicates);
    duplicates.push(entry);
    if (!this.#byUuid.has(announcement.uuid)) this.#byUuid.set(announcement.uuid, entry);
  }

  /** Batches a burst of announcements into one update. */
  readonly #schedule = (): void => {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => this.#flush());
  };

  #flush(): void {
    this.#isScheduled = false;
    if (this.#state !== 'started') return;
    const wallets = [
      ...(this.#walletFilter.announced ? Array.from(this.#byProvider.values(), ({ wallet }) => wallet) : []),
      ...this.#options.appWallets,
      ...this.#legacyWallets(),
    ];
    const same = wallets.length === this.#wallets.length && wallets.every((wallet, index) => wallet === this.#wallets[index]);
    if (same) return;
    this.#wallets = wallets;
    this.#connectors.next(wallets.map(({ connector }) => connector));
  }

  #legacyWallets(): readonly DiscoveredWallet[] {
    if (!this.#walletFilter.injected) return [];
    const [provider, ...others] = legacyProviders(this.#options.window);
    if (provider === undefined || [provider, ...others].some((each) => this.#isListed(each))) return [];
    if (this.#legacy?.provider !== provider) this.#legacy = legacyWallet(provider);
    return [this.#legacy];
  }

  #isListed(provider: unknown): boolean {
    return (
      (this.#walletFilter.announced && this.#byProvider.has(provider)) ||
      this.#options.appWallets.some((wallet) => wallet.provider === provider)
    );
  }
}

const markSuspicious = (entry: Entry | undefined): void => {
  if (entry === undefined || entry.wallet.connector.suspicious) return;
  entry.wallet = { ...entry.wallet, connector: { ...entry.wallet.connector, suspicious: true } };
};

const announcedWallet = ({ provider, key, rdns, name, icon }: Announcement, ordinal: number, suspicious: boolean): DiscoveredWallet => ({
  provider,
  connector: makeConnector({
    id: ordinal === 1 ? key : `${key}#${ordinal}`,
    namespace: 'eip155',
    type: 'ANNOUNCED',
    name,
    rdns,
    icon,
    suspicious,
  }),
});

const legacyWallet = (provider: Eip1193Provider): DiscoveredWallet => ({
  provider,
  connector: makeConnector({ id: INJECTED_CONNECTOR_ID, namespace: 'eip155', type: 'INJECTED', name: LEGACY_NAME }),
});

/** `window.ethereum`, followed by the providers that it multiplexes when several wallets share it. Reading either may throw. */
const legacyProviders = (window: DiscoveryWindow | undefined): readonly [Eip1193Provider, ...unknown[]] | readonly [] =>
  attempt(() => {
    const ethereum = window?.ethereum;
    if (!isEip1193Provider(ethereum)) return [] as const;
    // Some wallets add a non-standard `providers` list.
    const { providers } = asRecord(ethereum);
    return [ethereum, ...(Array.isArray(providers) ? providers : [])] as const;
  }) ?? [];
