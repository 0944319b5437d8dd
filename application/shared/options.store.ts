import type { Observable } from 'rxjs';
import type { Options } from '../../domain/options/options.js';
import { StateSubject } from './state-subject.js';
import { token } from './token.js';

/** The current options. Apps can change some of them at run time (theme, features, legal links). */
export class OptionsStore {
  readonly #options: StateSubject<Options>;

  constructor(options: Options) {
    this.#options = new StateSubject(options);
  }

  get current(): Options {
    return this.#options.value;
  }

  /** The current options, then each change. */
  get options$(): Observable<Options> {
    return this.#options.value$;
  }

  /** Merges the given options into the current ones. */
  readonly update = (change: Partial<Options>): void => this.#options.next({ ...this.#options.value, ...change });

  readonly complete = (): void => this.#options.complete();
}

/** Token of the options store. */
export const OPTIONS = token<OptionsStore>('OptionsStore');
