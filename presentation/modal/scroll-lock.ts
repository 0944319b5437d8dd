/** Scroll locks by document: the first modal locks, the last one unlocks. */
const locks = new WeakMap<Document, { count: number; restore: () => void }>();

const PROPERTIES = ['overflow-x', 'overflow-y', 'scrollbar-gutter'] as const;

/** Sets inline properties. The returned function restores the previous values. */
const overrideStyles = (element: HTMLElement, values: Readonly<Partial<Record<(typeof PROPERTIES)[number], string>>>): (() => void) => {
  const { style } = element;
  const originalStyle = element.hasAttribute('style') ? style.cssText : null;
  const originalValues = PROPERTIES.map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const);
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value, 'important');
  const locked = style.cssText;
  return () => {
    if (style.cssText === locked) style.cssText = originalStyle ?? '';
    // The page changed its inline styles meanwhile: keep its changes.
    else for (const [name, value, priority] of originalValues) style.setProperty(name, value, priority);
    if (originalStyle === null && style.cssText === '') element.removeAttribute('style');
  };
};

/** Computed styles are empty in a document that is not rendered. */
const isScrollable = (overflow: string): boolean => overflow !== '' && overflow !== 'visible';

const lock = (ownerDocument: Document): (() => void) => {
  const { documentElement: root, body, defaultView: view } = ownerDocument;
  if (view === null) return () => undefined;
  const rootStyle = view.getComputedStyle(root);
  // The viewport takes its overflow from the root, or from the body if the root's is visible (CSS Overflow 3, section 3.3).
  const scroller = !isScrollable(rootStyle.overflowY) && isScrollable(view.getComputedStyle(body).overflowY) ? body : root;
  const hasScrollbar = view.innerWidth > root.clientWidth;
  const hasStableGutter = (rootStyle.scrollbarGutter ?? '').startsWith('stable');
  // The gutter keeps the scrollbar's space, so that nothing on the page moves.
  const restoreGutter = hasScrollbar && !hasStableGutter ? overrideStyles(root, { 'scrollbar-gutter': 'stable' }) : () => undefined;
  const restoreOverflow = overrideStyles(scroller, { 'overflow-x': 'hidden', 'overflow-y': 'hidden' });
  return () => {
    restoreOverflow();
    restoreGutter();
  };
};

/**
 * Stops the page behind a modal from scrolling. The scroll position and the scrollbar's space are kept. The returned function unlocks, once
 * the last lock of the document is released.
 */
export const lockScroll = (ownerDocument: Document): (() => void) => {
  const activeLock = locks.get(ownerDocument) ?? { count: 0, restore: lock(ownerDocument) };
  activeLock.count += 1;
  locks.set(ownerDocument, activeLock);
  let released = false;
  return () => {
    if (released) return;
    released = true;
    activeLock.count -= 1;
    if (activeLock.count > 0) return;
    locks.delete(ownerDocument);
    activeLock.restore();
  };
};
