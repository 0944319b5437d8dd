import type { TestWalletApproval, TestWalletRequest, TestWalletResponse } from './test-wallet-options.js';
import { walletError } from './wallet-error.js';

/** A prompt on the wallet's screen. */
interface Prompt<Request> {
  readonly request: Request;
  readonly approve: () => void;
  readonly reject: () => void;
}

/**
 * An in-memory wallet controlled by the test: it records requests, shows prompts and returns scripted responses. The wallets of the
 * namespaces implement the shared accounts and the approved requests.
 */
export abstract class TestWallet<Request extends TestWalletRequest> {
  /** All received requests, oldest first. */
  readonly requests: Request[] = [];
  approval: TestWalletApproval;
  isLocked = false;
  /** True if the site was approved. */
  isConnected = false;
  readonly #prompts: Prompt<Request>[] = [];
  readonly #nextResponses = new Map<Request['method'], TestWalletResponse[]>();
  readonly #promptCounts = new Map<Request['method'], number>();

  constructor(approval: TestWalletApproval = 'immediate') {
    this.approval = approval;
  }

  /** The accounts that the site may see now. */
  abstract get shared(): readonly unknown[];

  /** Number of attached listeners; 0 if nothing leaks. */
  abstract get listenerCount(): number;

  /** Prompts on screen, oldest first. */
  get prompts(): readonly Request[] {
    return this.#prompts.map(({ request }) => request);
  }

  /** Number of requests of a method. */
  requestCount(method: Request['method']): number {
    return this.requests.filter((request) => request.method === method).length;
  }

  /** Number of prompts for a method, or for all methods. Requests that {@link respondNext} handles count as prompts. */
  promptCount(method?: Request['method']): number {
    if (method !== undefined) return this.#promptCounts.get(method) ?? 0;
    return [...this.#promptCounts.values()].reduce((sum, times) => sum + times, 0);
  }

  /** Scripts the responses to the next requests of a method, in order. */
  respondNext(method: Request['method'], ...responses: readonly TestWalletResponse[]): void {
    this.#nextResponses.set(method, [...(this.#nextResponses.get(method) ?? []), ...responses]);
  }

  /** Approves every prompt on screen. */
  approve(): void {
    for (const prompt of this.#prompts.splice(0)) prompt.approve();
  }

  /** Rejects every prompt on screen. */
  reject(): void {
    for (const prompt of this.#prompts.splice(0)) prompt.reject();
  }

  /** Locks the wallet. */
  lock(): void {
    this.isLocked = true;
    this.emitAccounts();
  }

  /** Unlocks the wallet. */
  unlock(): void {
    this.isLocked = false;
    this.emitAccounts();
  }

  /** Disconnects the site in the wallet. */
  forgetSite(): void {
    this.isConnected = false;
    this.emitAccounts();
  }

  /** Emits the shared accounts to the site. */
  abstract emitAccounts(): void;

  /** Handles a request, with {@link promptUser} if it needs approval. */
  protected abstract handleRequest(request: Request): Promise<unknown>;

  /** Executes an approved request. */
  protected abstract execute(request: Request): Promise<unknown>;

  /** Records a request and responds as scripted or normally. */
  protected async receiveRequest(request: Request): Promise<unknown> {
    this.requests.push(request);
    const response = this.#nextResponses.get(request.method)?.shift();
    if (response === undefined) return this.handleRequest(request);
    if (response === 'late') return this.#addPrompt(request);
    if (response === 'twice') return this.handleTwice(request);
    this.#countPrompt(request);
    if (response === 'never') return new Promise(() => undefined);
    if (response === 'drop') {
      this.forgetSite();
      throw walletError(4900, 'The wallet disconnected');
    }
    if ('result' in response) return response.result;
    throw Object.assign(new Error(response.error.message ?? 'Scripted error'), response.error);
  }

  /** Prompts the user, or executes the request immediately. */
  protected promptUser(request: Request): Promise<unknown> {
    if (this.approval === 'manual') return this.#addPrompt(request);
    this.#countPrompt(request);
    return this.execute(request);
  }

  /** Connects the site and unlocks the wallet. */
  protected connectSite(): void {
    this.isLocked = false;
    this.isConnected = true;
    this.emitAccounts();
  }

  /** Handles a request and duplicates its response. */
  protected async handleTwice(request: Request): Promise<unknown> {
    const result = await this.handleRequest(request);
    this.emitAccounts();
    this.emitAccounts();
    return result;
  }

  /** Error of a rejected request. */
  protected rejection(_request: Request): Error {
    return walletError(4001, 'The user rejected the request');
  }

  #addPrompt(request: Request): Promise<unknown> {
    this.#countPrompt(request);
    return new Promise((resolve, reject) => {
      this.#prompts.push({
        request,
        approve: () => void this.execute(request).then(resolve, reject),
        reject: () => reject(this.rejection(request)),
      });
    });
  }

  #countPrompt({ method }: Request): void {
    this.#promptCounts.set(method, this.promptCount(method) + 1);
  }
}
