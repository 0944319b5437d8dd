import type { Observable } from 'rxjs';
import type { SendFormChange } from '../../domain/send/send-form-state.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { SendForm } from './send-form.js';

/** `success` with no data; it cannot fail. */
export type EditSendState = UseCaseState<'working', void, never>;

/**
 * Changes the transfer that the user enters. Another token empties the amount; another recipient is looked up, and the same one again after a
 * failure.
 */
export class EditSend {
  readonly #form: Pick<SendForm, 'edit'>;

  constructor(form: Pick<SendForm, 'edit'>) {
    this.#form = form;
  }

  execute(change: SendFormChange): Observable<EditSendState> {
    return runSync(() => this.#form.edit(change));
  }
}
