import { BehaviorSubject, type Observable } from 'rxjs';
import { isStandardWallet, type StandardFamily, type StandardWallet } from '../../application/shared/standard-wallet.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { type Connector, makeConnector, RESERVED_CONNECTOR_IDS } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';

/** Names of the DOM events by which a wallet announces itself and the page its listener. @see https://github.com/wallet-standard/wallet-standard */
const REGISTER_WALLET = 'wallet-standard:register-wallet';
const APP_READY = 'wallet-standard:app-ready';

/** Name of a wallet whose own name holds nothing to show. */
const NAMELESS = 'Browser Wallet';

/** The part of a page's `window` that wallets register on. */
export interface RegistryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
}

/** Whose wallets to look for. */
export interface StandardWalletsOptions {
  /** Absent outside of a page: then there are only the host's own wallets. */
  readonly window: RegistryWindow | undefined;
  readonly namespace: Namespace;
  readonly family: StandardFamily;
  /** Wallets that the host brings. */
  readonly hostWallets: readonly StandardWallet[];
}

/** A wallet that can be picked. */
export interface ListedWallet {
  readonly connector: Connector;
  readonly wallet: StandardWallet;
}

/**
 * The wallets of a page that register themselves by the Wallet Standard, early or late, behind those of the host. A wallet
 * is its object: registered twice it is one. A connector's id is its wallet's name; wallets of one name are all listed and
 * all marked.
 */
export class StandardWallets {
  readonly #options: StandardWalletsOptions;
  readonly #connectors = new BehaviorSubject<readonly Connector[]>([]);
  readonly #listed = new Map<StandardWallet, Connector>();
  #started = false;

  constructor(options: StandardWalletsOptions) {
    this.#options = options;
    for (const wallet of options.hostWallets) this.#add(wallet, 'EXTERNAL');
    this.#publish();
  }

  /** The connectors now and whenever they change. */
  get connectors$(): Observable<readonly Connector[]> {
    return this.#connectors;
  }

  /** The wallet behind a connector. */
  find(connectorId: string): ListedWallet | undefined {
    for (const [wallet, connector] of this.#listed) if (connector.id === connectorId) return { wallet, connector };
    return undefined;
  }

  /** Starts listening, and calls the wallets that are there already: they are listed at once. Does nothing the second time. */
  start(): void {
    const { window } = this.#options;
    if (this.#started || window === undefined) return;
    this.#started = true;
    window.addEventListener(REGISTER_WALLET, this.#handle);
    window.dispatchEvent(new CustomEvent(APP_READY, { detail: this.#api }));
  }

  /** Stops listening; nothing is listed any more. */
  dispose(): void {
    this.#started = true;
    this.#options.window?.removeEventListener(REGISTER_WALLET, this.#handle);
    this.#connectors.complete();
  }

  /** What a wallet gets to register itself with. */
  readonly #api = Object.freeze({
    register: (...wallets: readonly unknown[]): (() => void) => {
      const added = wallets.filter((wallet) => isStandardWallet(wallet, this.#options.family) && this.#add(wallet, 'ANNOUNCED'));
      this.#publish();
      return () => {
        // The host's own and those that were there before stay.
        for (const wallet of added) this.#listed.delete(wallet as StandardWallet);
        this.#publish();
      };
    },
  });

  readonly #handle = (event: Event): void => {
    try {
      // A wallet's event brings a function; whatever it is instead throws here.
      (event as CustomEvent<(api: unknown) => void>).detail(this.#api);
    } catch {
      // What a wallet throws is its own affair.
    }
  };

  #add(wallet: StandardWallet, type: 'ANNOUNCED' | 'EXTERNAL'): boolean {
    if (this.#listed.has(wallet)) return false;
    const said = labelOf(wallet);
    // No `#` in a name, so that the ids of doubles cannot be forged.
    const key = RESERVED_CONNECTOR_IDS.includes(said.name) ? `wallet:${said.name}` : said.name.replaceAll('#', ' ');
    const doubles = [...this.#listed].filter(([, { id }]) => id === key || id.startsWith(`${key}#`));
    for (const [double, connector] of doubles) this.#listed.set(double, { ...connector, suspicious: true });
    let id = key;
    for (let ordinal = 2; this.find(id) !== undefined; ordinal += 1) id = `${key}#${ordinal}`;
    const { namespace } = this.#options;
    this.#listed.set(wallet, makeConnector({ ...said, id, namespace, type, suspicious: doubles.length > 0 }));
    return true;
  }

  #publish(): void {
    this.#connectors.next([...this.#listed.values()]);
  }
}

/** Each property is read once: a getter may throw or change its mind. */
const labelOf = (wallet: StandardWallet): { readonly name: string; readonly icon: string | null } => {
  const name = sanitizeName(wallet.name) || NAMELESS;
  try {
    return { name, icon: safeIcon(wallet.icon) };
  } catch {
    return { name, icon: null };
  }
};
