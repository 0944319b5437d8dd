import type { Observable, Subscription } from 'rxjs';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import { type Alert, alertDetail, INITIAL_ALERT, isAlertDue, reduceAlert } from '../../domain/modal/alert.js';
import { INITIAL_MODAL, type ModalEvent, reduceModal, SHAKE_MS } from '../../domain/modal/modal-machine.js';
import {
  INITIAL_SNACKBAR,
  reduceSnackbar,
  type SnackbarEvent,
  type SnackbarMessage,
  snackbarTimer,
} from '../../domain/modal/snackbar-machine.js';
import { type ClosingFacts, closeReaction, isBackVisible } from '../../domain/router/closing-rules.js';
import { currentView, INITIAL_ROUTER, moveRouter, type RouterEvent } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';
import type { Browser } from '../ports/browser.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import { StateSubject } from '../shared/state-subject.js';
import { token } from '../shared/token.js';
import type { ModalSnapshot } from './modal-snapshot.js';

/** Whether something holds the modal open: the sign-in layer binds its own. */
export type ClosingGuard = () => Omit<ClosingFacts, 'view'>;

/** The one owner of what the modal shows: frame, view, snackbar and alert bar, with their timers. */
export class ModalStore {
  readonly #snapshot: StateSubject<ModalSnapshot>;
  readonly #options: OptionsStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #browser: Browser;
  readonly #guard: ClosingGuard;
  /** Pictures that an opening has waited for: no other one does. */
  readonly waitedFor = new Set<string>();
  #shakeTimer: Subscription | null = null;
  #snackbarTimer: Subscription | null = null;
  /** Grows with each wish to open or close: an opening that waits is outdated when it has grown. */
  #wishes = 0;
  #isDisposed = false;

  constructor(options: OptionsStore, clock: Clock, logger: Logger, browser: Browser, guard: ClosingGuard) {
    this.#options = options;
    this.#clock = clock;
    this.#logger = logger;
    this.#browser = browser;
    this.#guard = guard;
    this.#snapshot = new StateSubject<ModalSnapshot>({
      modal: INITIAL_MODAL,
      router: INITIAL_ROUTER,
      view: currentView(INITIAL_ROUTER),
      canGoBack: false,
      canClose: true,
      snackbar: INITIAL_SNACKBAR,
      alert: INITIAL_ALERT,
    });
  }

  get snapshot(): ModalSnapshot {
    return this.#snapshot.value;
  }

  /** What the modal shows now and after each change. */
  get snapshot$(): Observable<ModalSnapshot> {
    return this.#snapshot.value$;
  }

  /** The modal was asked for and gets ready. Gives a function that tells whether that is still wanted. */
  readonly prepare = (namespace: Namespace | null): (() => boolean) => {
    this.#wishes += 1;
    const wish = this.#wishes;
    this.#modal({ type: 'open-requested', namespace });
    return () => wish === this.#wishes;
  };

  /** Shows the modal with a view and no way back from it. */
  readonly open = (view: View, namespace: Namespace | null): void => {
    this.#wishes += 1;
    const router = moveRouter(this.snapshot.router, { type: 'reset', view }).state;
    this.#patch({ router, modal: reduceModal(this.snapshot.modal, { type: 'opened', namespace }) });
  };

  /** Takes the modal away with its snackbar; the view stays for the time it takes to fade out. */
  readonly close = (): void => {
    this.#wishes += 1;
    this.#shakeTimer?.unsubscribe();
    this.#snackbarTimer?.unsubscribe();
    const snackbar = reduceSnackbar(this.snapshot.snackbar, { type: 'hidden' });
    this.#patch({ snackbar, modal: reduceModal(this.snapshot.modal, { type: 'closed' }) });
  };

  /** Ends every loading state; the modal stays as it is. */
  readonly calm = (): void => {
    this.#wishes += 1;
    this.setLoading(false);
    for (const namespace of namespacesOf(this.snapshot.modal.loadingByNamespace)) this.setLoading(false, namespace);
  };

  /** What a person's wish to close does now. */
  closeReaction(buffering: boolean): 'close' | 'shake' | 'ignore' {
    return closeReaction({ view: this.snapshot.view.name, buffering, ...this.#guard() });
  }

  /** Shakes the modal: it cannot be closed now. */
  readonly shake = (): void => {
    if (this.#isDisposed || !this.snapshot.modal.open || this.snapshot.modal.shake) return;
    // The timer is set before anybody is told: who closes in reply ends it.
    this.#shakeTimer = this.#clock.scheduler.schedule(() => this.#modal({ type: 'shake-ended' }), SHAKE_MS);
    this.#modal({ type: 'shaken' });
  };

  /** Moves the router and carries out what the move asks for, in its order; `close` is how to close. */
  readonly navigate = (event: RouterEvent, close: () => void = this.close): void => {
    const { state: router, effects } = moveRouter(this.snapshot.router, event);
    this.#patch({ router });
    for (const effect of effects) {
      if (effect.type === 'close') close();
      else effect.callback();
    }
  };

  readonly setLoading = (loading: boolean, namespace: Namespace | null = null): void =>
    this.#modal({ type: 'loading-changed', loading, namespace });

  /** Shows a message, or takes it away. */
  readonly show = (content: SnackbarMessage | null): void =>
    this.#snackbar(content === null ? { type: 'hidden' } : { type: 'shown', content });

  /** Raises an alert: the way out goes to the log, the bar shows only where `debug` is on. */
  readonly alert = (alert: Alert): void => {
    if (!isAlertDue(this.snapshot.alert, alert)) return;
    this.#logger.error(alertDetail(alert, this.#browser.location?.origin ?? null));
    const after = reduceAlert(this.snapshot.alert, { type: 'raised', alert });
    this.#patch({ alert: { ...after, open: after.open && this.#options.current.debug } });
  };

  readonly dismissAlert = (): void => this.#patch({ alert: reduceAlert(this.snapshot.alert, { type: 'closed' }) });

  /** Ends timers and watching; from now on none is set any more. */
  readonly dispose = (): void => {
    this.#isDisposed = true;
    this.#wishes += 1;
    this.#shakeTimer?.unsubscribe();
    this.#snackbarTimer?.unsubscribe();
    this.#snapshot.complete();
  };

  #modal(event: ModalEvent): void {
    this.#patch({ modal: reduceModal(this.snapshot.modal, event) });
  }

  #snackbar(event: SnackbarEvent): void {
    const before = this.snapshot.snackbar;
    const snackbar = reduceSnackbar(before, event);
    if (snackbar === before || this.#isDisposed) return;
    this.#snackbarTimer?.unsubscribe();
    const due = snackbarTimer(snackbar);
    this.#snackbarTimer = due === null ? null : this.#clock.scheduler.schedule(() => this.#snackbar(due.event), due.afterMs);
    this.#patch({ snackbar });
  }

  /** All of a change at once, so that nobody sees half of it. */
  #patch({ modal, router, snackbar, alert }: Partial<ModalSnapshot>): void {
    const before = this.snapshot;
    const merged = {
      modal: modal ?? before.modal,
      router: router ?? before.router,
      snackbar: snackbar ?? before.snackbar,
      alert: alert ?? before.alert,
    };
    const view = currentView(merged.router);
    const canGoBack = isBackVisible(merged.router, { embedded: this.#options.current.enableEmbedded });
    const canClose = closeReaction({ view: view.name, buffering: false, ...this.#guard() }) === 'close';
    const after: ModalSnapshot = { ...merged, view, canGoBack, canClose };
    // Both have the same members.
    if (Object.entries(after).some(([key, value]) => before[key as keyof ModalSnapshot] !== value)) this.#snapshot.next(after);
  }
}

/** Token of the modal's store. */
export const MODAL_STORE = token<ModalStore>('ModalStore');
/** Token of the closing guard. */
export const CLOSING_GUARD = token<ClosingGuard>('ClosingGuard');
