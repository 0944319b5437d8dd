const FOCUSABLE = 'a[href],button:not(:disabled),input:not(:disabled),summary,[tabindex="0"]';

const isFrame = (element: Element): element is HTMLElement => element instanceof HTMLIFrameElement;

/** Returns the focused element, including inside open shadow roots. */
export const activeElement = (root: DocumentOrShadowRoot): Element | null => {
  const element = root.activeElement;
  const inner = element?.shadowRoot;
  return inner?.activeElement == null ? element : activeElement(inner);
};

/** Keeps Tab inside the container: from the last control to the first and back. Otherwise it would reach the browser's toolbar. */
export const trapTab = (event: Pick<KeyboardEvent, 'shiftKey' | 'preventDefault'>, container: HTMLElement): void => {
  // Composite widgets (grid cells, tabs) are reached by the arrow keys.
  const controls = [...container.querySelectorAll<HTMLElement>(`${FOCUSABLE},slot`)]
    // The secure frame is a child of the host.
    .flatMap((element) => (element instanceof HTMLSlotElement ? element.assignedElements().filter(isFrame) : element))
    .filter((element) => element.getAttribute('tabindex') !== '-1' && element.closest('[inert], [hidden]') === null);
  // The container is connected, so its root is one of these.
  const root = container.getRootNode() as ShadowRoot | Document;
  const focused = root.activeElement;
  const [edge, next] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  const outside = !controls.some((element) => element === focused);
  if (next === undefined || (focused !== edge && !(event.shiftKey && outside))) return;
  event.preventDefault();
  next.focus();
};

/** Finds the replacement of a removed element: the element with its id, or the first of our buttons if it was one. */
const replacementOf = ({ id, classList, ownerDocument }: Element): Element | null =>
  (id === '' ? null : ownerDocument.getElementById(id)) ??
  (classList.contains('lk-button') ? ownerDocument.querySelector('.lk-button') : null);

const focusOn = (target: Element | null): void => {
  if (target instanceof HTMLElement && target.isConnected && target !== target.ownerDocument.body) target.focus({ preventScroll: true });
};

/** Moves the focus if its element is removed in the next frames, as when a connect button becomes an account button. */
const moveFocusIfRemoved = (element: Element): void => {
  const { ownerDocument } = element;
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    focusOn(replacementOf(element));
  });
  const stop = (): void => {
    observer.disconnect();
    ownerDocument.removeEventListener('focusin', stop);
  };
  observer.observe(ownerDocument, { childList: true, subtree: true });
  ownerDocument.addEventListener('focusin', stop);
  // Two frames suffice for the app to render. A page covered by a wallet's window draws them when it is visible again.
  requestAnimationFrame(() => requestAnimationFrame(stop));
};

/**
 * Returns the focus to the element that opened the modal. If it was replaced, or is right after, the replacement is found by its id, else
 * the first of our buttons is used.
 */
export const returnFocus = (opener: Element | null): void => {
  if (opener === null) return;
  focusOn(opener.isConnected ? opener : replacementOf(opener));
  if (opener.isConnected) moveFocusIfRemoved(opener);
};

/**
 * Removes the attributes with which another dialog of the page disables everything outside itself, so that ours can be used above it. The
 * returned function restores them.
 */
export const clearInert = (element: Element): (() => void) => {
  const previous = ['aria-hidden', 'inert'].flatMap((name) => {
    const value = element.getAttribute(name);
    element.removeAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  return () => {
    for (const [name, value] of previous) element.setAttribute(name, value);
  };
};
