import type { Observable } from 'rxjs';
import type { Options } from '../../domain/options/options.js';
import { Current } from './current.js';
import { token } from './token.js';

/** The options in use. Hosts change them while the page runs (theme, features, legal links). */
export class OptionsStore {
  readonly #options: Current<Options>;

  constructor(options: Options) {
    this.#options = new Current(options);
  }

  /** The options now. */
  get current(): Options {
    return this.#options.value;
  }

  /** The options now and after each change. */
  get options$(): Observable<Options> {
    return this.#options.value$;
  }

  /** Replaces some options. */
  readonly update = (change: Partial<Options>): void => this.#options.set({ ...this.#options.value, ...change });

  readonly complete = (): void => this.#options.complete();
}

/** Token of the options store. */
export const OPTIONS = token<OptionsStore>('OptionsStore');
