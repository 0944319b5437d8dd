/** An error as a person reads it: what it is called or numbered, and what it says. */
export const wordsOf = (error: unknown): string => {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  return `${String(code)}: ${String(message)}`;
};

/** Makes an element with a test id. */
export const element = (tag: string, testId: string, text = ''): HTMLElement => {
  const made = document.createElement(tag);
  made.dataset['testid'] = testId;
  made.textContent = text;
  return made;
};

/** What stands on a page of the protocol, and what a person can do there. All that a flow asserts can be read on it. */
export class Panel {
  readonly #main = document.createElement('main');
  readonly #actions = document.createElement('p');
  readonly #events = document.createElement('ol');
  readonly #changed: () => void;

  /** @param changed called after everything that was done */
  constructor(title: string, changed: () => void = () => undefined) {
    const heading = document.createElement('h1');
    heading.textContent = title;
    this.#events.dataset['testid'] = 'events';
    this.#changed = changed;
    this.#main.append(heading, this.#actions, this.#events);
    document.body.append(this.#main);
  }

  /** Puts an element between the actions and the events. */
  place(part: HTMLElement): void {
    this.#main.insertBefore(part, this.#events);
  }

  /** Writes a text under a name, in the place of what stood there. */
  show(name: string, text: string): void {
    const found = this.#main.querySelector<HTMLElement>(`output[data-testid="${name}"]`);
    const output = found ?? element('output', name);
    output.textContent = text;
    if (found === null) this.place(output);
  }

  /** Writes down that something happened. */
  note(...words: readonly unknown[]): void {
    this.#events.append(element('li', 'event', words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))).join(' ')));
    this.#changed();
  }

  /** Adds a button; what comes of pressing it stands under its name, and `…` until then. */
  action(name: string, act: () => Promise<unknown>): void {
    const button = element('button', name, name);
    const run = async (): Promise<void> => {
      this.show(`${name}-result`, '…');
      try {
        const result = await act();
        this.show(`${name}-result`, typeof result === 'string' ? result : JSON.stringify(result ?? null));
      } catch (error) {
        this.show(`${name}-result`, wordsOf(error));
      }
      this.#changed();
    };
    button.addEventListener('click', () => void run());
    this.#actions.append(button, ' ');
  }
}
