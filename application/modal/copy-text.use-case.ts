import type { Observable } from 'rxjs';
import type { Browser } from '../ports/browser.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';

/** The text to copy. */
export interface CopyTextInput {
  readonly text: string;
}

/** Completes without data, or fails if the browser refuses. */
export type CopyTextState = UseCaseState<'working', undefined, 'browser/clipboard-unavailable'>;

/** Copies a text to the clipboard. */
export class CopyText {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  execute({ text }: CopyTextInput): Observable<CopyTextState> {
    return runUseCase<'working', undefined, 'browser/clipboard-unavailable'>('working', async () => {
      await this.#browser.copy(text);
      return undefined;
    });
  }
}
