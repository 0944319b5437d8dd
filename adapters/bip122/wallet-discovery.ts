import { BehaviorSubject, type Observable, Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { type Connector, makeConnector } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { attempt, isObject } from '../../domain/wire.js';
import { type RegistryWindow, StandardWallets } from '../shared/standard-wallets.js';
import type { DiscoveredWallet, WalletDialect } from './discovered-wallet.js';
import { member } from './wallets/member.js';

/**
 * Filter for Bitcoin wallets of the Wallet Standard.
 * @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/bitcoin.md
 */
const WALLET_FILTER = { chainPrefix: 'bitcoin:', connectFeature: 'bitcoin:connect' };
/** How long to wait for providers that are injected late. */
const INJECTION_WAIT_MS = 3_000;

/** Global paths of injected providers that do not announce themselves. */
const INJECTED: readonly (readonly [path: string, name: string, dialect: WalletDialect])[] = [
  ['unisat', 'UniSat', 'unisat'],
  ['okxwallet.bitcoin', 'OKX Wallet', 'okx'],
  ['LeatherProvider', 'Leather', 'leather'],
  ['XverseProviders.BitcoinProvider', 'Xverse Wallet', 'sats-connect'],
];

/** Reads a nested property; `undefined` if it is missing or throws. */
const readPath = (value: unknown, path: string): unknown => attempt(() => path.split('.').reduce<unknown>(member, value));

/** Normalises a wallet's name: the same wallet appears with and without "Wallet" and in different letter cases. */
const keyOf = (name: string): string => name.toLowerCase().replace(/\bwallet\b|[^\p{L}\p{N}]/gu, '');

const connectorOf = (type: Connector['type'], name: string, icon: unknown): Connector =>
  makeConnector({ id: name, namespace: 'bip122', type, name, icon: safeIcon(icon) });

/**
 * Discovers the Bitcoin wallets of a page: registered through the Wallet Standard, listed in `btc_providers` (WBIP004), or injected at a
 * known path. A wallet found in several ways is listed once, by the first of these. Wallets that register with the same name are all listed
 * and all marked suspicious.
 */
export class WalletDiscovery {
  readonly #window: RegistryWindow | undefined;
  readonly #clock: Clock;
  readonly #appWallets: readonly DiscoveredWallet[];
  readonly #registered: StandardWallets;
  readonly #connectors: BehaviorSubject<readonly Connector[]>;
  readonly #subscriptions = new Subscription();
  #wallets: readonly DiscoveredWallet[];
  #isStarted = false;

  constructor(window: RegistryWindow | undefined, clock: Clock, appWallets: readonly DiscoveredWallet[]) {
    this.#window = window;
    this.#clock = clock;
    this.#appWallets = appWallets;
    this.#registered = new StandardWallets({ window, namespace: 'bip122', filter: WALLET_FILTER, appWallets: [] });
    this.#wallets = appWallets;
    this.#connectors = new BehaviorSubject<readonly Connector[]>(appWallets.map(({ connector }) => connector));
  }

  /** Emits the connectors now and on every change. */
  get connectors$(): Observable<readonly Connector[]> {
    return this.#connectors;
  }

  /** The wallet of a connector. */
  find(connectorId: string): DiscoveredWallet | undefined {
    return this.#wallets.find(({ connector }) => connector.id === connectorId);
  }

  /** Starts listening and scans for injected providers. Idempotent. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#registered.start();
    this.#subscriptions.add(this.#registered.connectors$.subscribe((listed) => this.#refresh(listed)));
    this.#subscriptions.add(
      this.#clock.scheduler.schedule(() => this.#registered.connectors$.subscribe(this.#refresh).unsubscribe(), INJECTION_WAIT_MS),
    );
  }

  /** Stops listening and completes the connectors. */
  dispose(): void {
    this.#isStarted = true;
    this.#subscriptions.unsubscribe();
    this.#registered.dispose();
    this.#connectors.complete();
  }

  readonly #refresh = (listed: readonly Connector[]): void => {
    const registered = listed.flatMap(({ id }) => {
      const found = this.#registered.find(id);
      return found === undefined ? [] : [{ connector: found.connector, provider: found.wallet, dialect: 'standard' as const }];
    });
    const seen = new Set<unknown>(registered.flatMap(({ connector, provider }) => [keyOf(connector.name), connector.id, provider]));
    const others = [...this.#appWallets, ...this.#announced(), ...this.#injected()].filter(({ connector, provider }) => {
      // Wallets supplied by the app are listed whatever their name.
      const identities = connector.type === 'EXTERNAL' ? [connector.id, provider] : [keyOf(connector.name), connector.id, provider];
      const isNew = !identities.some((identity) => seen.has(identity));
      for (const identity of identities) seen.add(identity);
      return isNew;
    });
    const wallets = [...registered, ...others].map((wallet) => {
      const before = this.find(wallet.connector.id);
      const isSame = before?.provider === wallet.provider && JSON.stringify(before.connector) === JSON.stringify(wallet.connector);
      return before !== undefined && isSame ? before : wallet;
    });
    if (wallets.length === this.#wallets.length && wallets.every((wallet, index) => wallet === this.#wallets[index])) return;
    this.#wallets = wallets;
    this.#connectors.next(wallets.map(({ connector }) => connector));
  };

  /** @see https://github.com/secretkeylabs/wbips WBIP004 */
  #announced(): readonly DiscoveredWallet[] {
    const list = readPath(this.#window, 'btc_providers');
    return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
      const [id, name] = [readPath(entry, 'id'), sanitizeName(readPath(entry, 'name'))];
      const provider = typeof id === 'string' ? readPath(this.#window, id) : undefined;
      if (name === '' || !isObject(provider) || typeof readPath(provider, 'request') !== 'function') return [];
      const dialect = id === 'LeatherProvider' ? 'leather' : 'sats-connect';
      return [{ connector: connectorOf('ANNOUNCED', name, readPath(entry, 'icon')), provider, dialect }];
    });
  }

  #injected(): readonly DiscoveredWallet[] {
    return INJECTED.flatMap(([path, name, dialect]) => {
      const provider = readPath(this.#window, path);
      if (!isObject(provider)) return [];
      const isSupported = ['request', 'requestAccounts', 'connect'].some((method) => typeof readPath(provider, method) === 'function');
      return isSupported ? [{ connector: connectorOf('INJECTED', name, null), provider, dialect }] : [];
    });
  }
}
