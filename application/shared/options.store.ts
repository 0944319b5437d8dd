import type { Observable } from 'rxjs';
import type { Options } from '../../domain/options/options.js';
import { StateSubject } from './state-subject.js';
import { token } from './token.js';

/** The options in use. Hosts change them while the page runs (theme, features, legal links). */
export class OptionsStore {
  readonly #options: StateSubject<Options>;

  constructor(options: Options) {
    this.#options = new StateSubject(options);
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
  readonly update = (change: Partial<Options>): void => this.#options.next({ ...this.#options.value, ...change });

  readonly complete = (): void => this.#options.complete();
}

/** Token of the options store. */
export const OPTIONS = token<OptionsStore>('OptionsStore');
