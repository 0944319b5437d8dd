import { Subscription } from 'rxjs';
import type { Latchkey, OpenOptions } from '../../application/latchkey.js';
import { idleInSight } from '../components/idle-in-sight.js';
import { openFromPage } from '../components/open-from-page.js';
import type { Messages } from '../messages/en.js';
import { holdStockModal, prepareStockModal } from '../provider/hold-stock-modal.js';

/** How an element of the host opens the modal. */
export interface AttachModalOptions extends OpenOptions {
  /** Texts of the modal. Default English. */
  readonly messages?: Messages;
}

/** Has the modal made ready once the element is in sight and the page idle, or when the pointer or the focus reaches it. */
export const prepareFrom = (client: Latchkey, element: Element): Subscription => {
  const prepare = (): void => prepareStockModal(client);
  element.addEventListener('pointerenter', prepare);
  element.addEventListener('focus', prepare);
  const cancel = idleInSight(element, prepare);
  return new Subscription(() => {
    cancel();
    element.removeEventListener('pointerenter', prepare);
    element.removeEventListener('focus', prepare);
  });
};

/**
 * Has a button of the app open the stock modal: its code (and React, which it is made of) is fetched while the page is idle after the
 * button came in sight (not with Save-Data), or when the pointer or the focus reaches it. Code that does not arrive closes the modal again, with the event `INTERNAL_SDK_ERROR`, and the next click asks for it anew.
 * A click that a listener before this one prevents opens nothing, and so does one after the client was disposed of.
 * @returns a function that lets go of the button; the modal leaves with the last one
 * @example const detach = attachModal(latchkey, button, { view: 'Networks' }); // `button` is an HTMLElement of the page
 */
export const attachModal = (client: Latchkey, element: HTMLElement, { messages, ...what }: AttachModalOptions = {}): (() => void) => {
  const open = (event: Event): void => {
    // Safari does not focus a button that is clicked: without this the focus could not come back to it.
    element.focus({ preventScroll: true });
    if (!event.defaultPrevented) openFromPage(client.open(what));
  };
  const life = prepareFrom(client, element);
  element.addEventListener('click', open);
  life.add(() => element.removeEventListener('click', open));
  if (!client.options.current.disableAppend) life.add(holdStockModal(client, messages));
  return () => life.unsubscribe();
};
