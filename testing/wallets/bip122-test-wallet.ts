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
import {
  type Bip122TestAnswer,
  type Bip122TestEngine,
  type Bip122TestMethod,
  type Bip122TestRequest,
  type Bip122TestWalletOptions,
  testWalletError,
} from './bip122-test-wallet-options.js';

type Listener = (payload: unknown) => void;

interface Prompt extends Bip122TestRequest {
  readonly approve: () => void;
  readonly reject: () => void;
}

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
export class Bip122TestWallet implements Bip122TestEngine {
  readonly name: string;
  /** @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
  readonly unisat: UnisatTestProvider;
  /** @see https://docs.xverse.app/sats-connect */
  readonly satsConnect: SatsConnectTestProvider;
  /** @see https://github.com/ExodusMovement/bitcoin-wallet-standard */
  readonly standard: object;
  /** Everything it was asked, oldest first. */
  readonly requests: Bip122TestRequest[] = [];
  approval: 'at-once' | 'by-hand';
  locked = false;
  /** Whether the person allowed the site to see the addresses. */
  connected = false;
  network: Bip122TestNetwork;
  #keys: readonly Bip122TestKey[];
  readonly #pay: Bip122TestWalletOptions['pay'];
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #prompts: Prompt[] = [];
  readonly #next = new Map<Bip122TestMethod, Bip122TestAnswer[]>();
  #doubled = false;

  constructor({ name = 'Bitcoin test wallet', keys, network = 'regtest', approval = 'at-once', pay }: Bip122TestWalletOptions = {}) {
    this.name = name;
    const [payment = bip122TestKey('p2wpkh', name), ordinals = bip122TestKey('p2tr', name)] = keys ?? [];
    this.#keys = [payment, ordinals];
    this.network = network;
    this.approval = approval;
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

  /** Prompts on screen, oldest first. */
  get prompts(): readonly Bip122TestRequest[] {
    return this.#prompts;
  }

  /** Whether it builds and broadcasts transactions by itself. */
  get pays(): boolean {
    return this.#pay !== undefined;
  }

  /** Listeners that are attached: 0 when nothing leaks. */
  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** How often it was asked something. */
  count(method: Bip122TestMethod): number {
    return this.requests.filter((request) => request.method === method).length;
  }

  /** Answers the next requests of a method this way, one after the other; then truthfully again. */
  next(method: Bip122TestMethod, ...answers: readonly Bip122TestAnswer[]): void {
    this.#next.set(method, [...(this.#next.get(method) ?? []), ...answers]);
  }

  /** The owner approves every prompt on screen. */
  approve(): void {
    for (const prompt of this.#prompts.splice(0)) prompt.approve();
  }

  /** The owner rejects every prompt on screen. */
  reject(): void {
    for (const prompt of this.#prompts.splice(0)) prompt.reject();
  }

  /** The owner locks the wallet. */
  lock(): void {
    this.locked = true;
    this.emit('accounts');
  }

  /** The owner unlocks the wallet. */
  unlock(): void {
    this.locked = false;
    this.emit('accounts');
  }

  /** The owner picks the address that pays; it becomes the first. */
  selectAccount(address: string): void {
    const picked = this.#keys.find((key) => key.addressOn(this.network) === address);
    if (picked === undefined) throw new Error(`The wallet has no address ${address}`);
    this.#keys = [picked, ...this.#keys.filter((key) => key !== picked)];
    if (this.shared.length > 0) this.emit('accounts');
  }

  /** The owner, or an approved request, changes the network. */
  selectNetwork(network: Bip122TestNetwork): void {
    this.network = network;
    this.emit('network');
  }

  /** The owner disconnects the site in the wallet. */
  forgetSite(): void {
    this.connected = false;
    this.emit('accounts');
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
    for (const listener of this.#doubled ? [...heard, ...heard] : heard) listener(undefined);
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
  async ask(method: Bip122TestMethod, params: unknown = null): Promise<unknown> {
    const request = { method, params };
    this.requests.push(request);
    const answer = this.#next.get(method)?.shift();
    this.#doubled = answer === 'twice';
    if (answer === 'never') return new Promise(() => undefined);
    if (answer === 'late') return this.#prompt(request);
    if (answer !== undefined && answer !== 'twice') {
      if ('result' in answer) return answer.result;
      throw Object.assign(new Error(answer.error.message ?? 'Scripted error'), answer.error);
    }
    if (method !== 'connect' && method !== 'disconnect' && this.shared.length === 0)
      throw testWalletError(4100, 'The site may not use this wallet');
    const isKnown = method === 'connect' && this.shared.length > 0;
    return this.approval === 'by-hand' && method !== 'disconnect' && !isKnown ? this.#prompt(request) : this.#act(request);
  }

  #prompt(request: Bip122TestRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#prompts.push({
        ...request,
        approve: () => void this.#act(request).then(resolve, reject),
        reject: () => reject(testWalletError(4001, 'The owner rejected the request')),
      });
    });
  }

  async #act({ method, params }: Bip122TestRequest): Promise<unknown> {
    // The faces of this wallet give each method its own parameters.
    const given = params as never;
    switch (method) {
      case 'connect':
        this.locked = false;
        this.connected = true;
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
    if (key === undefined) throw testWalletError(4100, 'The site may not use this address');
    return key;
  }
}
