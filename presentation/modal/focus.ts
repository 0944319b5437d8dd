const FOCUSABLE = 'a[href],button:not(:disabled),input:not(:disabled),[tabindex="0"]';

/** The element that has the focus, also inside open shadow roots. */
export const activeElement = (root: DocumentOrShadowRoot): Element | null => {
  const element = root.activeElement;
  const inner = element?.shadowRoot;
  return inner?.activeElement == null ? element : activeElement(inner);
};

/** Keeps Tab inside: from the last control to the first and back. Without it the browser's own bar comes in between. */
export const wrapTab = (event: Pick<KeyboardEvent, 'shiftKey' | 'preventDefault'>, box: HTMLElement): void => {
  // What has another place among its like (a cell of a grid, a tab) is reached by the arrow keys.
  const controls = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.getAttribute('tabindex') !== '-1' && element.closest('[inert]') === null,
  );
  // The box is on the page, so its root is one of these.
  const root = box.getRootNode() as ShadowRoot | Document;
  const now = root.activeElement;
  const [edge, next] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  const outside = !controls.some((element) => element === now);
  if (next === undefined || (now !== edge && !(event.shiftKey && outside))) return;
  event.preventDefault();
  next.focus();
};

/** What has the place of an element that is gone: the one with its id, or else the first button of ours where it was one. */
const successorOf = ({ id, classList, ownerDocument }: Element): Element | null =>
  (id === '' ? null : ownerDocument.getElementById(id)) ??
  (classList.contains('lk-button') ? ownerDocument.querySelector('.lk-button') : null);

const focusOn = (target: Element | null): void => {
  if (target instanceof HTMLElement && target.isConnected && target !== target.ownerDocument.body) target.focus({ preventScroll: true });
};

/** Passes the focus on if the element that has it goes away now: who has just connected has another button then. */
const passOn = (element: Element): void => {
  const { ownerDocument } = element;
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    focusOn(successorOf(element));
  });
  const stop = (): void => {
    observer.disconnect();
    ownerDocument.removeEventListener('focusin', stop);
  };
  observer.observe(ownerDocument, { childList: true, subtree: true });
  ownerDocument.addEventListener('focusin', stop);
  // By then the host has drawn what it knows; a page that a wallet's window covers draws when it is seen again.
  requestAnimationFrame(() => requestAnimationFrame(stop));
};

/**
 * Gives the focus back to what opened the modal. A button that was replaced meanwhile, or is right after (a connect button by an account
 * button), is found again by its id; else the first button of ours has its place.
 */
export const returnFocus = (opener: Element | null): void => {
  if (opener === null) return;
  focusOn(opener.isConnected ? opener : successorOf(opener));
  if (opener.isConnected) passOn(opener);
};

/**
 * Takes away what a dialog of the page put on everything beside it, so that ours can be used above it. The returned
 * function puts it back.
 */
export const expose = (element: Element): (() => void) => {
  const former = ['aria-hidden', 'inert'].flatMap((name) => {
    const value = element.getAttribute(name);
    element.removeAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  return () => {
    for (const [name, value] of former) element.setAttribute(name, value);
  };
};
