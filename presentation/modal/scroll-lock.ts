/** Open modals by page: the first one locks, the last one unlocks. */
const locks = new WeakMap<Document, { count: number; restore: () => void }>();

const PROPERTIES = ['overflow-x', 'overflow-y', 'scrollbar-gutter'] as const;

/** Sets inline properties; the returned function puts back exactly what stood there. */
const overrule = (element: HTMLElement, values: Readonly<Partial<Record<(typeof PROPERTIES)[number], string>>>): (() => void) => {
  const { style } = element;
  const former = element.hasAttribute('style') ? style.cssText : null;
  const before = PROPERTIES.map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const);
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value, 'important');
  const locked = style.cssText;
  return () => {
    if (style.cssText === locked) style.cssText = former ?? '';
    // The page set styles of its own meanwhile: they stay.
    else for (const [name, value, priority] of before) style.setProperty(name, value, priority);
    if (former === null && style.cssText === '') element.removeAttribute('style');
  };
};

/** A page that is not rendered has no computed style at all. */
const scrolls = (overflow: string): boolean => overflow !== '' && overflow !== 'visible';

const lock = (page: Document): (() => void) => {
  const { documentElement: root, body, defaultView: view } = page;
  if (view === null) return () => undefined;
  const rootStyle = view.getComputedStyle(root);
  // The viewport scrolls as the root says; where the root says nothing, as the body says (CSS Overflow 3, section 3.3).
  const scroller = !scrolls(rootStyle.overflowY) && scrolls(view.getComputedStyle(body).overflowY) ? body : root;
  const hasScrollbar = view.innerWidth > root.clientWidth;
  const keepsGutter = (rootStyle.scrollbarGutter ?? '').startsWith('stable');
  // The gutter keeps the scrollbar's place, so that nothing on the page moves.
  const restoreGutter = hasScrollbar && !keepsGutter ? overrule(root, { 'scrollbar-gutter': 'stable' }) : () => undefined;
  const restoreOverflow = overrule(scroller, { 'overflow-x': 'hidden', 'overflow-y': 'hidden' });
  return () => {
    restoreOverflow();
    restoreGutter();
  };
};

/**
 * Stops the page behind a modal from scrolling without moving anything on it: its place is kept and its scrollbar's
 * width stays reserved. The returned function puts everything back, once the last lock of the page is released.
 */
export const lockScroll = (page: Document): (() => void) => {
  const held = locks.get(page) ?? { count: 0, restore: lock(page) };
  held.count += 1;
  locks.set(page, held);
  let released = false;
  return () => {
    if (released) return;
    released = true;
    held.count -= 1;
    if (held.count > 0) return;
    locks.delete(page);
    held.restore();
  };
};
