import { element, wordsOf } from '../shared/panel.js';

/** What a wallet asks its owner. */
export interface Question {
  /** Of the session that it is about. */
  readonly topic?: string;
  readonly title: string;
  readonly facts: string;
  /** Where it comes from, as the wallet's client has found out. */
  readonly origin?: string;
  /** What each button does, by its test id. */
  readonly answers: Readonly<Record<string, () => Promise<unknown>>>;
}

/** The questions that wait for the owner, the oldest on top. Nothing is signed before a button of one was pressed. */
export class Questions {
  readonly view = element('div', 'questions');
  readonly #done: () => void;

  /** @param done called after each answer */
  constructor(done: () => void) {
    this.#done = done;
  }

  ask({ topic = '', title, facts, origin = '', answers }: Question): void {
    const box = element('section', 'question');
    box.dataset['topic'] = topic;
    const buttons = Object.entries(answers).map(([name, act]) => {
      const button = element('button', name, name);
      button.addEventListener('click', () => void this.#answer(box, act));
      return button;
    });
    box.append(element('h2', 'title', title), element('pre', 'facts', facts), element('p', 'origin', origin), ...buttons);
    this.view.append(box);
  }

  /** Takes back what was asked in a session that is over. */
  drop(topic: string): void {
    for (const box of this.view.querySelectorAll<HTMLElement>('section')) if (box.dataset['topic'] === topic) box.remove();
  }

  async #answer(box: HTMLElement, act: () => Promise<unknown>): Promise<void> {
    for (const button of box.querySelectorAll('button')) button.disabled = true;
    try {
      await act();
      box.remove();
    } catch (error) {
      box.append(element('p', 'trouble', wordsOf(error)));
    }
    this.#done();
  }
}
