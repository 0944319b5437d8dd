import { Subscription } from 'rxjs';
import type { Latchkey, OpenOptions } from '../../application/latchkey.js';
import { ignoreDisposed } from '../components/ignore-disposed.js';
import { whenVisibleAndIdle } from '../components/when-visible-and-idle.js';
import type { Messages } from '../messages/en.js';
import { prepareStockModal, retainStockModal } from '../provider/retain-stock-modal.js';

/** Options of {@link attachModal}. */
export interface AttachModalOptions extends OpenOptions {
  /** Texts of the modal. Default English. */
  readonly messages?: Messages;
}

/** Prepares the modal once the element is visible and the page idle, or when the pointer or the focus reaches the element. */
export const prepareOnIntent = (client: Latchkey, element: Element): Subscription => {
  const prepare = (): void => prepareStockModal(client);
  element.addEventListener('pointerenter', prepare);
  element.addEventListener('focus', prepare);
  const cancel = whenVisibleAndIdle(element, prepare);
  return new Subscription(() => {
    cancel();
    element.removeEventListener('pointerenter', prepare);
    element.removeEventListener('focus', prepare);
  });
};

/**
 * Opens the stock modal when the element is clicked. The modal's code, including React, is fetched when the button is visible and the page
 * idle (not with Save-Data), or when the pointer or the focus reaches the button. If the code fails to load, the modal closes with the
 * event `INTERNAL_SDK_ERROR`, and the next click retries. A click does nothing if an earlier listener prevented it or if the client is
 * disposed.
 * @returns a function that detaches the modal from the element; the last one unmounts the modal
 * @example const detach = attachModal(latchkey, button, { view: 'Networks' }); // `button` is an HTMLElement of the page
 */
export const attachModal = (
  client: Latchkey,
  element: HTMLElement,
  { messages, ...openOptions }: AttachModalOptions = {},
): (() => void) => {
  const open = (event: Event): void => {
    // Safari does not focus a clicked button, so the focus could not return to it.
    element.focus({ preventScroll: true });
    if (!event.defaultPrevented) ignoreDisposed(client.open(openOptions));
  };
  const subscriptions = prepareOnIntent(client, element);
  element.addEventListener('click', open);
  subscriptions.add(() => element.removeEventListener('click', open));
  if (!client.options.current.disableAppend) subscriptions.add(retainStockModal(client, messages));
  return () => subscriptions.unsubscribe();
};
