import { element, wordsOf } from '../shared/panel.js';

/** What a wallet asks its owner. */
export interface Question {
  readonly title: string;
  readonly facts: string;
  /** What each button but Reject does, by its test id. */
  readonly answers: Readonly<Record<string, () => Promise<unknown>>>;
  reject(): Promise<unknown>;
}

/** The questions that wait for the owner, the oldest on top. Nothing is signed before a button of one was pressed. */
export class Questions {
  readonly view = element('div', 'questions');
  readonly #done: () => void;

  /** @param done called after each answer */
  constructor(done: () => void) {
    this.#done = done;
  }

  ask({ title, facts, answers, reject }: Question): void {
    const box = element('section', 'question');
    const buttons = Object.entries({ ...answers, reject }).map(([name, act]) => {
      const button = element('button', name, name);
      button.addEventListener('click', () => void this.#answer(box, act));
      return button;
    });
    box.append(element('h2', 'title', title), element('pre', 'facts', facts), ...buttons);
    this.view.append(box);
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
