import { BehaviorSubject, type Observable, type Subscription, timer } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { type AlertKey, alertDetail, INITIAL_ALERT, isAlertDue, reduceAlert } from '../../domain/modal/alert.js';
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
import { token } from '../shared/token.js';
import type { ModalSnapshot } from './modal-snapshot.js';

/** Whether something holds the modal open: the sign-in layer binds its own. */
export type ClosingGuard = () => Omit<ClosingFacts, 'view'>;

/** The one owner of what the modal shows: frame, view, snackbar and alert bar, with their timers. */
export class ModalStore {
  readonly #snapshot: BehaviorSubject<ModalSnapshot>;
  readonly #options: OptionsStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #browser: Browser;
  readonly #guard: ClosingGuard;
  #shakeTimer: Subscription | null = null;
  #snackbarTimer: Subscription | null = null;

  constructor(options: OptionsStore, clock: Clock, logger: Logger, browser: Browser, guard: ClosingGuard) {
    this.#options = options;
    this.#clock = clock;
    this.#logger = logger;
    this.#browser = browser;
    this.#guard = guard;
    this.#snapshot = new BehaviorSubject<ModalSnapshot>({
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
    return this.#snapshot.asObservable();
  }

  /** The modal was asked for and gets ready. */
  readonly prepare = (namespace: Namespace | null): void => this.#modal({ type: 'open-requested', namespace });

  /** Shows the modal with a view and no way back from it. */
  readonly open = (view: View, namespace: Namespace | null): void => {
    this.navigate({ type: 'reset', view });
    this.#modal({ type: 'opened', namespace });
  };

  /** Takes the modal away with its snackbar; the view stays for the time it takes to fade out. */
  readonly close = (): void => {
    this.show(null);
    this.#endShake();
    this.#modal({ type: 'closed' });
  };

  /** What a person's wish to close does now. */
  closeReaction(buffering: boolean): 'close' | 'shake' | 'ignore' {
    return closeReaction({ view: this.snapshot.view.name, buffering, ...this.#guard() });
  }

  /** Shakes the modal: it cannot be closed now. */
  readonly shake = (): void => {
    if (!this.snapshot.modal.open || this.snapshot.modal.shake) return;
    this.#modal({ type: 'shaken' });
    this.#shakeTimer = timer(SHAKE_MS, this.#clock.scheduler).subscribe(() => this.#endShake());
  };

  /** Moves the router and carries out what the move asks for; `true` when the move asks to close. */
  readonly navigate = (event: RouterEvent): boolean => {
    const { state: router, effects } = moveRouter(this.snapshot.router, event);
    if (router !== this.snapshot.router) this.#patch({ router });
    for (const effect of effects) if (effect.type === 'call') effect.callback();
    return effects.some(({ type }) => type === 'close');
  };

  readonly setLoading = (loading: boolean, namespace: Namespace | null = null): void =>
    this.#modal({ type: 'loading-changed', loading, namespace });

  /** Shows a message, or takes it away. */
  readonly show = (content: SnackbarMessage | null): void =>
    this.#snackbar(content === null ? { type: 'hidden' } : { type: 'shown', content });

  /** Raises an alert: the way out goes to the log, the bar shows only where `debug` is on. */
  readonly alert = (alert: AlertKey): void => {
    if (!isAlertDue(this.snapshot.alert, alert)) return;
    this.#logger.error(alertDetail(alert, this.#browser.location?.origin ?? null));
    const after = reduceAlert(this.snapshot.alert, { type: 'raised', alert });
    this.#patch({ alert: { ...after, open: after.open && this.#options.current.debug } });
  };

  readonly dismissAlert = (): void => this.#patch({ alert: reduceAlert(this.snapshot.alert, { type: 'closed' }) });

  /** Ends timers and watching. */
  readonly dispose = (): void => {
    this.#shakeTimer?.unsubscribe();
    this.#snackbarTimer?.unsubscribe();
    this.#snapshot.complete();
  };

  #modal(event: ModalEvent): void {
    const modal = reduceModal(this.snapshot.modal, event);
    if (modal !== this.snapshot.modal) this.#patch({ modal });
  }

  #endShake(): void {
    this.#shakeTimer?.unsubscribe();
    this.#shakeTimer = null;
    this.#modal({ type: 'shake-ended' });
  }

  #snackbar(event: SnackbarEvent): void {
    const before = this.snapshot.snackbar;
    const snackbar = reduceSnackbar(before, event);
    if (snackbar === before) return;
    this.#patch({ snackbar });
    this.#snackbarTimer?.unsubscribe();
    const due = snackbarTimer(snackbar);
    this.#snackbarTimer = due === null ? null : timer(due.afterMs, this.#clock.scheduler).subscribe(() => this.#snackbar(due.event));
  }

  #patch(change: Partial<ModalSnapshot>): void {
    const merged = { ...this.snapshot, ...change };
    const view = currentView(merged.router);
    const canGoBack = isBackVisible(merged.router, { embedded: this.#options.current.enableEmbedded });
    const canClose = closeReaction({ view: view.name, buffering: false, ...this.#guard() }) === 'close';
    this.#snapshot.next({ ...merged, view, canGoBack, canClose });
  }
}

export const MODAL_STORE = token<ModalStore>('ModalStore');
export const CLOSING_GUARD = token<ClosingGuard>('ClosingGuard');
