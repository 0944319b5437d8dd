import { base64 } from '@scure/base';
import { type Bip122TestKey, type Bip122TestNetwork, bip122TestKey } from './bip122-keys.js';
import { signTestPsbt } from './bip122-signing.js';
import { standardTestWallet } from './bip122-standard-test-wallet.js';
import { signTestMessage } from './bip122-test-messages.js';
import {
  type SatsConnectTestProvider,
  satsConnectTestProvider,
  type UnisatTestProvider,
  unisatTestProvider,
} from './bip122-test-providers.js';
import type { Bip122TestEngine, Bip122TestMethod, Bip122TestRequest, Bip122TestWalletOptions } from './bip122-test-wallet-options.js';
import { TestWallet } from './test-wallet.js';
import { walletError } from './wallet-error.js';

type Listener = (payload: unknown) => void;

/** The part of a page's `window` that a wallet puts itself on. */
export interface Bip122TestWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
}

/**
 * A Bitcoin wallet in memory for tests, with real keys, whose owner is the test. It speaks the languages of UniSat, of
 * sats-connect and of the Wallet Standard at once: all of them show the same prompts.
 * @example
 * const wallet = new Bip122TestWallet({ approval: 'by-hand' });
 * Object.assign(window, { unisat: wallet.unisat });
 * wallet.reject(); // the prompt on screen
 */
export class Bip122TestWallet extends TestWallet<Bip122TestRequest> implements Bip122TestEngine {
  readonly name: string;
  /** @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
  readonly unisat: UnisatTestProvider;
  /** @see https://docs.xverse.app/sats-connect */
  readonly satsConnect: SatsConnectTestProvider;
  /** @see https://github.com/ExodusMovement/bitcoin-wallet-standard */
  readonly standard: object;
  network: Bip122TestNetwork;
  #keys: readonly Bip122TestKey[];
  readonly #pay: Bip122TestWalletOptions['pay'];
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor({ name = 'Bitcoin test wallet', keys, network = 'regtest', approval = 'at-once', pay }: Bip122TestWalletOptions = {}) {
    super(approval);
    this.name = name;
    const [payment = bip122TestKey('p2wpkh', name), ordinals = bip122TestKey('p2tr', name)] = keys ?? [];
    this.#keys = [payment, ordinals];
    this.network = network;
    this.#pay = pay;
    this.unisat = unisatTestProvider(this);
    this.satsConnect = satsConnectTestProvider(this);
    this.standard = standardTestWallet(this);
  }

  /** The keys that the site may see now, the one for payments first. */
  get shared(): readonly Bip122TestKey[] {
    return this.connected && !this.locked ? this.#keys : [];
  }

  /** The addresses of all keys on the wallet's network, whether they are shared or not. */
  get addresses(): readonly string[] {
    return this.#keys.map((key) => key.addressOn(this.network));
  }

  /** Whether it builds and broadcasts transactions by itself. */
  get pays(): boolean {
    return this.#pay !== undefined;
  }

  /** Listeners that are attached: 0 when nothing leaks. */
  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The owner picks the address that pays; it becomes the first. */
  selectAccount(address: string): void {
    const picked = this.#keys.find((key) => key.addressOn(this.network) === address);
    if (picked === undefined) throw new Error(`The wallet has no address ${address}`);
    this.#keys = [picked, ...this.#keys.filter((key) => key !== picked)];
    if (this.shared.length > 0) this.tell();
  }

  /** The owner, or an approved request, changes the network. */
  selectNetwork(network: Bip122TestNetwork): void {
    this.network = network;
    this.emit('network');
  }

  /** Listens, to a change of either with `change`; gives a function that stops. The faces of the wallet use it. */
  on(event: 'accounts' | 'network' | 'change', listener: Listener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Says that something changed, true or not. */
  emit(event: 'accounts' | 'network'): void {
    const heard = [...(this.#listeners.get(event) ?? []), ...(this.#listeners.get('change') ?? [])];
    for (const listener of heard) listener(undefined);
  }

  /** Says that what it shares changed. */
  tell(): void {
    this.emit('accounts');
  }

  /** Registers with a page by the Wallet Standard, now and whenever an app asks. Gives a function that stops that. */
  register(window: Bip122TestWindow): () => void {
    const announce = (api: unknown): void => (api as { register(wallet: object): void }).register(this.standard);
    // The event of an app carries what registers.
    const hear = (event: Event): void => announce((event as Event & { readonly detail?: unknown }).detail);
    window.addEventListener('wallet-standard:app-ready', hear);
    window.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: announce }));
    return () => window.removeEventListener('wallet-standard:app-ready', hear);
  }

  /** Asks the wallet in its own words. The faces of the wallet use it. @throws an error with a code of EIP-1193 */
  ask(method: Bip122TestMethod, params: unknown = null): Promise<unknown> {
    return this.take({ method, params });
  }

  protected async answer(request: Bip122TestRequest): Promise<unknown> {
    const { method } = request;
    if (method === 'disconnect' || (method === 'connect' && this.shared.length > 0)) return this.act(request);
    if (method !== 'connect' && this.shared.length === 0) throw walletError(4100, 'The site may not use this wallet');
    return this.askOwner(request);
  }

  protected async act({ method, params }: Bip122TestRequest): Promise<unknown> {
    // The faces of this wallet give each method its own parameters.
    const given = params as never;
    switch (method) {
      case 'connect':
        this.letIn();
        return this.shared;
      case 'disconnect':
        return this.forgetSite();
      case 'switchNetwork':
        return this.selectNetwork(given);
      case 'signMessage': {
        const { address, message, protocol } = given as { address?: string; message: string; protocol: 'ecdsa' | 'bip322' };
        return base64.encode(signTestMessage(this.#keyOf(address), message, protocol));
      }
      case 'signPsbt': {
        const { psbt, inputs, finalise } = given as { psbt: string; inputs?: readonly { index: number }[]; finalise?: boolean };
        return signTestPsbt(psbt, this.#keys, { inputs, finalise: finalise ?? false });
      }
      case 'sendTransfer':
        return this.#pay?.({ from: this.#keyOf(undefined), ...(given as { to: string; sats: number }) });
    }
  }

  #keyOf(address: string | undefined): Bip122TestKey {
    const key = this.#keys.find((each) => address === undefined || each.addressOn(this.network) === address);
    if (key === undefined) throw walletError(4100, 'The site may not use this address');
    return key;
  }
}
