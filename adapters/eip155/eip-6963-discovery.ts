import { BehaviorSubject, type Observable, Subscription } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import { type Connector, INJECTED_CONNECTOR_ID, makeConnector } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { attempt, membersOf } from '../../domain/wire.js';
import { type Eip1193Provider, isEip1193Provider } from './eip1193.js';

/** What an announcement says, made safe to show. */
interface Announcement {
  readonly provider: Eip1193Provider;
  readonly uuid: string;
  /** `null` when it is no reverse domain name. */
  readonly rdns: string | null;
  /** The rdns, else a stand-in made of the name: the base of the connector's id. */
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
}

/**
 * A reverse domain name: two labels or more, at most 253 characters as RFC 1035 has it. No `#`, so that the ids of
 * doubles (`rdns#2`) cannot be forged, and no bare word, so that no reserved connector id can be taken.
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
 * Reads a foreign `eip6963:announceProvider` event; `undefined` when it is none. Each property is read once, since
 * a getter may throw or change its mind.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
const readAnnouncement = (event: unknown): Announcement | undefined =>
  attempt(() => {
    const { info, provider } = v.parse(announcementSchema, event).detail;
    const { uuid, name, icon, rdns } = info;
    // Domain names know no letter case: two spellings are one claim.
    const domain = rdns.toLowerCase();
    const valid = RDNS.test(domain);
    const shown = sanitizeName(name);
    const key = valid ? domain : `wallet:${slugOf(shown)}`;
    return { provider, uuid, rdns: valid ? domain : null, key, name: shown || key, icon: safeIcon(icon) };
  });

/** A wallet that can be picked, with the object that talks to it. */
export interface DiscoveredWallet {
  readonly connector: Connector;
  readonly provider: Eip1193Provider;
}

/** Names of the DOM events. @see https://eips.ethereum.org/EIPS/eip-6963 */
const ANNOUNCE = 'eip6963:announceProvider';
const REQUEST = 'eip6963:requestProvider';
/** Said by wallets that put `window.ethereum` there late. */
const INITIALIZED = 'ethereum#initialized';
/** How long a late `window.ethereum` is looked out for. */
const LATE_MS = 3_000;
/** Name of the legacy provider, which does not say who it is. */
const LEGACY_NAME = 'Browser Wallet';

/** The part of a page's `window` that discovery uses. */
export interface DiscoveryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
  readonly ethereum?: unknown;
}

/** What to look for. */
export interface DiscoveryOptions {
  /** Absent outside of a page: then there are only the host's own wallets. */
  readonly window: DiscoveryWindow | undefined;
  readonly clock: Clock;
  /** Wallets that the host brings. */
  readonly hostWallets: readonly DiscoveredWallet[];
  /** What is listed, now and after each change. Listening goes on either way: who announced itself is there when it is wanted again. */
  readonly wanted$: Observable<WantedWallets>;
}

/** Which of the page's wallets are listed. */
export interface WantedWallets {
  /** Those that announce themselves (EIP-6963). */
  readonly announced: boolean;
  /** The legacy `window.ethereum`, where no listed wallet is it. */
  readonly injected: boolean;
}

/** One wallet object that announced itself. */
interface Entry {
  readonly said: Announcement;
  wallet: DiscoveredWallet;
}

/**
 * Finds the wallets of a page: those that announce themselves, in their order, then the host's, last the legacy
 * `window.ethereum` if nobody announced it. A wallet is its provider object: announced twice it is one. Wallets that
 * claim one rdns or uuid are all listed and all marked, and so is one that later describes itself otherwise.
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
  #scheduled = false;
  #wanted: WantedWallets = { announced: false, injected: false };
  readonly #lookingOut = new Subscription();

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#wallets = options.hostWallets;
    this.#connectors = new BehaviorSubject<readonly Connector[]>(this.#wallets.map(({ connector }) => connector));
  }

  /** The connectors now and whenever they change. */
  get connectors$(): Observable<readonly Connector[]> {
    return this.#connectors;
  }

  /** The wallet behind a connector. */
  find(connectorId: string): DiscoveredWallet | undefined {
    return this.#wallets.find(({ connector }) => connector.id === connectorId);
  }

  /** Starts listening and asks the page's wallets to announce themselves: who answers at once is listed at once. Does nothing the second time. */
  start(): void {
    const { window, clock, wanted$ } = this.#options;
    if (this.#state !== 'new') return;
    this.#state = 'started';
    if (window === undefined) return;
    window.addEventListener(ANNOUNCE, this.#hear);
    window.addEventListener(INITIALIZED, this.#schedule);
    window.dispatchEvent(new Event(REQUEST));
    this.#lookingOut.add(clock.scheduler.schedule(() => this.#flush(), LATE_MS));
    this.#lookingOut.add(
      wanted$.subscribe((wanted) => {
        this.#wanted = wanted;
        this.#flush();
      }),
    );
  }

  /** Stops listening; nothing is listed any more. */
  dispose(): void {
    const { window } = this.#options;
    this.#state = 'disposed';
    window?.removeEventListener(ANNOUNCE, this.#hear);
    window?.removeEventListener(INITIALIZED, this.#schedule);
    this.#lookingOut.unsubscribe();
    this.#connectors.complete();
  }

  readonly #hear = (event: Event): void => {
    const said = readAnnouncement(event);
    if (said === undefined) return;
    const known = this.#byProvider.get(said.provider);
    if (known === undefined) this.#add(said);
    else if (known.said.icon !== said.icon || known.said.name !== said.name || known.said.key !== said.key) mark(known);
    else return;
    this.#schedule();
  };

  #add(said: Announcement): void {
    const doubles = this.#byKey.get(said.key) ?? [];
    const suspicious = doubles.length > 0 || this.#byUuid.has(said.uuid);
    // The host's own connectors keep their ids, whatever announces itself.
    const taken = this.#options.hostWallets.some(({ connector }) => connector.id === said.key) ? 1 : 0;
    const entry = { said, wallet: announcedWallet(said, doubles.length + 1 + taken, suspicious) };
    // Later doubles are born marked: only the first of each claim may still be clean.
    mark(doubles[0]);
    mark(this.#byUuid.get(said.uuid));
    this.#byProvider.set(said.provider, entry);
    this.#byKey.set(said.key, doubles);
    doubles.push(entry);
    if (!this.#byUuid.has(said.uuid)) this.#byUuid.set(said.uuid, entry);
  }

  /** A burst of announcements makes one list. */
  readonly #schedule = (): void => {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#flush());
  };

  #flush(): void {
    this.#scheduled = false;
    if (this.#state !== 'started') return;
    const wallets = [
      ...(this.#wanted.announced ? Array.from(this.#byProvider.values(), ({ wallet }) => wallet) : []),
      ...this.#options.hostWallets,
      ...this.#legacyWallets(),
    ];
    const same = wallets.length === this.#wallets.length && wallets.every((wallet, index) => wallet === this.#wallets[index]);
    if (same) return;
    this.#wallets = wallets;
    this.#connectors.next(wallets.map(({ connector }) => connector));
  }

  #legacyWallets(): readonly DiscoveredWallet[] {
    if (!this.#wanted.injected) return [];
    const [provider, ...others] = legacyProviders(this.#options.window);
    if (provider === undefined || [provider, ...others].some((each) => this.#isListed(each))) return [];
    if (this.#legacy?.provider !== provider) this.#legacy = legacyWallet(provider);
    return [this.#legacy];
  }

  #isListed(provider: unknown): boolean {
    return (
      (this.#wanted.announced && this.#byProvider.has(provider)) || this.#options.hostWallets.some((wallet) => wallet.provider === provider)
    );
  }
}

const mark = (entry: Entry | undefined): void => {
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

/** `window.ethereum`, followed by those it stands for where several wallets share it. Reading either may throw. */
const legacyProviders = (window: DiscoveryWindow | undefined): readonly [Eip1193Provider, ...unknown[]] | readonly [] =>
  attempt(() => {
    const ethereum = window?.ethereum;
    if (!isEip1193Provider(ethereum)) return [] as const;
    // Some wallets add their rivals to the standard's members.
    const { providers } = membersOf(ethereum);
    return [ethereum, ...(Array.isArray(providers) ? providers : [])] as const;
  }) ?? [];
