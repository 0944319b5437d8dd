import { numberToHex } from 'viem';
import { callControl } from '../../process/control.js';
import { callChain } from './call-chain.js';
import { APPROVAL_METHODS, concerns, preventsPrompt } from './fault.js';
import { handleRequest } from './handle-request.js';
import { KeyedMutex } from './keyed-mutex.js';
import { accountsIn } from './keys/accounts-in.js';
import { OTHER_NAMESPACES } from './keys/namespace.js';
import type { FromWindow, PageRequest, PageState, Reply, ToWindow, WalletControl, WindowSnapshot } from './messages.js';
import type { MethodContext } from './method.js';
import { PromptQueue } from './prompt-queue.js';
import { invalidRequest } from './provider-error.js';
import { publicState } from './public-state.js';
import { RequestLog } from './request-log.js';
import { accountIndexesFor, accountsFor, initialState, type WalletState, withChain, withoutSite, withSelected } from './wallet-state.js';
import {
  type Connection,
  PageConnections,
  type PageEndpoint,
  type RequestingPage,
  WindowConnections,
  type WindowEndpoint,
} from './window-connections.js';

/** Returns the state that a site's page may see. */
const pageStateOf = (state: WalletState, origin: string, connecting: boolean): PageState => ({
  chainId: numberToHex(state.chainId),
  accounts: accountsFor(state, origin),
  locked: state.locked,
  knownChains: state.chains.map(({ chainId }) => numberToHex(chainId)),
  windowMethods: state.autoApprove
    ? []
    : APPROVAL_METHODS.filter((method) => !(concerns(state.fault, method) && preventsPrompt(state.fault))),
  connecting,
  others: Object.fromEntries(
    OTHER_NAMESPACES.flatMap((namespace) => {
      const node = state.nodes[namespace];
      if (node === undefined) return [];
      const accounts = accountIndexesFor(state, namespace, origin).flatMap((place) => accountsIn(namespace, place, node));
      return [[namespace, { chainId: node.chainId, accounts }]];
    }),
  ),
  twiceMethods: state.fault?.mode === 'double-response' ? (state.fault.methods ?? APPROVAL_METHODS) : [],
});

/** Options of {@link WalletEngine}. */
export interface WalletEngineOptions {
  readonly state: WalletState;
  /** State after `reset`. Default: `state`. */
  readonly fresh?: WalletState;
  /** Called with every new state, to store it. */
  save?(state: WalletState): void;
  /** Called when a prompt waits for the user, to open a window. */
  onPrompt?(requestId: string): void;
}

/**
 * The wallet. It holds keys, chains and permissions, asks the user in its own window, signs, and sends pages the state that they may see. It
 * does not depend on sockets or on a browser: its host opens connections to pages and windows.
 */
export class WalletEngine {
  readonly #options: WalletEngineOptions;
  readonly #log = new RequestLog();
  readonly #queue = new PromptQueue(() => this.#settle());
  readonly #mutex = new KeyedMutex();
  readonly #pages = new PageConnections({
    pageState: (origin) => pageStateOf(this.#state, origin, this.#queue.has(origin, ['connect', 'unlock'])),
    handleRequest: (request, page) => this.#handleRequest(request, page),
    abandon: (id) => {
      this.#log.settle(id, 'abandoned');
      this.#queue.settle(id, null);
    },
  });
  readonly #windows = new WindowConnections({
    snapshot: (prompt) => this.#snapshot(prompt),
    balance: () => this.#balance(),
    handle: (message) => this.#handle(message),
    closed: (prompt) => this.#queue.settle(prompt, { approve: false }),
  });
  /** Controls, for the wallet's own window and for tests. */
  readonly control: WalletControl = {
    lock: async () => this.#update((state) => ({ ...state, locked: true })),
    unlock: async () => this.#update((state) => ({ ...state, locked: false })),
    selectAccount: async (index) => this.#update((state) => withSelected(state, index)),
    switchChain: async (chainId) => this.#update((state) => withChain(state, chainId)),
    disconnectSite: async (origin) => this.#update((state) => withoutSite(state, origin)),
    autoApprove: async (on) => this.#update((state) => ({ ...state, autoApprove: on })),
    setFault: async (fault) => this.#update((state) => ({ ...state, fault })),
    dropPages: async () => this.#pages.dropAll(),
    requests: async () => this.#log.entries,
    state: async () => this.#snapshot(null),
    reset: async () => {
      for (const { id } of this.#queue.prompts) this.#queue.settle(id, { approve: false });
      this.#log.clear();
      const { accounts, chains, nodes } = this.#options.fresh ?? this.#options.state;
      this.#update(() => initialState(accounts, chains, nodes));
    },
  };
  #state: WalletState;

  constructor(options: WalletEngineOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  /** Opens the connection to a page of a site. */
  openPage(endpoint: PageEndpoint): Connection {
    return this.#pages.open(endpoint);
  }

  /** Opens the connection to a window of the wallet. */
  openWindow(endpoint: WindowEndpoint): Connection {
    return this.#windows.open(endpoint);
  }

  async #handleRequest(request: PageRequest, page: RequestingPage): Promise<Reply | null> {
    const { id, method, params } = request;
    if (this.#log.outcomeOf(id) !== undefined) {
      return { type: 'reply', id, error: invalidRequest('Duplicate request id.').toJSON() };
    }
    this.#log.start({ id, origin: page.origin, method, params: params ?? null, atMs: Date.now() });
    const reply = await handleRequest(request, this.#contextOf(request, page));
    if (reply === null) return null;
    if ('result' in reply) this.#log.settle(id, 'responded');
    else if ('error' in reply) this.#log.settle(id, 'failed', reply.error.code);
    else this.#log.settle(id, 'failed');
    // Closes a window that was opened for a request which did not need approval.
    this.#windows.notify();
    return reply;
  }

  #contextOf({ id, method }: PageRequest, page: RequestingPage): MethodContext {
    const { origin } = page;
    return {
      ...page,
      method,
      state: () => this.#state,
      update: (change) => this.#update(change),
      ask: (prompt) => {
        const decision = this.#queue.ask({ ...prompt, id, origin, method });
        if (!this.#queue.isSettled(id)) this.#options.onPrompt?.(id);
        return decision;
      },
      hasPrompt: (kinds) => this.#queue.has(origin, kinds),
      node: (name, values, chainId) => callChain(this.#state, chainId ?? this.#state.chainId, name, values),
      runExclusive: (key, task) => this.#mutex.run(key, task),
    };
  }

  #update(change: (state: WalletState) => WalletState): void {
    this.#state = change(this.#state);
    this.#options.save?.(this.#state);
    this.#settle();
  }

  /** Settles prompts that no longer need the user, then notifies pages and windows. */
  #settle(): void {
    const { locked, autoApprove } = this.#state;
    const autoApproved = locked ? undefined : this.#queue.prompts.find(({ kind }) => autoApprove || kind === 'unlock');
    if (autoApproved === undefined) {
      this.#pages.notify();
      this.#windows.notify();
    }
    // Settling a prompt calls this method again for the next one.
    else this.#queue.settle(autoApproved.id, { approve: true });
  }

  async #balance(): Promise<ToWindow> {
    const { selected: address, chainId } = this.#state;
    const wei = await callChain(this.#state, chainId, 'eth_getBalance', [address, 'latest']).catch(() => null);
    return { type: 'balance', address, chainId, wei: wei === null ? null : BigInt(String(wei)).toString() };
  }

  #snapshot(prompt: string | null): WindowSnapshot {
    const { locked, sites, shares } = this.#state;
    const shared = [sites, ...Object.values(shares)].flatMap((byOrigin) => Object.entries(byOrigin));
    const origins = [...new Set(shared.map(([origin]) => origin))];
    return {
      ...publicState(this.#state),
      locked,
      sites: origins.map((origin) => ({
        origin,
        accounts: [...new Set(shared.flatMap(([key, site]) => (key === origin ? site.accounts : [])))],
      })),
      prompts: this.#queue.prompts,
      promptStatus: prompt === null ? null : this.#statusOf(prompt),
    };
  }

  #statusOf(id: string): 'loading' | 'pending' | 'settled' {
    if (this.#queue.prompts.some((prompt) => prompt.id === id)) return 'pending';
    if (this.#queue.isSettled(id)) return 'settled';
    // The request may not have arrived yet, or is being prepared, such as its gas estimate.
    const outcome = this.#log.outcomeOf(id);
    return outcome === undefined || outcome === 'pending' ? 'loading' : 'settled';
  }

  #handle(message: FromWindow): void {
    if (message.type === 'call')
      callControl(this.control, message.call).catch((error: unknown) =>
        console.warn(`sandbox wallet: a call of the window failed: ${error}`),
      );
    else if (!message.approve) this.#queue.settle(message.id, { approve: false });
    // A locked wallet can only reject.
    else if (!this.#state.locked) this.#queue.settle(message.id, { approve: true, accounts: message.accounts ?? [] });
  }
}
