import { addressOfKey, toHex } from './keys.js';
import { ANNOUNCE, CALL, ToyError, type ToyMethod, type ToyProvider, type ToyState } from './toy-provider.js';
import { messageBytes, type Transfer, transferBytes } from './transfer.js';

/** The wallet's user: resolves to approve, throws a `ToyError` to reject. */
export type Owner = (method: ToyMethod, parameters: unknown) => Promise<void> | void;

/** Options of a toy wallet. */
export interface ToyWalletOptions {
  /** Names of the supported chains. The first one is active. */
  readonly networks: readonly [string, ...string[]];
  /** Default: approves everything. */
  readonly owner?: Owner;
  readonly id?: string;
  readonly name?: string;
}

/** A wallet with its own ed25519 keys, which announces itself to pages. */
export class ToyWallet {
  readonly id: string;
  readonly name: string;
  readonly addresses: readonly string[];
  isLocked = false;
  allowsSite = false;
  readonly #keys: ReadonlyMap<string, CryptoKey>;
  readonly #networks: readonly string[];
  readonly #owner: Owner;
  readonly #listeners = new Set<(state: ToyState) => void>();
  #active: string;
  #network: string;

  private constructor(
    { networks, owner = () => undefined, id = 'toy-wallet', name = 'Toy wallet' }: ToyWalletOptions,
    keys: ReadonlyMap<string, CryptoKey>,
  ) {
    this.id = id;
    this.name = name;
    this.#keys = keys;
    this.#networks = networks;
    this.#network = networks[0];
    this.#owner = owner;
    this.addresses = [...keys.keys()];
    this.#active = this.addresses[0] ?? '';
  }

  /** Creates a wallet with two new keys. */
  static async make(options: ToyWalletOptions): Promise<ToyWallet> {
    const keys = await Promise.all(
      [1, 2].map(async (): Promise<[string, CryptoKey]> => {
        // Ed25519 is asymmetric, so `generateKey` returns a pair.
        const { publicKey, privateKey } = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
        return [addressOfKey(toHex(await crypto.subtle.exportKey('raw', publicKey))), privateKey];
      }),
    );
    return new ToyWallet(options, new Map(keys));
  }

  /** Number of active listeners, for leak checks in tests. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** The provider that pages use. */
  readonly provider: ToyProvider = {
    request: (method, parameters) => this.#handle(method, parameters),
    onChange: (listener) => {
      // A new function per call, so that the same listener can subscribe twice.
      const entry = (state: ToyState): void => listener(state);
      this.#listeners.add(entry);
      return () => this.#listeners.delete(entry);
    },
  };

  /** Announces the wallet to a page, now and on request. Returns a function that stops it. */
  announce(page: EventTarget): () => void {
    const { id, name, provider } = this;
    const announce = (): void => {
      page.dispatchEvent(new CustomEvent(ANNOUNCE, { detail: Object.freeze({ id, name, provider }) }));
    };
    page.addEventListener(CALL, announce);
    announce();
    return () => page.removeEventListener(CALL, announce);
  }

  /** The user locks or unlocks the wallet. */
  setLocked(isLocked: boolean): void {
    this.#change(() => {
      this.isLocked = isLocked;
    });
  }

  /** The user connects or disconnects the site. */
  setAllowed(allows: boolean): void {
    this.#change(() => {
      this.allowsSite = allows;
    });
  }

  /** The user selects an account. */
  selectAccount(address: string): void {
    this.#change(() => {
      this.#active = address;
    });
  }

  /** The user switches the network. */
  selectNetwork(network: string): void {
    this.#change(() => {
      this.#network = network;
    });
  }

  get #state(): ToyState {
    const sees = this.allowsSite && !this.isLocked;
    return {
      accounts: sees ? [this.#active, ...this.addresses.filter((address) => address !== this.#active)] : [],
      network: this.#network,
    };
  }

  #change(change: () => void): void {
    const before = JSON.stringify(this.#state);
    change();
    if (JSON.stringify(this.#state) === before) return;
    for (const listener of [...this.#listeners]) listener(this.#state);
  }

  async #handle(method: ToyMethod, parameters: unknown): Promise<unknown> {
    switch (method) {
      case 'state':
        return this.#state;
      case 'forget':
        return this.setAllowed(false);
      case 'connect':
        await this.#owner(method, parameters);
        this.setLocked(false);
        this.setAllowed(true);
        return this.#state;
      case 'switchNetwork': {
        const { network } = Object(parameters);
        if (!this.#networks.includes(network)) throw new ToyError('unknown-network');
        await this.#owner(method, parameters);
        this.selectNetwork(network);
        return this.#state;
      }
      case 'signMessage': {
        const { account, message } = Object(parameters);
        return this.#sign(method, account, messageBytes(String(message)), parameters);
      }
      case 'signTransfer': {
        // The parameters are untrusted. The signed bytes are the ones shown to the user.
        const transfer = Object(parameters) as Transfer;
        if (transfer.network !== this.#network) throw new ToyError('wrong-network');
        return this.#sign(method, transfer.from, transferBytes(transfer), parameters);
      }
      default:
        throw new ToyError('unknown-method');
    }
  }

  async #sign(method: ToyMethod, account: unknown, bytes: Uint8Array<ArrayBuffer>, parameters: unknown): Promise<string> {
    const key = this.#state.accounts.includes(String(account)) ? this.#keys.get(String(account)) : undefined;
    if (key === undefined) throw new ToyError('not-allowed');
    await this.#owner(method, parameters);
    return toHex(await crypto.subtle.sign('Ed25519', key, bytes));
  }
}
