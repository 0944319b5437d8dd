import type { Decision, PendingPrompt, PromptKind } from './prompt.js';
import { ProviderError, userRejected } from './provider-error.js';

interface PendingEntry {
  readonly prompt: PendingPrompt;
  readonly settle: (decision: Decision | null) => void;
}

/** Pending prompts, oldest first. */
export class PromptQueue {
  #pending: readonly PendingEntry[] = [];
  readonly #settled = new Set<string>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** All pending prompts. */
  get prompts(): readonly PendingPrompt[] {
    return this.#pending.map(({ prompt }) => prompt);
  }

  /**
   * Adds a prompt and waits for the user's decision.
   * @throws ProviderError 4001 when the user rejects, 4900 when the prompt is withdrawn
   */
  ask(prompt: PendingPrompt): Promise<Decision & { readonly approve: true }> {
    return new Promise((resolve, reject) => {
      const settle = (decision: Decision | null): void => {
        if (decision === null) reject(new ProviderError(4900, 'The requesting page was closed.'));
        else if (decision.approve) resolve(decision);
        else reject(userRejected());
      };
      this.#pending = [...this.#pending, { prompt, settle }];
      this.#changed();
    });
  }

  /** Settles a prompt; `null` withdraws it. Returns false if it is not pending. */
  settle(id: string, decision: Decision | null): boolean {
    const found = this.#pending.find(({ prompt }) => prompt.id === id);
    if (found === undefined) return false;
    this.#pending = this.#pending.filter((pending) => pending !== found);
    this.#settled.add(id);
    found.settle(decision);
    this.#changed();
    return true;
  }

  /** Returns true if a prompt was settled or withdrawn. */
  isSettled(id: string): boolean {
    return this.#settled.has(id);
  }

  /** Returns true if a site has a pending prompt of one of these kinds. */
  has(origin: string, kinds: readonly PromptKind[]): boolean {
    return this.prompts.some((prompt) => prompt.origin === origin && kinds.includes(prompt.kind));
  }
}
