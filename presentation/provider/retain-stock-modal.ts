import { distinctUntilChanged, filter, map, type Observable, Subject, Subscription } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLoading } from '../../domain/modal/modal-machine.js';
import type { Messages } from '../messages/en.js';

/** A client's modal, shared by the providers and buttons on the page. */
interface RetainedModal {
  refCount: number;
  subscriptions: Subscription;
  readonly messages: Messages | undefined;
  /** Emits when the modal is likely to be opened. */
  readonly intent: Subject<void>;
}

const retainedModals = new WeakMap<Latchkey, RetainedModal>();

/** Number of embedded cards that replace the stock modal, by client. */
const suspensions = new WeakMap<Latchkey, number>();

const needsModal = ({ modal, snackbar, alert, hasInFlight }: ModalSnapshot, hasTray: boolean): boolean =>
  modal.open || isLoading(modal) || snackbar.open || alert.open || (hasInFlight && hasTray);

/** Emits when something has to be shown that only the modal can show. */
const whenNeeded = ({ useCases, options }: Latchkey): Observable<unknown> =>
  useCases.watchModal.execute().pipe(
    map((snapshot) => needsModal(snapshot, options.current.features.transactionTray)),
    distinctUntilChanged(),
    filter((needed) => needed),
  );

/** Reports that the modal's code failed to load and closes the modal, so that the next opening retries. */
export const reportLoadFailure = ({ events, useCases }: Latchkey, error: unknown): void => {
  const stackTrace = error instanceof Error ? (error.stack ?? '') : '';
  events.track('INTERNAL_SDK_ERROR', { errorType: 'ModalNotLoaded', errorMessage: errorText(error), stackTrace, uncaught: false });
  useCases.closeModal.execute({ by: 'app' }).subscribe();
};

const watchTriggers = (client: Latchkey, messages: Messages | undefined, intent: Observable<void>): Subscription => {
  const subscriptions = new Subscription();
  const triggers = new Subscription();
  const load = async (isRequired: boolean): Promise<void> => {
    const modal = await loadChunk('the modal', () => import('../modal/mount-modal.js')).catch((error: unknown) => {
      if (isRequired && !triggers.closed) reportLoadFailure(client, error);
    });
    // Another trigger may have mounted it meanwhile, or the last holder may have released it.
    if (modal === undefined || triggers.closed) return;
    triggers.unsubscribe();
    const { unmount } = modal.mountModal(client, messages === undefined ? {} : { messages });
    // React cannot unmount one root while it renders another, as when a provider unmounts.
    subscriptions.add(() => queueMicrotask(unmount));
  };
  subscriptions.add(triggers);
  // The modal is unmounted with its client, even while it is retained.
  subscriptions.add(client.useCases.watchModal.execute().subscribe({ complete: () => subscriptions.unsubscribe() }));
  triggers.add(intent.subscribe(() => load(false)));
  triggers.add(whenNeeded(client).subscribe(() => load(true)));
  if (client.options.current.enableEmbedded) load(true);
  return subscriptions;
};

/**
 * Fetches the modal's code and mounts it, closed, because it is likely to be opened. Does nothing if no provider or button retains the
 * client's modal.
 */
export const prepareStockModal = (client: Latchkey): void => retainedModals.get(client)?.intent.next();

const createRetainedModal = (client: Latchkey, messages: Messages | undefined): RetainedModal => {
  const intent = new Subject<void>();
  const subscriptions = suspensions.has(client) ? new Subscription() : watchTriggers(client, messages, intent);
  return { refCount: 0, subscriptions, messages, intent };
};

/**
 * Unmounts the stock modal of a client, also one that is retained later, until the returned function is called: an embedded card shows what
 * it would show.
 */
export const suspendStockModal = (client: Latchkey): (() => void) => {
  suspensions.set(client, (suspensions.get(client) ?? 0) + 1);
  retainedModals.get(client)?.subscriptions.unsubscribe();
  return () => {
    const count = (suspensions.get(client) ?? 0) - 1;
    if (count > 0) {
      suspensions.set(client, count);
      return;
    }
    suspensions.delete(client);
    const retained = retainedModals.get(client);
    if (retained !== undefined) retained.subscriptions = watchTriggers(client, retained.messages, retained.intent);
  };
};

/**
 * Retains the stock modal of a client: its code is fetched when it is likely to be opened, or immediately when it is needed. All holders
 * share one modal, which is unmounted when the last one releases it.
 * @returns a function that releases the modal
 */
export const retainStockModal = (client: Latchkey, messages?: Messages): (() => void) => {
  const retained = retainedModals.get(client) ?? createRetainedModal(client, messages);
  retainedModals.set(client, retained);
  retained.refCount += 1;
  return () => {
    retained.refCount -= 1;
    if (retained.refCount > 0) return;
    retainedModals.delete(client);
    retained.subscriptions.unsubscribe();
  };
};
