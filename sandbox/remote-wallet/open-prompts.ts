import type { Decision, PendingPrompt, Prompt } from '../wallet/engine/prompt.js';
import { PromptQueue } from '../wallet/engine/prompt-queue.js';
import type { RequestSource } from './remote-context.js';

/** Pending prompts of a wallet, and the responses that follow the user's decisions. */
export class OpenPrompts {
  readonly #queue: PromptQueue;
  readonly #topics = new Map<string, string>();
  readonly #responses = new Map<string, Promise<void>>();
  #waiters: readonly ((prompt: PendingPrompt) => void)[] = [];

  constructor(changed: () => void) {
    this.#queue = new PromptQueue(() => {
      const [oldest] = this.#queue.prompts;
      const waiters = oldest === undefined ? [] : this.#waiters;
      if (oldest !== undefined) this.#waiters = [];
      for (const resolve of waiters) if (oldest !== undefined) resolve(oldest);
      changed();
    });
  }

  /** All pending prompts, oldest first. */
  get all(): readonly PendingPrompt[] {
    return this.#queue.prompts;
  }

  /** Returns the oldest prompt, or waits for the next one. */
  next(): Promise<PendingPrompt> {
    const [oldest] = this.all;
    if (oldest !== undefined) return Promise.resolve(oldest);
    return new Promise((resolve) => {
      this.#waiters = [...this.#waiters, resolve];
    });
  }

  /**
   * Shows a prompt and waits for the user's decision.
   * @throws ProviderError 4001 when the user rejects, 4900 when the prompt is withdrawn
   */
  ask({ id, method, url, topic }: RequestSource, prompt: Prompt): Promise<Decision & { readonly approve: true }> {
    this.#topics.set(String(id), topic);
    return this.#queue.ask({ ...prompt, id: String(id), origin: url, method });
  }

  /** Stores the promise of a request's response, so that `decide` can wait until it is sent. */
  follow(id: number, response: Promise<void>): void {
    this.#responses.set(String(id), response);
    // The caller of `decide` receives the error. There may be none.
    response.catch(() => undefined).finally(() => this.#responses.delete(String(id)));
  }

  /**
   * Approves or rejects a prompt, by default the oldest. Resolves when the response is sent.
   * @throws Error when there is no such prompt, or the response cannot be sent
   */
  async decide(id: string | undefined, decision: Decision): Promise<void> {
    const prompt = this.all.find((each) => id === undefined || each.id === id);
    if (prompt === undefined) throw new Error('The wallet has no pending prompt.');
    const response = this.#responses.get(prompt.id);
    this.#queue.settle(prompt.id, decision);
    await response;
  }

  /** Approves all pending prompts. */
  approveAll(): void {
    for (const { id } of this.all) this.#queue.settle(id, { approve: true });
  }

  /** Withdraws prompts: one, those of a topic, or all. */
  withdraw(of: { readonly id: number } | { readonly topic: string } | 'all'): void {
    for (const { id } of this.all) {
      const matches = of === 'all' || ('id' in of ? id === String(of.id) : this.#topics.get(id) === of.topic);
      if (matches) this.#queue.settle(id, null);
    }
  }
}
