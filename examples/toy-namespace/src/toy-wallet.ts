import { addressOfKey, toHex } from './keys.js';
import { ANNOUNCE, CALL, ToyError, type ToyMethod, type ToyProvider, type ToyState } from './toy-provider.js';
import { messageBytes, type Transfer, transferBytes } from './transfer.js';

/** The person with the wallet: resolves to agree, throws a `ToyError` to refuse. */
export type Owner = (method: ToyMethod, parameters: unknown) => Promise<void> | void;

/** What a wallet begins with. */
export interface ToyWalletOptions {
  /** Names of the chains it knows; it is on the first. */
  readonly networks: readonly [string, ...string[]];
  /** Default: agrees to everything. */
  readonly owner?: Owner;
  readonly id?: string;
  readonly name?: string;
}

/** A wallet with ed25519 keys of its own, which announces itself to pages. */
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

  /** Makes a wallet with two new keys. */
  static async make(options: ToyWalletOptions): Promise<ToyWallet> {
    const keys = await Promise.all(
      [1, 2].map(async (): Promise<[string, CryptoKey]> => {
        // Of an asymmetric algorithm a pair is made.
        const { publicKey, privateKey } = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
        return [addressOfKey(toHex(await crypto.subtle.exportKey('raw', publicKey))), privateKey];
      }),
    );
    return new ToyWallet(options, new Map(keys));
  }

  /** How many listeners pages left. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** What pages talk to. */
  readonly provider: ToyProvider = {
    request: (method, parameters) => this.#answer(method, parameters),
    onChange: (listener) => {
      // Each call has an end of its own, also with one function given twice.
      const own = (state: ToyState): void => listener(state);
      this.#listeners.add(own);
      return () => this.#listeners.delete(own);
    },
  };

  /** Announces itself in a page, now and whenever a page calls. Gives a function that ends it. */
  announce(page: EventTarget): () => void {
    const { id, name, provider } = this;
    const tell = (): void => {
      page.dispatchEvent(new CustomEvent(ANNOUNCE, { detail: Object.freeze({ id, name, provider }) }));
    };
    page.addEventListener(CALL, tell);
    tell();
    return () => page.removeEventListener(CALL, tell);
  }

  /** The owner locks or unlocks it. */
  setLocked(isLocked: boolean): void {
    this.#change(() => {
      this.isLocked = isLocked;
    });
  }

  /** The owner lets the site in, or disconnects it. */
  setAllowed(allows: boolean): void {
    this.#change(() => {
      this.allowsSite = allows;
    });
  }

  /** The owner picks an account. */
  selectAccount(address: string): void {
    this.#change(() => {
      this.#active = address;
    });
  }

  /** The owner moves to another chain. */
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

  async #answer(method: ToyMethod, parameters: unknown): Promise<unknown> {
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
        // A page may write anything; what is signed is what is shown, whatever that is.
        const transfer = Object(parameters) as Transfer;
        if (transfer.network !== this.#network) throw new ToyError('wrong-network');
        return this.#sign(method, transfer.from, transferBytes(transfer), parameters);
      }
      default:
        throw new ToyError('unknown-method');
    }
  }

  async #sign(method: ToyMethod, account: unknown, bytes: Uint8Array<ArrayBuffer>, shown: unknown): Promise<string> {
    const key = this.#state.accounts.includes(String(account)) ? this.#keys.get(String(account)) : undefined;
    if (key === undefined) throw new ToyError('not-allowed');
    await this.#owner(method, shown);
    return toHex(await crypto.subtle.sign('Ed25519', key, bytes));
  }
}
