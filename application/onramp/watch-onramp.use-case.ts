import { map, type Observable, takeUntil } from 'rxjs';
import { isRestrictedTimeZone, onrampProvidersOf } from '../../domain/onramp/onramp-provider.js';
import { type OnrampState, onrampStateOf } from '../../domain/onramp/onramp-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { OnrampForm } from './onramp-form.js';

/** Dependencies of {@link WatchOnramp}. */
export interface WatchOnrampDeps {
  readonly form: Pick<OnrampForm, 'current' | 'watch'>;
  readonly connections: Pick<ConnectionStore, 'state' | 'disposed$'>;
  readonly options: Pick<OptionsStore, 'current'>;
  readonly browser: Pick<Browser, 'timeZone'>;
}

/**
 * Emits the purchase that the user enters: what was entered by {@link EditOnramp}, its price, and what is missing. Currencies are read on each
 * subscription; the price is read with each change, and every 30 seconds while subscribed. While the service fails, currencies are built-in ones and
 * prices are `estimated`, at which nothing can be bought. Another network keeps the amount only. Never errors: an error is part of the state.
 */
export class WatchOnramp {
  readonly #deps: WatchOnrampDeps;

  constructor(deps: WatchOnrampDeps) {
    this.#deps = deps;
  }

  /** The current state, for synchronous readers. Reads nothing. */
  current(): OnrampState {
    const { form, connections, options, browser } = this.#deps;
    const { onramp } = options.current;
    const providers = onrampProvidersOf(connections.state.activeNamespace, onramp);
    return onrampStateOf(form.current, providers, isRestrictedTimeZone(browser.timeZone, onramp));
  }

  execute(): Observable<OnrampState> {
    const { form, connections } = this.#deps;
    return form.watch().pipe(
      map(() => this.current()),
      takeUntil(connections.disposed$),
    );
  }
}
