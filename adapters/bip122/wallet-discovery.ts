import { BehaviorSubject, type Observable, type Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Connector } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import type { FoundWallet, WalletDialect } from './found-wallet.js';

/** Names of the DOM events. @see https://github.com/wallet-standard/wallet-standard */
const APP_READY = 'wallet-standard:app-ready';
const REGISTER = 'wallet-standard:register-wallet';
/** How long wallets that put themselves on the page late are looked out for. */
const LATE_MS = 3_000;

/** Where wallets that do not announce themselves put their provider. */
const INJECTED: readonly (readonly [path: string, name: string, dialect: WalletDialect])[] = [
  ['unisat', 'UniSat', 'unisat'],
  ['okxwallet.bitcoin', 'OKX Wallet', 'okx'],
  ['LeatherProvider', 'Leather', 'leather'],
  ['XverseProviders.BitcoinProvider', 'Xverse Wallet', 'sats-connect'],
];

/** The part of a page's `window` that discovery uses. */
export interface DiscoveryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
}

/** Reads a path of foreign members; whatever fails on the way is not there. */
const at = (value: unknown, path: string): unknown => {
  try {
    return path.split('.').reduce<unknown>((each, name) => (each == null ? undefined : Reflect.get(Object(each), name)), value);
  } catch {
    return undefined;
  }
};

/** One wallet goes by several names: with and without "Wallet", with and without capitals. */
const keyOf = (name: string): string => name.toLowerCase().replace(/\bwallet\b|[^\p{L}\p{N}]/gu, '');

const connectorOf = (id: string, type: Connector['type'], name: string, icon: unknown): Connector => ({
  id,
  namespace: 'bip122',
  type,
  name: sanitizeName(name),
  rdns: null,
  icon: safeIcon(icon),
  explorerId: null,
  suspicious: false,
});

/**
 * Finds the Bitcoin wallets of a page: those that register themselves by the Wallet Standard, those in `btc_providers`
 * (WBIP004), and those that only put a provider where they are known to. A wallet found by two ways is one; the better way
 * counts. Wallets that register under one name are all listed and all marked.
 */
export class WalletDiscovery {
  readonly #window: DiscoveryWindow | undefined;
  readonly #clock: Clock;
  readonly #hostWallets: readonly FoundWallet[];
  readonly #registered = new Set<object>();
  readonly #connectors: BehaviorSubject<readonly Connector[]>;
  #wallets: readonly FoundWallet[];
  #state: 'new' | 'started' | 'disposed' = 'new';
  #late: Subscription | undefined;

  constructor(window: DiscoveryWindow | undefined, clock: Clock, hostWallets: readonly FoundWallet[]) {
    this.#window = window;
    this.#clock = clock;
    this.#hostWallets = hostWallets;
    this.#wallets = hostWallets;
    this.#connectors = new BehaviorSubject<readonly Connector[]>(hostWallets.map(({ connector }) => connector));
  }

  /** The connectors now and whenever they change. */
  get connectors$(): Observable<readonly Connector[]> {
    return this.#connectors;
  }

  /** The wallet behind a connector. */
  find(connectorId: string): FoundWallet | undefined {
    return this.#wallets.find(({ connector }) => connector.id === connectorId);
  }

  /** Starts listening and looks around. Does nothing the second time. */
  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    const window = this.#window;
    if (window === undefined) return;
    window.addEventListener(REGISTER, this.#hear);
    window.dispatchEvent(Object.assign(new Event(APP_READY), { detail: { register: this.#register } }));
    this.#look();
    this.#late = this.#clock.scheduler.schedule(() => this.#look(), LATE_MS);
    window.addEventListener('load', this.#look);
  }

  /** Stops listening. */
  dispose(): void {
    this.#state = 'disposed';
    this.#window?.removeEventListener(REGISTER, this.#hear);
    this.#window?.removeEventListener('load', this.#look);
    this.#late?.unsubscribe();
    this.#connectors.complete();
  }

  readonly #hear = (event: Event): void => {
    try {
      // A wallet's event carries a function that is to be called with ours.
      (event as Event & { readonly detail: (api: unknown) => void }).detail({ register: this.#register });
    } catch {
      // What is no such event, or fails, registers nothing.
    }
  };

  readonly #register = (...wallets: readonly unknown[]): (() => void) => {
    const own = wallets.filter((wallet): wallet is object => at(wallet, 'features.bitcoin:connect') !== undefined);
    for (const wallet of own) this.#registered.add(wallet);
    if (this.#state === 'started') this.#look();
    return () => {
      for (const wallet of own) this.#registered.delete(wallet);
      if (this.#state === 'started') this.#look();
    };
  };

  readonly #look = (): void => {
    const found = [...this.#standard(), ...this.#hostWallets, ...this.#announced(), ...this.#injected()];
    const taken = new Set<unknown>();
    const wallets = found.filter(({ connector: { id }, provider }) => {
      const isNew = !taken.has(id) && !taken.has(provider);
      taken.add(id).add(provider);
      return isNew;
    });
    const known = wallets.map((wallet) => {
      const before = this.find(wallet.connector.id);
      return before !== undefined &&
        JSON.stringify(before.connector) === JSON.stringify(wallet.connector) &&
        before.provider === wallet.provider
        ? before
        : wallet;
    });
    const same = known.length === this.#wallets.length && known.every((wallet, index) => wallet === this.#wallets[index]);
    if (same) return;
    this.#wallets = known;
    this.#connectors.next(known.map(({ connector }) => connector));
  };

  #standard(): readonly FoundWallet[] {
    const seen = new Map<string, number>();
    const wallets = [...this.#registered].map((provider) => {
      const name = sanitizeName(at(provider, 'name'));
      const key = keyOf(name);
      const ordinal = (seen.get(key) ?? 0) + 1;
      seen.set(key, ordinal);
      const connector = connectorOf(ordinal === 1 ? key : `${key}#${ordinal}`, 'ANNOUNCED', name, at(provider, 'icon'));
      return { connector, key, provider, dialect: 'standard' as const };
    });
    return wallets
      .filter(({ key }) => key !== '')
      .map(({ key, connector, ...rest }) => ({ ...rest, connector: { ...connector, suspicious: (seen.get(key) ?? 0) > 1 } }));
  }

  /** @see https://github.com/secretkeylabs/wbips WBIP004 */
  #announced(): readonly FoundWallet[] {
    const list = at(this.#window, 'btc_providers');
    return (Array.isArray(list) ? list : []).flatMap((said: unknown) => {
      const [id, name] = [at(said, 'id'), sanitizeName(at(said, 'name'))];
      const provider = typeof id === 'string' ? at(this.#window, id) : undefined;
      if (name === '' || typeof at(provider, 'request') !== 'function') return [];
      const dialect = id === 'LeatherProvider' ? 'leather' : 'sats-connect';
      return [{ connector: connectorOf(keyOf(name), 'ANNOUNCED', name, at(said, 'icon')), provider: Object(provider) as object, dialect }];
    });
  }

  #injected(): readonly FoundWallet[] {
    return INJECTED.flatMap(([path, name, dialect]) => {
      const provider = at(this.#window, path);
      const opens = ['request', 'requestAccounts', 'connect'].some((method) => typeof at(provider, method) === 'function');
      return opens ? [{ connector: connectorOf(keyOf(name), 'INJECTED', name, null), provider: Object(provider) as object, dialect }] : [];
    });
  }
}
