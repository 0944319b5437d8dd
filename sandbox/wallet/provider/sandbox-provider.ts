import { OTHER_NAMESPACES, type OtherNamespace } from '../engine/keys/namespace.js';
import type { PageRequest, PageState, Reply, ToPage } from '../engine/messages.js';
import { disconnected, invalidRequest, ProviderError } from '../engine/provider-error.js';
import { isObject, readNamed } from '../engine/read-params.js';

const chainOf = (params: unknown): unknown => (Array.isArray(params) && isObject(params[0]) ? params[0]['chainId'] : undefined);

/** Methods of Bitcoin that do not say so in their name. */
const BITCOIN: readonly string[] = ['signMessage', 'signPsbt', 'sendTransfer'];

const namespaceOf = (method: string): OtherNamespace | null =>
  BITCOIN.includes(method) ? 'bip122' : (OTHER_NAMESPACES.find((namespace) => method.startsWith(`${namespace}_`)) ?? null);

const sees = ({ others }: PageState, namespace: OtherNamespace | null): boolean =>
  namespace !== null && (others[namespace]?.accounts.length ?? 0) > 0;

/**
 * Whether the wallet will ask the person. It only decides whether a window opens within the gesture: a window too many closes itself at
 * once, and the wallet decides by itself what it asks.
 */
const needsWindow = (state: PageState, method: string, params: unknown): boolean => {
  if (!state.windowMethods.includes(method)) return false;
  switch (method) {
    case 'eth_requestAccounts':
      return state.accounts.length === 0 && !state.connecting;
    case 'wallet_requestPermissions':
      return !state.connecting;
    case 'wallet_switchEthereumChain': {
      const chainId = chainOf(params);
      return chainId !== state.chainId && state.knownChains.some((known) => known === chainId);
    }
    case 'wallet_addEthereumChain':
      return chainOf(params) !== state.chainId;
    case 'solana_connect':
    case 'bip122_connect':
    case 'polkadot_connect':
      return !sees(state, namespaceOf(method)) && !state.connecting && readNamed(params)['silent'] !== true;
    case 'solana_signIn':
      return true;
    default: {
      const namespace = namespaceOf(method);
      return namespace === null ? state.accounts.length > 0 : sees(state, namespace);
    }
  }
};

/** The EIP-1193 events. */
export type ProviderEvent = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message';

/** A listener; each event passes one value. */
export type ProviderListener = (value: unknown) => void;

/** What a provider is made of. */
export interface ProviderOptions {
  /** Sends a request to the wallet, in order, once the line is open. */
  send(request: PageRequest): void;
  /** Opens the wallet's window for a request. It is called within the person's gesture wherever there is one. */
  openWindow(requestId: string): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that calls its listeners twice, as no promise should. Only the fault `answer-twice` makes one. */
const twice = (promise: Promise<unknown>): PromiseLike<unknown> => ({
  // A broken thenable is the point.
  // biome-ignore lint/suspicious/noThenProperty: the fault is a thenable that answers twice
  then: (onFulfilled, onRejected) => {
    const first = promise.then(onFulfilled, onRejected);
    promise.then(onFulfilled, onRejected).catch(() => undefined);
    return first;
  },
});

/**
 * The wallet as a page sees it. It keeps nothing but what it was told; every answer comes from the wallet.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export class SandboxProvider {
  readonly isSandboxWallet = true;
  readonly #options: ProviderOptions;
  readonly #listeners = new Map<string, Set<ProviderListener>>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #watchers = new Set<(state: PageState | null) => void>();
  #state: PageState | null = null;
  #open: PromiseWithResolver<PageState> = withResolver();

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  /** Whether the wallet can be reached. */
  isConnected(): boolean {
    return this.#state !== null;
  }

  /**
   * Asks the wallet.
   * @throws ProviderError with the codes of EIP-1193, EIP-1474 and EIP-3326
   */
  request(request: unknown): PromiseLike<unknown> {
    if (!isObject(request) || typeof request['method'] !== 'string' || request['method'] === '') {
      return Promise.reject(invalidRequest('A request is an object with a method.'));
    }
    const { method, params } = request;
    const answer = this.#ask(crypto.randomUUID(), method as string, params);
    return this.#state?.twiceMethods.includes(method as string) === true ? twice(answer) : answer;
  }

  /** Adds a listener. */
  on(event: string, listener: ProviderListener): this {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return this;
  }

  /** Takes a listener away. */
  removeListener(event: string, listener: ProviderListener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  /** What the page knows of the wallet; `null` while it cannot be reached. */
  get state(): PageState | null {
    return this.#state;
  }

  /** Calls a watcher with each state from now on, `null` when the line breaks; returns what ends that. */
  watch(watcher: (state: PageState | null) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Takes a message of the wallet. The host of the provider calls it. */
  receive(message: ToPage): void {
    if (message.type === 'reply') this.#settle(message);
    else if (message.type === 'message') this.#emit('message', message.message);
    else this.#follow(message.state);
  }

  /** Tells the provider that the line is broken: what waits is rejected with 4900. The host of the provider calls it. */
  lineBroken(): void {
    const wasOpen = this.#state !== null;
    const error = disconnected();
    this.#state = null;
    this.#open.reject(error);
    this.#open = withResolver();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
    if (wasOpen) this.#emit('disconnect', error);
    for (const watcher of [...this.#watchers]) watcher(null);
  }

  async #ask(id: string, method: string, params: unknown): Promise<unknown> {
    // With the state known, everything up to the window happens within the gesture; without it, the activation lasts some seconds.
    const state = this.#state ?? (await this.#open.promise);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#options.send({ type: 'request', id, method, ...(params === undefined ? {} : { params }) });
      if (needsWindow(state, method, params)) this.#options.openWindow(id);
    });
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('result' in reply) waiting?.resolve(reply.result);
    else if ('error' in reply) waiting?.reject(new ProviderError(reply.error.code, reply.error.message, reply.error.data));
    else waiting?.reject(reply.thrown);
  }

  #follow(state: PageState): void {
    const before = this.#state;
    this.#state = state;
    this.#raise(before, state);
    for (const watcher of [...this.#watchers]) watcher(state);
  }

  #raise(before: PageState | null, state: PageState): void {
    if (before === null) {
      this.#open.resolve(state);
      this.#emit('connect', { chainId: state.chainId });
      return;
    }
    const times = state.twiceMethods.length > 0 ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      if (before.chainId !== state.chainId) this.#emit('chainChanged', state.chainId);
      if (before.accounts.join() !== state.accounts.join()) this.#emit('accountsChanged', [...state.accounts]);
    }
  }

  #emit(event: ProviderEvent, value: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        listener(value);
      } catch (error) {
        // One listener's defect is not the next one's; it surfaces as an uncaught error.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

interface PromiseWithResolver<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

const withResolver = <T>(): PromiseWithResolver<T> => {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  // Nobody may be waiting when the line breaks.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};
