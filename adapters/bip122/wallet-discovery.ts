import { BehaviorSubject, type Observable, Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { type Connector, makeConnector } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { attempt, isObject } from '../../domain/wire.js';
import { type RegistryWindow, StandardWallets } from '../shared/standard-wallets.js';
import type { FoundWallet, WalletDialect } from './found-wallet.js';
import { member } from './wallets/member.js';

/** Whose wallets of the Wallet Standard are ours. @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/bitcoin.md */
const FAMILY = { chains: 'bitcoin:', connect: 'bitcoin:connect' };
/** How long wallets that put themselves on the page late are looked out for. */
const LATE_MS = 3_000;

/** Where wallets that do not announce themselves put their provider. */
const INJECTED: readonly (readonly [path: string, name: string, dialect: WalletDialect])[] = [
  ['unisat', 'UniSat', 'unisat'],
  ['okxwallet.bitcoin', 'OKX Wallet', 'okx'],
  ['LeatherProvider', 'Leather', 'leather'],
  ['XverseProviders.BitcoinProvider', 'Xverse Wallet', 'sats-connect'],
];

/** Reads a path of foreign members; whatever fails on the way is not there. */
const at = (value: unknown, path: string): unknown => attempt(() => path.split('.').reduce<unknown>(member, value));

/** One wallet goes by several names: with and without "Wallet", with and without capitals. */
const keyOf = (name: string): string => name.toLowerCase().replace(/\bwallet\b|[^\p{L}\p{N}]/gu, '');

const connectorOf = (type: Connector['type'], name: string, icon: unknown): Connector =>
  makeConnector({ id: name, namespace: 'bip122', type, name, icon: safeIcon(icon) });

/**
 * Finds the Bitcoin wallets of a page: those that register themselves by the Wallet Standard, those in `btc_providers`
 * (WBIP004), and those that only put a provider where they are known to. A wallet found by two ways is one; the better way
 * counts. Wallets that register under one name are all listed and all marked.
 */
export class WalletDiscovery {
  readonly #window: RegistryWindow | undefined;
  readonly #clock: Clock;
  readonly #hostWallets: readonly FoundWallet[];
  readonly #registered: StandardWallets;
  readonly #connectors: BehaviorSubject<readonly Connector[]>;
  readonly #looking = new Subscription();
  #wallets: readonly FoundWallet[];
  #started = false;

  constructor(window: RegistryWindow | undefined, clock: Clock, hostWallets: readonly FoundWallet[]) {
    this.#window = window;
    this.#clock = clock;
    this.#hostWallets = hostWallets;
    this.#registered = new StandardWallets({ window, namespace: 'bip122', family: FAMILY, hostWallets: [] });
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
    if (this.#started) return;
    this.#started = true;
    this.#registered.start();
    this.#looking.add(this.#registered.connectors$.subscribe((listed) => this.#look(listed)));
    this.#looking.add(this.#clock.scheduler.schedule(() => this.#registered.connectors$.subscribe(this.#look).unsubscribe(), LATE_MS));
  }

  /** Stops listening. */
  dispose(): void {
    this.#started = true;
    this.#looking.unsubscribe();
    this.#registered.dispose();
    this.#connectors.complete();
  }

  readonly #look = (listed: readonly Connector[]): void => {
    const registered = listed.flatMap(({ id }) => {
      const found = this.#registered.find(id);
      return found === undefined ? [] : [{ connector: found.connector, provider: found.wallet, dialect: 'standard' as const }];
    });
    const taken = new Set<unknown>(registered.flatMap(({ connector, provider }) => [keyOf(connector.name), connector.id, provider]));
    const others = [...this.#hostWallets, ...this.#announced(), ...this.#injected()].filter(({ connector, provider }) => {
      // What a host brings is listed whatever it is called.
      const marks = connector.type === 'EXTERNAL' ? [connector.id, provider] : [keyOf(connector.name), connector.id, provider];
      const isNew = !marks.some((mark) => taken.has(mark));
      for (const mark of marks) taken.add(mark);
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
  #announced(): readonly FoundWallet[] {
    const list = at(this.#window, 'btc_providers');
    return (Array.isArray(list) ? list : []).flatMap((said: unknown) => {
      const [id, name] = [at(said, 'id'), sanitizeName(at(said, 'name'))];
      const provider = typeof id === 'string' ? at(this.#window, id) : undefined;
      if (name === '' || !isObject(provider) || typeof at(provider, 'request') !== 'function') return [];
      const dialect = id === 'LeatherProvider' ? 'leather' : 'sats-connect';
      return [{ connector: connectorOf('ANNOUNCED', name, at(said, 'icon')), provider, dialect }];
    });
  }

  #injected(): readonly FoundWallet[] {
    return INJECTED.flatMap(([path, name, dialect]) => {
      const provider = at(this.#window, path);
      if (!isObject(provider)) return [];
      const opens = ['request', 'requestAccounts', 'connect'].some((method) => typeof at(provider, method) === 'function');
      return opens ? [{ connector: connectorOf('INJECTED', name, null), provider, dialect }] : [];
    });
  }
}
