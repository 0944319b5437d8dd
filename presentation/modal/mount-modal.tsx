import { createRoot } from 'react-dom/client';
import type { Latchkey } from '../../application/latchkey.js';
import { LatchkeyContext } from '../hooks/latchkey-context.js';
import { en, type Messages } from '../messages/en.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { MODAL_CSS } from '../theme/modal.css.js';
import { MODAL_TOKENS } from '../theme/modal-tokens.css.js';
import { PARTS_CSS } from '../theme/parts.css.js';
import { TOKENS } from '../theme/tokens.css.js';
import { Modal } from './modal.js';

/** Where and how to mount the stock modal. */
export interface MountModalOptions {
  /** Element that gets the modal. Default: the page's body, unless the option `disableAppend` is set. */
  readonly container?: Element;
  /** Texts. Default English. */
  readonly messages?: Messages;
}

/** A mounted modal. */
export interface MountedModal {
  /** The modal's element. With `disableAppend` and no container the host puts it where it belongs. */
  readonly element: HTMLElement;
  /** Takes the modal out of the page. */
  readonly unmount: () => void;
}

/** Tag of the modal's element, for a host's own rules: `latchkey-modal::part(card)`. */
const TAG = 'latchkey-modal';

/**
 * Handlers of the page must not take what happens inside the modal for something beside it: a dialog that closes at a
 * press outside, a scroll lock that stops every wheel, a shortcut that hears every key.
 */
const KEPT_INSIDE = ['pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel', 'focusin', 'keydown', 'keyup', 'keypress'] as const;

/**
 * Mounts the stock modal into an element of its own with an open shadow root: no style of the page gets in, none of
 * ours gets out. It leaves the page when its client is disposed.
 * @example const { unmount } = mountModal(latchkey);
 */
export const mountModal = (client: Latchkey, { container, messages = en }: MountModalOptions = {}): MountedModal => {
  const element = document.createElement(TAG);
  const root = element.attachShadow({ mode: 'open' });
  for (const css of [TOKENS, MODAL_TOKENS, MODAL_CSS, PARTS_CSS]) adoptStyles(root, css);
  const stop = (event: Event): void => event.stopPropagation();
  const life = new AbortController();
  const { signal } = life;
  for (const name of KEPT_INSIDE) element.addEventListener(name, stop, { passive: true, signal });

  const place = document.createElement('div');
  place.className = 'start';
  root.append(place);
  const react = createRoot(place);
  react.render(
    <LatchkeyContext.Provider value={{ client, messages }}>
      <Modal root={root} />
    </LatchkeyContext.Provider>,
  );
  if (container !== undefined) container.append(element);
  else if (!client.options.current.disableAppend) document.body.append(element);

  const unmount = (): void => {
    if (signal.aborted) return;
    life.abort();
    watching.unsubscribe();
    react.unmount();
    element.remove();
  };
  // Nothing works any more without its client. React refuses to end one tree while it is busy with another, as in a host's cleanup.
  const watching = client.useCases.watchModal.execute().subscribe({ complete: () => queueMicrotask(unmount) });
  return { element, unmount };
};
