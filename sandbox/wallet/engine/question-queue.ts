import { ProviderError, userRejected } from './provider-error.js';
import type { Decision, PendingQuestion, QuestionKind } from './question.js';

interface Waiting {
  readonly question: PendingQuestion;
  readonly settle: (decision: Decision | null) => void;
}

/** The questions that wait for the person, oldest first. */
export class QuestionQueue {
  #waiting: readonly Waiting[] = [];
  readonly #settled = new Set<string>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What waits. */
  get questions(): readonly PendingQuestion[] {
    return this.#waiting.map(({ question }) => question);
  }

  /**
   * Waits for the answer to a question.
   * @throws ProviderError 4001 when it is no, 4900 when the page that asked is gone
   */
  ask(question: PendingQuestion): Promise<Decision & { readonly approve: true }> {
    return new Promise((resolve, reject) => {
      const settle = (decision: Decision | null): void => {
        if (decision === null) reject(new ProviderError(4900, 'The page that asked is gone.'));
        else if (decision.approve) resolve(decision);
        else reject(userRejected());
      };
      this.#waiting = [...this.#waiting, { question, settle }];
      this.#changed();
    });
  }

  /** Answers a question; false when it waits no more. `null` takes it back. */
  settle(id: string, decision: Decision | null): boolean {
    const found = this.#waiting.find(({ question }) => question.id === id);
    if (found === undefined) return false;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== found);
    this.#settled.add(id);
    found.settle(decision);
    this.#changed();
    return true;
  }

  /** Whether a question was asked and waits no more. */
  isSettled(id: string): boolean {
    return this.#settled.has(id);
  }

  /** Whether a site has a question of one of these kinds on screen. */
  has(origin: string, kinds: readonly QuestionKind[]): boolean {
    return this.questions.some((question) => question.origin === origin && kinds.includes(question.kind));
  }
}
