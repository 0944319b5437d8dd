import type { TestWalletAnswer, TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';
import { walletError } from './wallet-error.js';

/** A prompt on the wallet's screen. */
interface Prompt<Request> {
  readonly request: Request;
  readonly approve: () => void;
  readonly reject: () => void;
}

/**
 * A wallet in memory whose owner is the test: it keeps what it is asked, shows prompts, and answers as it was told. A wallet of
 * a namespace says what it shares, and does what its owner approves.
 */
export abstract class TestWallet<Request extends TestWalletRequest> {
  /** Everything it was asked, oldest first. */
  readonly requests: Request[] = [];
  approval: TestWalletApproval;
  locked = false;
  /** Whether the person let the site in. */
  connected = false;
  readonly #prompts: Prompt<Request>[] = [];
  readonly #next = new Map<Request['method'], TestWalletAnswer[]>();
  readonly #shown = new Map<Request['method'], number>();

  constructor(approval: TestWalletApproval = 'at-once') {
    this.approval = approval;
  }

  /** What the site may see now. */
  abstract get shared(): readonly unknown[];

  /** Listeners that are attached: 0 when nothing leaks. */
  abstract get listeners(): number;

  /** Prompts on screen, oldest first. */
  get prompts(): readonly Request[] {
    return this.#prompts.map(({ request }) => request);
  }

  /** How often a method was asked. */
  count(method: Request['method']): number {
    return this.requests.filter((request) => request.method === method).length;
  }

  /** How often the owner saw a prompt for a method, or `next` answered it in the owner's place. Without a method: for any. */
  shown(method?: Request['method']): number {
    if (method !== undefined) return this.#shown.get(method) ?? 0;
    return [...this.#shown.values()].reduce((sum, times) => sum + times, 0);
  }

  /** Answers the next requests of a method this way, one after the other; then truthfully again. */
  next(method: Request['method'], ...answers: readonly TestWalletAnswer[]): void {
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
    this.tell();
  }

  /** The owner unlocks the wallet. */
  unlock(): void {
    this.locked = false;
    this.tell();
  }

  /** The owner disconnects the site in the wallet. */
  forgetSite(): void {
    this.connected = false;
    this.tell();
  }

  /** Says to the site what it shares now. */
  abstract tell(): void;

  /** Answers a request: by itself, or with `askOwner` where the owner must agree. */
  protected abstract answer(request: Request): Promise<unknown>;

  /** Does what the owner agreed to. */
  protected abstract act(request: Request): Promise<unknown>;

  /** A request comes in: it is written down, and answered as `next` says or truthfully. */
  protected async take(request: Request): Promise<unknown> {
    this.requests.push(request);
    const answer = this.#next.get(request.method)?.shift();
    if (answer === undefined) return this.answer(request);
    if (answer === 'late') return this.#prompt(request);
    if (answer === 'twice') return this.repeat(request);
    this.#count(request);
    if (answer === 'never') return new Promise(() => undefined);
    if (answer === 'drop') {
      this.forgetSite();
      throw walletError(4900, 'The wallet went away');
    }
    if ('result' in answer) return answer.result;
    throw Object.assign(new Error(answer.error.message ?? 'Scripted error'), answer.error);
  }

  /** Has the owner decide, who may do so at once. */
  protected askOwner(request: Request): Promise<unknown> {
    if (this.approval === 'by-hand') return this.#prompt(request);
    this.#count(request);
    return this.act(request);
  }

  /** Lets the site in, who by that opens the wallet. */
  protected letIn(): void {
    this.locked = false;
    this.connected = true;
    this.tell();
  }

  /** Answers a request truthfully and twice. */
  protected async repeat(request: Request): Promise<unknown> {
    const result = await this.answer(request);
    this.tell();
    this.tell();
    return result;
  }

  /** What the site gets when the owner says no. */
  protected rejection(_request: Request): Error {
    return walletError(4001, 'The owner rejected the request');
  }

  #prompt(request: Request): Promise<unknown> {
    this.#count(request);
    return new Promise((resolve, reject) => {
      this.#prompts.push({
        request,
        approve: () => void this.act(request).then(resolve, reject),
        reject: () => reject(this.rejection(request)),
      });
    });
  }

  #count({ method }: Request): void {
    this.#shown.set(method, this.shown(method) + 1);
  }
}
