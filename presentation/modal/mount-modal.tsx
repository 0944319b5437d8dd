import { createRoot } from 'react-dom/client';
import type { Latchkey } from '../../application/latchkey.js';
import { LatchkeyContext } from '../hooks/latchkey-context.js';
import type { Messages } from '../messages/en.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { COMPONENTS_CSS } from '../theme/components.css.js';
import { MODAL_CSS } from '../theme/modal.css.js';
import { MODAL_TOKENS } from '../theme/modal-tokens.css.js';
import { TOKENS } from '../theme/tokens.css.js';
import { Modal } from './modal.js';

/** Options of {@link mountModal}. */
export interface MountModalOptions {
  /** Parent of the modal. Default: the page's body, unless the option `disableAppend` is set. */
  readonly container?: Element;
  /** Texts of the modal. Default English. */
  readonly messages?: Messages;
}

/** A mounted modal. */
export interface MountedModal {
  /** The modal's element. With `disableAppend` and no container the app inserts it itself. */
  readonly element: HTMLElement;
  /** Removes the modal. */
  readonly unmount: () => void;
}

/**
 * Events that do not leave the modal, because handlers of the page would take them for events outside: a dialog that closes on outside
 * clicks, a scroll lock, a keyboard shortcut.
 */
const CONTAINED_EVENTS = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'touchmove',
  'wheel',
  'focusin',
  'keydown',
  'keyup',
  'keypress',
] as const;

/**
 * Mounts the stock modal in an element with an open shadow root, which isolates its styles from the page's. Disposing the client unmounts
 * it.
 * @example const { unmount } = mountModal(latchkey);
 */
export const mountModal = (client: Latchkey, { container, messages }: MountModalOptions = {}): MountedModal => {
  // The secure frame is a child of the shared element. A card in the page may be removed at any time, and the frame must not be.
  const shared = client.modalElement.get();
  const isShared = !client.options.current.enableEmbedded && shared.shadowRoot?.querySelector('.start') == null;
  const element = isShared ? shared : document.createElement(shared.tagName);
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  root.replaceChildren();
  for (const css of [TOKENS, MODAL_TOKENS, MODAL_CSS, COMPONENTS_CSS]) adoptStyles(root, css);
  const stop = (event: Event): void => event.stopPropagation();
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of CONTAINED_EVENTS) element.addEventListener(name, stop, { passive: true, signal });

  const mountPoint = document.createElement('div');
  mountPoint.className = 'start';
  root.append(mountPoint);
  const reactRoot = createRoot(mountPoint);
  reactRoot.render(
    <LatchkeyContext.Provider value={{ client, messages }}>
      <Modal root={root} />
    </LatchkeyContext.Provider>,
  );
  if (container !== undefined) move(element, container);
  else if (!client.options.current.disableAppend && !element.isConnected) document.body.append(element);

  const unmount = (): void => {
    if (signal.aborted) return;
    controller.abort();
    subscription.unsubscribe();
    reactRoot.unmount();
    if (!element.hasChildNodes()) {
      element.remove();
      return;
    }
    // The secure frame keeps working without the modal.
    const slot = document.createElement('slot');
    slot.name = FRAME_SLOT;
    root.replaceChildren(slot);
  };
  // The modal cannot work without its client. React cannot unmount one root while it renders another, as in the cleanup of an effect.
  const subscription = client.useCases.watchModal.execute().subscribe({ complete: () => queueMicrotask(unmount) });
  return { element, unmount };
};

/** Name of the secure frame's slot. */
const FRAME_SLOT = 'secure-frame';

/**
 * Puts the element into a container. Where the browser can, without reloading the secure frame in it.
 * @see https://dom.spec.whatwg.org/#dom-parentnode-movebefore
 */
const move = (element: HTMLElement, container: Element): void => {
  if (element.parentNode === container) return;
  if (element.isConnected && container.isConnected && 'moveBefore' in container && typeof container.moveBefore === 'function')
    container.moveBefore(element, null);
  else container.append(element);
};
