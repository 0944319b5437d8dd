import { numberToHex } from 'viem';
import { callControl } from '../../process/control.js';
import { answerRequest } from './answer-request.js';
import { askNode } from './ask-node.js';
import { ASKING_METHODS, answersUnseen, concerns } from './fault.js';
import { accountsIn } from './keys/accounts-in.js';
import { OTHER_NAMESPACES } from './keys/namespace.js';
import type { FromWindow, PageRequest, PageState, Reply, ToWindow, WalletControl, WindowSnapshot } from './messages.js';
import type { MethodContext } from './method.js';
import { invalidRequest } from './provider-error.js';
import { QuestionQueue } from './question-queue.js';
import { RequestLog } from './request-log.js';
import { Turns } from './turns.js';
import { walletPicture } from './wallet-picture.js';
import { accountsFor, initialState, placesFor, type WalletState, withChain, withoutSite, withSelected } from './wallet-state.js';
import { type AskingPage, type Line, type PageEnd, PageLines, type WindowEnd, WindowLines } from './window-lines.js';

/** What the page of a site may know. */
const pageStateOf = (state: WalletState, origin: string, connecting: boolean): PageState => ({
  chainId: numberToHex(state.chainId),
  accounts: accountsFor(state, origin),
  locked: state.locked,
  knownChains: state.chains.map(({ chainId }) => numberToHex(chainId)),
  windowMethods: state.autoApprove ? [] : ASKING_METHODS.filter((method) => !(concerns(state.fault, method) && answersUnseen(state.fault))),
  connecting,
  others: Object.fromEntries(
    OTHER_NAMESPACES.flatMap((namespace) => {
      const node = state.nodes[namespace];
      if (node === undefined) return [];
      const accounts = placesFor(state, namespace, origin).flatMap((place) => accountsIn(namespace, place, node));
      return [[namespace, { chainId: node.chainId, accounts }]];
    }),
  ),
  twiceMethods: state.fault?.mode === 'answer-twice' ? (state.fault.methods ?? ASKING_METHODS) : [],
});

/** What a wallet is made of. */
export interface WalletEngineOptions {
  readonly state: WalletState;
  /** What `reset` goes back to; without it, `state`. */
  readonly fresh?: WalletState;
  /** Called with every new state, for hosts that store it. */
  keep?(state: WalletState): void;
  /** Called when a question waits for the person, for hosts that open the window themselves. */
  asked?(requestId: string): void;
}

/**
 * The wallet: it keeps keys, chains and permissions, asks the person in its own window, signs, and tells pages what they may know. It
 * knows neither sockets nor browsers; a host opens lines to pages and windows.
 */
export class WalletEngine {
  readonly #options: WalletEngineOptions;
  readonly #log = new RequestLog();
  readonly #queue = new QuestionQueue(() => this.#settle());
  readonly #turns = new Turns();
  readonly #pages = new PageLines({
    pageState: (origin) => pageStateOf(this.#state, origin, this.#queue.has(origin, ['connect', 'unlock'])),
    answer: (request, page) => this.#answer(request, page),
    abandon: (id) => {
      this.#log.end(id, 'abandoned');
      this.#queue.settle(id, null);
    },
  });
  readonly #windows = new WindowLines({
    snapshot: (question) => this.#snapshot(question),
    balance: () => this.#balance(),
    obey: (message) => this.#obey(message),
    closed: (question) => this.#queue.settle(question, { approve: false }),
  });
  /** The switches, for the wallet's own window and for tests. */
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
      for (const { id } of this.#queue.questions) this.#queue.settle(id, { approve: false });
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

  /** Opens the line to one page of a site. */
  openPage(end: PageEnd): Line {
    return this.#pages.open(end);
  }

  /** Opens the line to one window of the wallet. */
  openWindow(end: WindowEnd): Line {
    return this.#windows.open(end);
  }

  async #answer(request: PageRequest, page: AskingPage): Promise<Reply | null> {
    const { id, method, params } = request;
    if (this.#log.outcomeOf(id) !== undefined) {
      return { type: 'reply', id, error: invalidRequest('The id of the request was used before.').toJSON() };
    }
    this.#log.start({ id, origin: page.origin, method, params: params ?? null, atMs: Date.now() });
    const reply = await answerRequest(request, this.#contextOf(request, page));
    if (reply === null) return null;
    if ('result' in reply) this.#log.end(id, 'answered');
    else if ('error' in reply) this.#log.end(id, 'failed', reply.error.code);
    else this.#log.end(id, 'failed');
    // A window that was opened for a request that asked nothing learns that it is over.
    this.#windows.tell();
    return reply;
  }

  #contextOf({ id, method }: PageRequest, page: AskingPage): MethodContext {
    const { origin } = page;
    return {
      ...page,
      method,
      state: () => this.#state,
      update: (change) => this.#update(change),
      ask: (question) => {
        const answer = this.#queue.ask({ ...question, id, origin, method });
        if (!this.#queue.isSettled(id)) this.#options.asked?.(id);
        return answer;
      },
      isAsking: (kinds) => this.#queue.has(origin, kinds),
      node: (name, values, chainId) => askNode(this.#state, chainId ?? this.#state.chainId, name, values),
      inTurn: (key, task) => this.#turns.take(key, task),
    };
  }

  #update(change: (state: WalletState) => WalletState): void {
    this.#state = change(this.#state);
    this.#options.keep?.(this.#state);
    this.#settle();
  }

  /** Answers what needs no person any more, then tells everyone. */
  #settle(): void {
    const { locked, autoApprove } = this.#state;
    const ripe = locked ? undefined : this.#queue.questions.find(({ kind }) => autoApprove || kind === 'unlock');
    if (ripe === undefined) {
      this.#pages.tell();
      this.#windows.tell();
    }
    // Settling a question comes back here for the next one.
    else this.#queue.settle(ripe.id, { approve: true });
  }

  async #balance(): Promise<ToWindow> {
    const { selected: address, chainId } = this.#state;
    const wei = await askNode(this.#state, chainId, 'eth_getBalance', [address, 'latest']).catch(() => null);
    return { type: 'balance', address, chainId, wei: wei === null ? null : BigInt(String(wei)).toString() };
  }

  #snapshot(question: string | null): WindowSnapshot {
    const { locked, sites, shares } = this.#state;
    const shared = [sites, ...Object.values(shares)].flatMap((byOrigin) => Object.entries(byOrigin));
    const origins = [...new Set(shared.map(([origin]) => origin))];
    return {
      ...walletPicture(this.#state),
      locked,
      sites: origins.map((origin) => ({
        origin,
        accounts: [...new Set(shared.flatMap(([key, site]) => (key === origin ? site.accounts : [])))],
      })),
      questions: this.#queue.questions,
      own: question === null ? null : this.#stageOf(question),
    };
  }

  #stageOf(id: string): 'expected' | 'waiting' | 'over' {
    if (this.#queue.questions.some((question) => question.id === id)) return 'waiting';
    if (this.#queue.isSettled(id)) return 'over';
    // A request may be on its way still, or being prepared: its gas estimated, say.
    const outcome = this.#log.outcomeOf(id);
    return outcome === undefined || outcome === 'pending' ? 'expected' : 'over';
  }

  #obey(message: FromWindow): void {
    if (message.type === 'call')
      callControl(this.control, message.call).catch((error: unknown) =>
        console.warn(`sandbox wallet: a call of its window failed: ${error}`),
      );
    else if (!message.approve) this.#queue.settle(message.id, { approve: false });
    // A locked wallet says nothing but no.
    else if (!this.#state.locked) this.#queue.settle(message.id, { approve: true, accounts: message.accounts ?? [] });
  }
}
