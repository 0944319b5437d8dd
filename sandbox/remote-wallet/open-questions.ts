import type { Decision, PendingQuestion, Question } from '../wallet/engine/question.js';
import { QuestionQueue } from '../wallet/engine/question-queue.js';
import type { Asker } from './remote-context.js';

/** The questions of a wallet that wait, and what follows their answers. */
export class OpenQuestions {
  readonly #queue: QuestionQueue;
  readonly #topics = new Map<string, string>();
  readonly #answers = new Map<string, Promise<void>>();
  #waiting: readonly ((question: PendingQuestion) => void)[] = [];

  constructor(changed: () => void) {
    this.#queue = new QuestionQueue(() => {
      const [oldest] = this.#queue.questions;
      const waiting = oldest === undefined ? [] : this.#waiting;
      if (oldest !== undefined) this.#waiting = [];
      for (const resolve of waiting) if (oldest !== undefined) resolve(oldest);
      changed();
    });
  }

  /** What waits, oldest first. */
  get all(): readonly PendingQuestion[] {
    return this.#queue.questions;
  }

  /** The oldest question, as soon as there is one. */
  next(): Promise<PendingQuestion> {
    const [oldest] = this.all;
    if (oldest !== undefined) return Promise.resolve(oldest);
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, resolve];
    });
  }

  /**
   * Waits for the person.
   * @throws ProviderError 4001 when the answer is no, 4900 when the question is taken back
   */
  ask({ id, method, url, topic }: Asker, question: Question): Promise<Decision & { readonly approve: true }> {
    this.#topics.set(String(id), topic);
    return this.#queue.ask({ ...question, id: String(id), origin: url, method });
  }

  /** Remembers the promise that ends when a question was asked, answered, and the answer sent. */
  follow(id: number, answer: Promise<void>): void {
    this.#answers.set(String(id), answer);
    // Whoever answers hears of it; nobody may.
    answer.catch(() => undefined).finally(() => this.#answers.delete(String(id)));
  }

  /**
   * Answers a question, or the oldest; resolves when the answer is sent.
   * @throws Error when none waits, or the answer cannot be sent
   */
  async answer(id: string | undefined, decision: Decision): Promise<void> {
    const question = this.all.find((one) => id === undefined || one.id === id);
    if (question === undefined) throw new Error('The wallet asks nothing that could be answered.');
    const answered = this.#answers.get(question.id);
    this.#queue.settle(question.id, decision);
    await answered;
  }

  /** Answers yes to everything that waits. */
  approveAll(): void {
    for (const { id } of this.all) this.#queue.settle(id, { approve: true });
  }

  /** Takes questions back: one, those of a topic, or all. */
  takeBack(of: { readonly id: number } | { readonly topic: string } | 'all'): void {
    for (const { id } of this.all) {
      const isMeant = of === 'all' || ('id' in of ? id === String(of.id) : this.#topics.get(id) === of.topic);
      if (isMeant) this.#queue.settle(id, null);
    }
  }
}
