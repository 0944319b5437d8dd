import { answerRequest } from './answer-request.js';
import { askNode } from './ask-node.js';
import type { FromWindow, PageRequest, Reply, ToWindow, WindowSnapshot } from './messages.js';
import type { MethodContext } from './method.js';
import { type AskingPage, type PageEnd, PageLines } from './page-lines.js';
import { pageStateOf } from './page-state.js';
import { invalidRequest } from './provider-error.js';
import { QuestionQueue } from './question-queue.js';
import { RequestLog } from './request-log.js';
import { runCommand } from './run-command.js';
import { Turns } from './turns.js';
import type { TestCommand } from './wallet-command.js';
import { walletPicture } from './wallet-picture.js';
import type { WalletState } from './wallet-state.js';
import { type Line, type WindowEnd, WindowLines } from './window-lines.js';

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

  /**
   * Runs a command of a test; `read-log` and `read-state` answer with what they read.
   * @throws Error when the command names an account or a chain the wallet does not have
   */
  command(command: TestCommand): unknown {
    if (command.type === 'read-log') return this.#log.entries;
    if (command.type === 'read-state') return this.#snapshot(null);
    if (command.type === 'drop-pages') this.#pages.dropAll();
    if (command.type === 'reset') {
      for (const { id } of this.#queue.questions) this.#queue.settle(id, { approve: false });
      this.#log.clear();
    }
    this.#update((state) => runCommand(state, this.#options.fresh ?? this.#options.state, command));
    return null;
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
    if (message.type === 'command') this.command(message.command);
    else if (!message.approve) this.#queue.settle(message.id, { approve: false });
    // A locked wallet says nothing but no.
    else if (!this.#state.locked) this.#queue.settle(message.id, { approve: true, accounts: message.accounts ?? [] });
  }
}
