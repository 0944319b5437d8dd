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

/** The part of `Window` that a wallet needs to register. */
export interface Bip122TestWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
}

/**
 * An in-memory Bitcoin wallet for tests, with real keys, controlled by the test. It has the interfaces of UniSat, sats-connect and the
 * Wallet Standard, which share its prompts.
 * @example
 * const wallet = new Bip122TestWallet({ approval: 'manual' });
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

  constructor({ name = 'Bitcoin test wallet', keys, network = 'regtest', approval = 'immediate', pay }: Bip122TestWalletOptions = {}) {
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

  /** The keys that the site may see now, the payment key first. */
  get shared(): readonly Bip122TestKey[] {
    return this.isConnected && !this.isLocked ? this.#keys : [];
  }

  /** The addresses of all keys on the wallet's network, shared or not. */
  get addresses(): readonly string[] {
    return this.#keys.map((key) => key.addressOn(this.network));
  }

  /** True if the wallet can build and broadcast transactions. */
  get canPay(): boolean {
    return this.#pay !== undefined;
  }

  /** Number of attached listeners; 0 if nothing leaks. */
  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Selects the payment address in the wallet; it becomes the first. */
  selectAccount(address: string): void {
    const selected = this.#keys.find((key) => key.addressOn(this.network) === address);
    if (selected === undefined) throw new Error(`The wallet has no address ${address}`);
    this.#keys = [selected, ...this.#keys.filter((key) => key !== selected)];
    if (this.shared.length > 0) this.emitAccounts();
  }

  /** Switches the network of the wallet. */
  selectNetwork(network: Bip122TestNetwork): void {
    this.network = network;
    this.emit('network');
  }

  /** Adds a listener and returns a function that removes it. `change` covers both other events. For the provider interfaces. */
  on(event: 'accounts' | 'network' | 'change', listener: Listener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Emits a change event, even if nothing changed. */
  emit(event: 'accounts' | 'network'): void {
    const listeners = [...(this.#listeners.get(event) ?? []), ...(this.#listeners.get('change') ?? [])];
    for (const listener of listeners) listener(undefined);
  }

  /** Emits that the shared accounts changed. */
  emitAccounts(): void {
    this.emit('accounts');
  }

  /** Registers by the Wallet Standard, now and on each request of an app. Returns a function that stops it. */
  register(window: Bip122TestWindow): () => void {
    const announce = (api: unknown): void => (api as { register(wallet: object): void }).register(this.standard);
    // The detail of the event is the `register` API.
    const onAppReady = (event: Event): void => announce((event as Event & { readonly detail?: unknown }).detail);
    window.addEventListener('wallet-standard:app-ready', onAppReady);
    window.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: announce }));
    return () => window.removeEventListener('wallet-standard:app-ready', onAppReady);
  }

  /** Sends a request to the wallet. For the provider interfaces. @throws an error with an EIP-1193 code */
  request(method: Bip122TestMethod, params: unknown = null): Promise<unknown> {
    return this.receiveRequest({ method, params });
  }

  protected async handleRequest(request: Bip122TestRequest): Promise<unknown> {
    const { method } = request;
    if (method === 'disconnect' || (method === 'connect' && this.shared.length > 0)) return this.execute(request);
    if (method !== 'connect' && this.shared.length === 0) throw walletError(4100, 'The site may not use this wallet');
    return this.promptUser(request);
  }

  protected async execute({ method, params }: Bip122TestRequest): Promise<unknown> {
    // The provider interfaces pass the parameters of each method.
    const input = params as never;
    switch (method) {
      case 'connect':
        this.connectSite();
        return this.shared;
      case 'disconnect':
        return this.forgetSite();
      case 'switchNetwork':
        return this.selectNetwork(input);
      case 'signMessage': {
        const { address, message, protocol } = input as { address?: string; message: string; protocol: 'ecdsa' | 'bip322' };
        return base64.encode(signTestMessage(this.#keyOf(address), message, protocol));
      }
      case 'signPsbt': {
        const { psbt, inputs, finalize } = input as { psbt: string; inputs?: readonly { index: number }[]; finalize?: boolean };
        return signTestPsbt(psbt, this.#keys, { inputs, finalize: finalize ?? false });
      }
      case 'sendTransfer':
        return this.#pay?.({ from: this.#keyOf(undefined), ...(input as { to: string; sats: number }) });
    }
  }

  #keyOf(address: string | undefined): Bip122TestKey {
    const key = this.#keys.find((each) => address === undefined || each.addressOn(this.network) === address);
    if (key === undefined) throw walletError(4100, 'The site may not use this address');
    return key;
  }
}
