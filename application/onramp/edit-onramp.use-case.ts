import type { Observable } from 'rxjs';
import type { OnrampChange } from '../../domain/onramp/onramp-state.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { OnrampForm } from './onramp-form.js';

/** `success` with no data; it cannot fail. */
export type EditOnrampState = UseCaseState<'working', void, never>;

/** Changes the purchase that the user enters. What could not be read is read again, also by an empty change. */
export class EditOnramp {
  readonly #form: Pick<OnrampForm, 'edit'>;

  constructor(form: Pick<OnrampForm, 'edit'>) {
    this.#form = form;
  }

  execute(change: OnrampChange): Observable<EditOnrampState> {
    return runSync(() => this.#form.edit(change));
  }
}
