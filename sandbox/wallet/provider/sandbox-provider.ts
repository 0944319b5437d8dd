import { OTHER_NAMESPACES, type OtherNamespace } from '../engine/keys/namespace.js';
import type { PageRequest, PageState, Reply, ToPage } from '../engine/messages.js';
import { disconnected, invalidRequest, ProviderError } from '../engine/provider-error.js';
import { isObject, readNamed } from '../engine/read-params.js';

const chainOf = (params: unknown): unknown => (Array.isArray(params) && isObject(params[0]) ? params[0]['chainId'] : undefined);

/** Bitcoin methods without a namespace prefix. */
const BITCOIN: readonly string[] = ['signMessage', 'signPsbt', 'sendTransfer'];

const namespaceOf = (method: string): OtherNamespace | null =>
  BITCOIN.includes(method) ? 'bip122' : (OTHER_NAMESPACES.find((namespace) => method.startsWith(`${namespace}_`)) ?? null);

const hasAccounts = ({ others }: PageState, namespace: OtherNamespace | null): boolean =>
  namespace !== null && (others[namespace]?.accounts.length ?? 0) > 0;

/**
 * Returns true if the wallet will probably ask the user, to open its window within the user gesture. The wallet itself makes the final
 * decision; a window that is not needed closes itself.
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
      return !hasAccounts(state, namespaceOf(method)) && !state.connecting && readNamed(params)['silent'] !== true;
    case 'solana_signIn':
      return true;
    default: {
      const namespace = namespaceOf(method);
      return namespace === null ? state.accounts.length > 0 : hasAccounts(state, namespace);
    }
  }
};

/** The EIP-1193 events. */
export type ProviderEvent = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message';

/** An event listener. */
export type ProviderListener = (value: unknown) => void;

/** Options of {@link SandboxProvider}. */
export interface ProviderOptions {
  /** Sends a request to the wallet. Called in order, once connected. */
  send(request: PageRequest): void;
  /** Opens the wallet's window for a request. Called within the user gesture if possible. */
  openWindow(requestId: string): void;
  /** Called when a request is no longer pending. */
  requestSettled?(requestId: string): void;
}

interface PendingRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a broken thenable that calls its listeners twice, for the fault `double-response`. */
const twice = (promise: Promise<unknown>): PromiseLike<unknown> => ({
  // biome-ignore lint/suspicious/noThenProperty: the fault is a thenable that resolves twice
  then: (onFulfilled, onRejected) => {
    const first = promise.then(onFulfilled, onRejected);
    promise.then(onFulfilled, onRejected).catch(() => undefined);
    return first;
  },
});

/**
 * The wallet's provider in a page. It holds only the state received from the wallet, which handles all requests.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export class SandboxProvider {
  readonly isSandboxWallet = true;
  readonly #options: ProviderOptions;
  readonly #listeners = new Map<string, Set<ProviderListener>>();
  readonly #pending = new Map<string, PendingRequest>();
  readonly #watchers = new Set<(state: PageState | null) => void>();
  #state: PageState | null = null;
  #open: PromiseWithResolver<PageState> = withResolver();

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  /** Returns true while the wallet is reachable. */
  isConnected(): boolean {
    return this.#state !== null;
  }

  /**
   * Sends a request to the wallet.
   * @throws ProviderError with the codes of EIP-1193, EIP-1474 and EIP-3326
   */
  request(request: unknown): PromiseLike<unknown> {
    if (!isObject(request) || typeof request['method'] !== 'string' || request['method'] === '') {
      return Promise.reject(invalidRequest('A request must be an object with a method.'));
    }
    const { method, params } = request;
    const response = this.#send(crypto.randomUUID(), method as string, params);
    return this.#state?.twiceMethods.includes(method as string) === true ? twice(response) : response;
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

  /** The last state received from the wallet; `null` while disconnected. */
  get state(): PageState | null {
    return this.#state;
  }

  /** Calls a watcher with each new state, or `null` on disconnect. Returns a function that unsubscribes. */
  watch(watcher: (state: PageState | null) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Handles a message of the wallet. Called by the transport. */
  receive(message: ToPage): void {
    if (message.type === 'reply') this.#settle(message);
    else if (message.type === 'message') this.#emit('message', message.message);
    else this.#setState(message.state);
  }

  /** Rejects pending requests with 4900. Called by the transport when the connection is lost. */
  connectionLost(): void {
    const wasOpen = this.#state !== null;
    const error = disconnected();
    this.#state = null;
    this.#open.reject(error);
    this.#open = withResolver();
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const [id, { reject }] of pending) {
      reject(error);
      this.#options.requestSettled?.(id);
    }
    if (wasOpen) this.#emit('disconnect', error);
    for (const watcher of [...this.#watchers]) watcher(null);
  }

  async #send(id: string, method: string, params: unknown): Promise<unknown> {
    // If the state is known, the window opens within the user gesture. Otherwise the transient activation lasts a few seconds.
    const state = this.#state ?? (await this.#open.promise);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#options.send({ type: 'request', id, method, ...(params === undefined ? {} : { params }) });
      if (needsWindow(state, method, params)) this.#options.openWindow(id);
    });
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('result' in reply) pending?.resolve(reply.result);
    else if ('error' in reply) pending?.reject(new ProviderError(reply.error.code, reply.error.message, reply.error.data));
    else pending?.reject(reply.thrown);
    this.#options.requestSettled?.(reply.id);
  }

  #setState(state: PageState): void {
    const before = this.#state;
    this.#state = state;
    this.#emitChanges(before, state);
    for (const watcher of [...this.#watchers]) watcher(state);
  }

  #emitChanges(before: PageState | null, state: PageState): void {
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
        // An error in one listener must not affect the others; report it as an uncaught error.
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
  // There may be no pending request when the connection is lost.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};
