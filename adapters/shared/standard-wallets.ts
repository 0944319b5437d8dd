import { BehaviorSubject, type Observable } from 'rxjs';
import { isStandardWallet, type StandardWallet, type StandardWalletFilter } from '../../application/shared/standard-wallet.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { type Connector, makeConnector, RESERVED_CONNECTOR_IDS } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';

/** DOM events that register a wallet, dispatched by the wallet and by the app. @see https://github.com/wallet-standard/wallet-standard */
const REGISTER_WALLET = 'wallet-standard:register-wallet';
const APP_READY = 'wallet-standard:app-ready';

/** Display name of a wallet whose own name is empty once sanitized. */
const FALLBACK_NAME = 'Browser Wallet';

/** The members of `window` that registration uses. */
export interface RegistryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
}

export interface StandardWalletsOptions {
  /** Absent on a server: then only the app's own wallets are listed. */
  readonly window: RegistryWindow | undefined;
  readonly namespace: Namespace;
  readonly filter: StandardWalletFilter;
  /** Wallets supplied by the app. */
  readonly appWallets: readonly StandardWallet[];
}

/** A registered wallet with its connector. */
export interface ListedWallet {
  readonly connector: Connector;
  readonly wallet: StandardWallet;
}

/**
 * Wallets that register through the Wallet Standard, after those supplied by the app. Wallets are compared by reference, so a wallet that
 * registers twice is listed once. A connector's id is the wallet's name; wallets with the same name are all listed and all marked suspicious.
 */
export class StandardWallets {
  readonly #options: StandardWalletsOptions;
  readonly #connectors = new BehaviorSubject<readonly Connector[]>([]);
  readonly #listed = new Map<StandardWallet, Connector>();
  #isStarted = false;

  constructor(options: StandardWalletsOptions) {
    this.#options = options;
    for (const wallet of options.appWallets) this.#add(wallet, 'EXTERNAL');
    this.#publish();
  }

  /** Emits the connectors now and on every change. */
  get connectors$(): Observable<readonly Connector[]> {
    return this.#connectors;
  }

  /** The wallet of a connector. */
  find(connectorId: string): ListedWallet | undefined {
    for (const [wallet, connector] of this.#listed) if (connector.id === connectorId) return { wallet, connector };
    return undefined;
  }

  /** Starts listening and requests registration; wallets already loaded are listed immediately. Idempotent. */
  start(): void {
    const { window } = this.#options;
    if (this.#isStarted || window === undefined) return;
    this.#isStarted = true;
    window.addEventListener(REGISTER_WALLET, this.#handle);
    window.dispatchEvent(new CustomEvent(APP_READY, { detail: this.#api }));
  }

  /** Stops listening and completes the connectors. */
  dispose(): void {
    this.#isStarted = true;
    this.#options.window?.removeEventListener(REGISTER_WALLET, this.#handle);
    this.#connectors.complete();
  }

  /** Registration API passed to wallets. */
  readonly #api = Object.freeze({
    register: (...wallets: readonly unknown[]): (() => void) => {
      const added = wallets.filter((wallet) => isStandardWallet(wallet, this.#options.filter) && this.#add(wallet, 'ANNOUNCED'));
      this.#publish();
      return () => {
        // Keeps the app's own wallets and those registered earlier.
        for (const wallet of added) this.#listed.delete(wallet as StandardWallet);
        this.#publish();
      };
    },
  });

  readonly #handle = (event: Event): void => {
    try {
      // The event's detail should be a function; anything else throws here.
      (event as CustomEvent<(api: unknown) => void>).detail(this.#api);
    } catch {
      // Ignores errors thrown by a wallet.
    }
  };

  #add(wallet: StandardWallet, type: 'ANNOUNCED' | 'EXTERNAL'): boolean {
    if (this.#listed.has(wallet)) return false;
    const label = labelOf(wallet);
    // No `#` in a name, so that the ids of duplicates cannot be forged.
    const key = RESERVED_CONNECTOR_IDS.includes(label.name) ? `wallet:${label.name}` : label.name.replaceAll('#', ' ');
    const duplicates = [...this.#listed].filter(([, { id }]) => id === key || id.startsWith(`${key}#`));
    for (const [duplicate, connector] of duplicates) this.#listed.set(duplicate, { ...connector, suspicious: true });
    let id = key;
    for (let ordinal = 2; this.find(id) !== undefined; ordinal += 1) id = `${key}#${ordinal}`;
    const { namespace } = this.#options;
    this.#listed.set(wallet, makeConnector({ ...label, id, namespace, type, suspicious: duplicates.length > 0 }));
    return true;
  }

  #publish(): void {
    this.#connectors.next([...this.#listed.values()]);
  }
}

/** Each property is read once: a getter may throw or return different values. */
const labelOf = (wallet: StandardWallet): { readonly name: string; readonly icon: string | null } => {
  const name = sanitizeName(wallet.name) || FALLBACK_NAME;
  try {
    return { name, icon: safeIcon(wallet.icon) };
  } catch {
    return { name, icon: null };
  }
};
