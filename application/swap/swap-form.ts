import { distinctUntilChanged, map, type Observable, type Subscription, skip } from 'rxjs';
import { EMPTY_SWAP_FORM, reduceSwapForm, type SwapFormEvent, type SwapFormState } from '../../domain/swap/swap-form-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { StateSubject } from '../shared/state-subject.js';

/** The swap that the user is entering, kept while views change. Another account or network empties it. */
export class SwapForm {
  readonly #state = new StateSubject<SwapFormState>(EMPTY_SWAP_FORM);
  readonly #subscription: Subscription;

  constructor(connections: Pick<ConnectionStore, 'state$'>) {
    this.#subscription = connections.state$
      .pipe(
        map(({ sendEpoch }) => sendEpoch),
        distinctUntilChanged(),
        skip(1),
      )
      .subscribe(() => this.dispatch({ type: 'reset' }));
  }

  get current(): SwapFormState {
    return this.#state.value;
  }

  get state$(): Observable<SwapFormState> {
    return this.#state.value$;
  }

  dispatch(event: SwapFormEvent): void {
    this.#state.next(reduceSwapForm(this.current, event));
  }

  dispose(): void {
    this.#subscription.unsubscribe();
    this.#state.complete();
  }
}
