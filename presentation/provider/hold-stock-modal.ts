import { distinctUntilChanged, filter, map, type Observable, Subject, Subscription } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLoading } from '../../domain/modal/modal-machine.js';
import type { Messages } from '../messages/en.js';

/** A client's modal, held by the providers that are on the page. */
interface Held {
  holders: number;
  readonly life: Subscription;
  /** The modal is likely to be opened. */
  readonly intent: Subject<void>;
}

const heldByClient = new WeakMap<Latchkey, Held>();

const needsModal = ({ modal, snackbar, alert }: ModalSnapshot): boolean => modal.open || isLoading(modal) || snackbar.open || alert.open;

/** Emits whenever something has to be shown that only the modal shows. */
const wanted = ({ useCases }: Latchkey): Observable<unknown> =>
  useCases.watchModal.execute().pipe(
    map(needsModal),
    distinctUntilChanged(),
    filter((needed) => needed),
  );

/** The modal's code did not arrive: says so and closes, so that the next opening asks for it again. */
const giveUp = ({ events, useCases }: Latchkey, error: unknown): void => {
  const stackTrace = error instanceof Error ? (error.stack ?? '') : '';
  events.track('INTERNAL_SDK_ERROR', { errorType: 'ModalNotLoaded', errorMessage: errorText(error), stackTrace, uncaught: false });
  useCases.closeModal.execute({ by: 'app' }).subscribe();
};

const start = (client: Latchkey, messages: Messages | undefined, intent: Observable<void>): Subscription => {
  const life = new Subscription();
  const calls = new Subscription();
  const load = async (asked: boolean): Promise<void> => {
    const modal = await import('../modal/mount-modal.js').catch((error: unknown) => {
      if (asked && !calls.closed) giveUp(client, error);
    });
    // Somebody else who asked meanwhile has mounted it, or nobody holds it any more.
    if (modal === undefined || calls.closed) return;
    calls.unsubscribe();
    const { unmount } = modal.mountModal(client, messages === undefined ? {} : { messages });
    // React refuses to end one tree while it is busy with another, which it is when a provider leaves.
    life.add(() => queueMicrotask(unmount));
  };
  life.add(calls);
  // The modal leaves with its client; whoever still holds it then holds nothing.
  life.add(client.useCases.watchModal.execute().subscribe({ complete: () => life.unsubscribe() }));
  calls.add(intent.subscribe(() => load(false)));
  calls.add(wanted(client).subscribe(() => load(true)));
  if (client.options.current.enableEmbedded) load(true);
  return life;
};

/**
 * Fetches the modal's code and mounts it, closed, ahead of its opening: a button that opens it is in sight of an idle page, or the pointer
 * or the focus reached it. Nothing happens where no provider holds the client's modal.
 */
export const prepareStockModal = (client: Latchkey): void => heldByClient.get(client)?.intent.next();

const hold = (client: Latchkey, messages: Messages | undefined): Held => {
  const intent = new Subject<void>();
  return { holders: 0, life: start(client, messages, intent), intent };
};

/**
 * Brings the stock modal into the page: its code is fetched when it is likely to be opened, or at once when it is needed.
 * Several holders of one client share one modal; it leaves with the last of them.
 * @returns a function that lets go
 */
export const holdStockModal = (client: Latchkey, messages?: Messages): (() => void) => {
  const held = heldByClient.get(client) ?? hold(client, messages);
  heldByClient.set(client, held);
  held.holders += 1;
  return () => {
    held.holders -= 1;
    if (held.holders > 0) return;
    heldByClient.delete(client);
    held.life.unsubscribe();
  };
};
