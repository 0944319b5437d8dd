/** Formats an error's code and message. */
export const describeError = (error: unknown): string => {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  return `${String(code)}: ${String(message)}`;
};

/** Creates an element with a test id. */
export const element = (tag: string, testId: string, text = ''): HTMLElement => {
  const created = document.createElement(tag);
  created.dataset['testid'] = testId;
  created.textContent = text;
  return created;
};

/** UI of a protocol page: buttons, outputs and an event list, which tests read. */
export class Panel {
  readonly #main = document.createElement('main');
  readonly #actions = document.createElement('p');
  readonly #events = document.createElement('ol');
  readonly #changed: () => void;

  /** @param changed called after every action and event */
  constructor(title: string, changed: () => void = () => undefined) {
    const heading = document.createElement('h1');
    heading.textContent = title;
    this.#events.dataset['testid'] = 'events';
    this.#changed = changed;
    this.#main.append(heading, this.#actions, this.#events);
    document.body.append(this.#main);
  }

  /** Inserts an element between the buttons and the events. */
  place(view: HTMLElement): void {
    this.#main.insertBefore(view, this.#events);
  }

  /** Shows a text by name and replaces the previous one. */
  show(name: string, text: string): void {
    const found = this.#main.querySelector<HTMLElement>(`output[data-testid="${name}"]`);
    const output = found ?? element('output', name);
    output.textContent = text;
    if (found === null) this.place(output);
  }

  /** Adds an entry to the event list. */
  note(...values: readonly unknown[]): void {
    this.#events.append(
      element('li', 'event', values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')),
    );
    this.#changed();
  }

  /** Adds a button. Its result is shown by its name, `…` while pending. */
  action(name: string, act: () => Promise<unknown>): void {
    const button = element('button', name, name);
    const run = async (): Promise<void> => {
      this.show(`${name}-result`, '…');
      try {
        const result = await act();
        this.show(`${name}-result`, typeof result === 'string' ? result : JSON.stringify(result ?? null));
      } catch (error) {
        this.show(`${name}-result`, describeError(error));
      }
      this.#changed();
    };
    button.addEventListener('click', () => void run());
    this.#actions.append(button, ' ');
  }
}
