import { Window } from 'happy-dom';
import { vi } from 'vitest';

/** Gives a test in Node an empty page of the site. Requests stay those of Node: a DOM's have no origin of a frame. */
export const stubPage = (): void => {
  const page = new Window();
  page.document.body.innerHTML = '<main></main>';
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('Event', page.Event);
};

export const text = (): string => document.querySelector('main')?.textContent ?? '';

/** What the page tells, by label. */
export const facts = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...document.querySelectorAll('.fact')].map((fact) => [fact.children[0]?.textContent, fact.children[1]?.textContent]));

/** @throws Error if there is none */
export const button = (label: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  if (found === undefined) throw new Error(`No button ${label} in: ${text()}`);
  return found;
};

/** Waits until a check passes. Generous: the words' secret takes a second of a free core. */
export const eventually = <Result>(check: () => Result): Promise<Result> => vi.waitFor(check, { timeout: 15_000 });
