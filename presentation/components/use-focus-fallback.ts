import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the focus in the modal when a focused control is removed, as by its own click: `fallback` gets the focus, or the view's heading
 * without one, unless something else takes it first. Otherwise keyboard and screen reader users would start again at the top of the dialog.
 * @see https://www.w3.org/WAI/WCAG22/Understanding/focus-order.html
 */
export const useFocusFallback = (control: RefObject<HTMLElement | null>, fallback?: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = control.current;
    if (element === null) return;
    // The modal's controls are in its shadow root.
    const root = element.getRootNode() as ShadowRoot;
    return () => {
      if (!element.contains(root.activeElement)) return;
      // After React is done: the next view may take the focus, and a closing dialog returns it to the page.
      queueMicrotask(() => {
        const { activeElement: outer, body } = element.ownerDocument;
        const inner = root.activeElement;
        const title = root.querySelector<HTMLElement>('[part=title]');
        const isFree = inner === null ? outer === null || outer === body || outer === root.host : inner.contains(title);
        if (isFree) (fallback?.current ?? title)?.focus({ preventScroll: true });
      });
    };
  }, [control, fallback]);
};
