import { abortable } from './abortable.js';

/** A question under way, and how many wait for its answer. */
interface Question<Answer> {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Keeps answers by key, so that each question is asked once: who asks the same while it is under way shares it, and it is
 * withdrawn when the last of them has left. A failure is not kept: the next who asks asks anew.
 */
export class Answers<Answer extends NonNullable<unknown> | null> {
  readonly #known = new Map<string, Answer>();
  readonly #asked = new Map<string, Question<Answer>>();

  /** The answer where it is there already. */
  current(key: string): Answer | undefined {
    return this.#known.get(key);
  }

  /** The answer. Rejects with what `ask` rejects with, or with the reason of `signal`. */
  async get(key: string, signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    signal.throwIfAborted();
    const question = this.#asked.get(key) ?? this.#ask(key, ask);
    question.waiting += 1;
    try {
      return await abortable(question.answer, signal);
    } finally {
      question.waiting -= 1;
      if (question.waiting === 0) {
        if (this.#asked.get(key) === question) this.#asked.delete(key);
        question.controller.abort();
      }
    }
  }

  #ask(key: string, ask: (signal: AbortSignal) => Promise<Answer>): Question<Answer> {
    const controller = new AbortController();
    const answer = ask(controller.signal).then((given) => {
      this.#known.set(key, given);
      return given;
    });
    const question = { answer, controller, waiting: 0 };
    this.#asked.set(key, question);
    return question;
  }
}
