import { filter, Subscription, skip, take } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { Messages } from '../messages/en.js';
import { reportLoadFailure, suspendStockModal } from './retain-stock-modal.js';

/** Embedded cards by client, with the app's own value of `enableEmbedded`. */
const embeds = new WeakMap<Latchkey, { count: number; readonly enableEmbedded: boolean }>();

/** Sets `enableEmbedded` while a card is mounted. */
const enableEmbedded = (client: Latchkey): (() => void) => {
  const embed = embeds.get(client) ?? { count: 0, enableEmbedded: client.options.current.enableEmbedded };
  embeds.set(client, embed);
  embed.count += 1;
  client.updateOptions({ enableEmbedded: true });
  return () => {
    embed.count -= 1;
    if (embed.count > 0) return;
    embeds.delete(client);
    client.updateOptions({ enableEmbedded: embed.enableEmbedded });
  };
};

/**
 * Mounts the modal's card in an element of the page instead of the stock modal. If its code cannot be loaded, it is loaded again once the
 * browser is back online.
 * @returns a function that removes it and closes what it shows
 */
export const embedModal = (client: Latchkey, container: Element, messages: Messages | undefined): (() => void) => {
  const subscriptions = new Subscription();
  let isDisposed = false;
  // Completes synchronously for a disposed client.
  const disposal = client.useCases.watchModal.execute().subscribe({
    complete: () => {
      isDisposed = true;
      subscriptions.unsubscribe();
    },
  });
  if (isDisposed) return () => undefined;
  const resumeStockModal = suspendStockModal(client);
  const restoreOption = enableEmbedded(client);
  const closeView = (): void => void client.useCases.closeModal.execute({ by: 'app' }).subscribe();
  // Shows the account if a wallet is connected, else the wallet list.
  closeView();

  const load = async (): Promise<void> => {
    try {
      const { mountModal } = await import('../modal/mount-modal.js');
      if (subscriptions.closed) return;
      const { unmount } = mountModal(client, { container, ...(messages === undefined ? {} : { messages }) });
      // React cannot unmount one root while it renders another.
      subscriptions.add(() => queueMicrotask(unmount));
    } catch (error) {
      if (subscriptions.closed) return;
      reportLoadFailure(client, error);
      subscriptions.add(client.browser.online$.pipe(skip(1), filter(Boolean), take(1)).subscribe(() => void load()));
    }
  };
  void load();
  return () => {
    disposal.unsubscribe();
    subscriptions.unsubscribe();
    if (!isDisposed) {
      restoreOption();
      closeView();
    }
    resumeStockModal();
  };
};
