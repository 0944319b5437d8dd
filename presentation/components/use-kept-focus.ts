import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the focus in the modal when a control that has it goes away, as a button does that its own press replaces: the view's heading
 * gets it, unless something else takes it first. Otherwise a keyboard or a screen reader would begin again at the dialog's start.
 * @see https://www.w3.org/WAI/WCAG22/Understanding/focus-order.html
 */
export const useKeptFocus = (control: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = control.current;
    if (element === null) return;
    // The modal's controls stand in its shadow root.
    const root = element.getRootNode() as ShadowRoot;
    return () => {
      if (root.activeElement !== element) return;
      // Once React is done: what comes next may take the focus itself, and a dialog that closes gives it back to the page.
      queueMicrotask(() => {
        const { activeElement: outer, body } = element.ownerDocument;
        const inner = root.activeElement;
        const title = root.querySelector<HTMLElement>('[part=title]');
        const isFree = inner === null ? outer === null || outer === body || outer === root.host : inner.contains(title);
        if (isFree) title?.focus({ preventScroll: true });
      });
    };
  }, [control]);
};
