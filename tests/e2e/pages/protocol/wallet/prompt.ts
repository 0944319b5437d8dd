import { describeError, element } from '../shared/panel.js';

/** A prompt to the user. */
export interface Prompt {
  /** Topic of its session. */
  readonly topic?: string;
  readonly title: string;
  readonly facts: string;
  /** Origin of the request, as verified by the client. */
  readonly origin?: string;
  /** Action of each button, by its test id. */
  readonly actions: Readonly<Record<string, () => Promise<unknown>>>;
}

/** List of pending prompts, oldest first. Nothing is signed before the user presses a button. */
export class Prompts {
  readonly view = element('div', 'prompts');
  readonly #done: () => void;

  /** @param done called after each decision */
  constructor(done: () => void) {
    this.#done = done;
  }

  ask({ topic = '', title, facts, origin = '', actions }: Prompt): void {
    const box = element('section', 'prompt');
    box.dataset['topic'] = topic;
    const buttons = Object.entries(actions).map(([name, act]) => {
      const button = element('button', name, name);
      button.addEventListener('click', () => void this.#decide(box, act));
      return button;
    });
    box.append(element('h2', 'title', title), element('pre', 'facts', facts), element('p', 'origin', origin), ...buttons);
    this.view.append(box);
  }

  /** Removes the prompts of a deleted session. */
  drop(topic: string): void {
    for (const box of this.view.querySelectorAll<HTMLElement>('section')) if (box.dataset['topic'] === topic) box.remove();
  }

  async #decide(box: HTMLElement, act: () => Promise<unknown>): Promise<void> {
    for (const button of box.querySelectorAll('button')) button.disabled = true;
    try {
      await act();
      box.remove();
    } catch (error) {
      box.append(element('p', 'trouble', describeError(error)));
    }
    this.#done();
  }
}
