import { defer, finalize, type Observable, type Subscription } from 'rxjs';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import { type Alert, alertDetail, INITIAL_ALERT, reduceAlert, shouldRaiseAlert } from '../../domain/modal/alert.js';
import { INITIAL_MODAL, type ModalEvent, reduceModal, SHAKE_MS } from '../../domain/modal/modal-machine.js';
import {
  INITIAL_SNACKBAR,
  reduceSnackbar,
  type SnackbarEvent,
  type SnackbarMessage,
  snackbarTimer,
} from '../../domain/modal/snackbar-machine.js';
import { assertAvailableView } from '../../domain/router/available-views.js';
import { type ClosingFacts, closeReaction, isBackVisible } from '../../domain/router/closing-rules.js';
import { currentView, INITIAL_ROUTER, type RouterEvent, routerTransition } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';
import type { Browser } from '../ports/browser.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import { StateSubject } from '../shared/state-subject.js';
import { token } from '../shared/token.js';
import type { ModalSnapshot } from './modal-snapshot.js';

/** Returns the facts that may prevent closing, e.g. a pending sign-in. */
export type ClosingGuard = () => Omit<ClosingFacts, 'view'>;

/** Holds the state of the modal: frame, view, snackbar and alert bar, with their timers. */
export class ModalStore {
  readonly #snapshot: StateSubject<ModalSnapshot>;
  readonly #options: OptionsStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #browser: Browser;
  readonly #guard: ClosingGuard;
  /** URLs of preloaded images; further openings do not wait for them. */
  readonly preloadedImages = new Set<string>();
  #shakeTimer: Subscription | null = null;
  #snackbarTimer: Subscription | null = null;
  /** Incremented with each open or close request; a pending opening is outdated once it has changed. */
  #requestCount = 0;
  #viewers = 0;
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
      hasInFlight: false,
    });
  }

  get snapshot(): ModalSnapshot {
    return this.#snapshot.value;
  }

  /** The current snapshot, then each change. */
  get snapshot$(): Observable<ModalSnapshot> {
    return this.#snapshot.value$;
  }

  /** The snapshots for a user interface that shows the modal. */
  readonly shown$: Observable<ModalSnapshot> = defer(() => {
    this.#viewers += 1;
    return this.snapshot$.pipe(
      finalize(() => {
        this.#viewers -= 1;
      }),
    );
  });

  /** True while a user interface subscribes to {@link shown$}. */
  get isShown(): boolean {
    return this.#viewers > 0;
  }

  /** Starts opening the modal. Returns a function that returns true while this opening is not outdated. */
  readonly prepare = (namespace: Namespace | null): (() => boolean) => {
    this.#requestCount += 1;
    const request = this.#requestCount;
    this.#dispatchModal({ type: 'open-requested', namespace });
    return () => request === this.#requestCount;
  };

  /** Opens the modal with a view and without a history. Throws `config/invalid-option` for a view that no feature contributes. */
  readonly open = (view: View, namespace: Namespace | null): void => {
    assertAvailableView(view.name);
    this.#requestCount += 1;
    const router = routerTransition(this.snapshot.router, { type: 'reset', view }).state;
    this.#patch({ router, modal: reduceModal(this.snapshot.modal, { type: 'opened', namespace }) });
  };

  /** Closes the modal and its snackbar; the view remains for the fade-out. */
  readonly close = (): void => {
    this.#requestCount += 1;
    this.#shakeTimer?.unsubscribe();
    this.#snackbarTimer?.unsubscribe();
    const snackbar = reduceSnackbar(this.snapshot.snackbar, { type: 'hidden' });
    this.#patch({ snackbar, modal: reduceModal(this.snapshot.modal, { type: 'closed' }) });
  };

  /** Clears every loading state; the modal stays open. */
  readonly clearLoading = (): void => {
    this.#requestCount += 1;
    this.setLoading(false);
    for (const namespace of namespacesOf(this.snapshot.modal.loadingByNamespace)) this.setLoading(false, namespace);
  };

  /** The reaction to the user closing the modal. */
  closeReaction(buffering: boolean): 'close' | 'shake' | 'ignore' {
    return closeReaction({ view: this.snapshot.view, buffering, ...this.#guard() });
  }

  /** Shakes the modal to show that it cannot be closed. */
  readonly shake = (): void => {
    if (this.#isDisposed || !this.snapshot.modal.open || this.snapshot.modal.shake) return;
    // Set before the event is dispatched: a subscriber that closes the modal clears the timer.
    this.#shakeTimer = this.#clock.scheduler.schedule(() => this.#dispatchModal({ type: 'shake-ended' }), SHAKE_MS);
    this.#dispatchModal({ type: 'shaken' });
  };

  /**
   * Applies a router event and runs its effects in order. Throws `config/invalid-option` for a view that no feature contributes.
   * @param close runs on a `close` effect
   */
  readonly navigate = (event: RouterEvent, close: () => void = this.close): void => {
    const next = event.type === 'push-transaction' ? event.entry.view : 'view' in event ? event.view : null;
    if (next !== null) assertAvailableView(next.name);
    const { state: router, effects } = routerTransition(this.snapshot.router, event);
    this.#patch({ router });
    for (const effect of effects) {
      if (effect.type === 'close') close();
      else effect.callback();
    }
  };

  readonly setLoading = (loading: boolean, namespace: Namespace | null = null): void =>
    this.#dispatchModal({ type: 'loading-changed', loading, namespace });

  /** Marks that a transaction is on its way, for the tray. */
  readonly markInFlight = (): void => this.#patch({ hasInFlight: true });

  /** Shows a snackbar message; `null` hides it. */
  readonly show = (content: SnackbarMessage | null): void =>
    this.#dispatchSnackbar(content === null ? { type: 'hidden' } : { type: 'shown', content });

  /** Raises an alert: details and fix are logged, the alert bar is only shown if `debug` is on. */
  readonly alert = (alert: Alert): void => {
    if (!shouldRaiseAlert(this.snapshot.alert, alert)) return;
    this.#logger.error(alertDetail(alert, this.#browser.location?.origin ?? null));
    const after = reduceAlert(this.snapshot.alert, { type: 'raised', alert });
    this.#patch({ alert: { ...after, open: after.open && this.#options.current.debug } });
  };

  /** The cause of an alert is resolved: it may be raised again. */
  readonly resolveAlert = (alert: Alert): void => this.#patch({ alert: reduceAlert(this.snapshot.alert, { type: 'resolved', alert }) });

  readonly dismissAlert = (): void => this.#patch({ alert: reduceAlert(this.snapshot.alert, { type: 'closed' }) });

  /** Clears the timers and completes the state. */
  readonly dispose = (): void => {
    this.#isDisposed = true;
    this.#requestCount += 1;
    this.#shakeTimer?.unsubscribe();
    this.#snackbarTimer?.unsubscribe();
    this.#snapshot.complete();
  };

  #dispatchModal(event: ModalEvent): void {
    this.#patch({ modal: reduceModal(this.snapshot.modal, event) });
  }

  #dispatchSnackbar(event: SnackbarEvent): void {
    const before = this.snapshot.snackbar;
    const snackbar = reduceSnackbar(before, event);
    if (snackbar === before || this.#isDisposed) return;
    this.#snackbarTimer?.unsubscribe();
    const due = snackbarTimer(snackbar);
    this.#snackbarTimer = due === null ? null : this.#clock.scheduler.schedule(() => this.#dispatchSnackbar(due.event), due.afterMs);
    this.#patch({ snackbar });
  }

  /** Applies all changes in one emission. */
  #patch({ modal, router, snackbar, alert, hasInFlight }: Partial<ModalSnapshot>): void {
    const before = this.snapshot;
    const merged = {
      modal: modal ?? before.modal,
      router: router ?? before.router,
      snackbar: snackbar ?? before.snackbar,
      alert: alert ?? before.alert,
      hasInFlight: hasInFlight ?? before.hasInFlight,
    };
    const view = currentView(merged.router);
    const canGoBack = isBackVisible(merged.router, { embedded: this.#options.current.enableEmbedded });
    const canClose = closeReaction({ view, buffering: false, ...this.#guard() }) === 'close';
    const after: ModalSnapshot = { ...merged, view, canGoBack, canClose };
    // Both have the same members.
    if (Object.entries(after).some(([key, value]) => before[key as keyof ModalSnapshot] !== value)) this.#snapshot.next(after);
  }
}

/** Token of the modal store. */
export const MODAL_STORE = token<ModalStore>('ModalStore');
/** Token of the closing guard. */
export const CLOSING_GUARD = token<ClosingGuard>('ClosingGuard');
