import { type RefObject, useEffect } from 'react';

/** Height that browser bars may cover; more than that is a virtual keyboard. */
const BROWSER_BARS_PX = 80;

/**
 * Publishes the height of the virtual keyboard, which overlays the page, as `--keyboard` on the dialog around a field.
 * @see https://www.w3.org/TR/cssom-view-1/#visualViewport
 */
export const useVirtualKeyboardInset = (field: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const dialog = field.current?.closest('dialog');
    const view = dialog?.ownerDocument.defaultView;
    const viewport = view?.visualViewport;
    if (dialog == null || view == null || viewport == null) return;
    const measure = (): void => {
      const coveredPx = view.innerHeight - viewport.height - viewport.offsetTop;
      // Pinch zoom also shrinks the visual viewport.
      const height = viewport.scale > 1 || coveredPx < BROWSER_BARS_PX ? 0 : Math.round(coveredPx);
      dialog.style.setProperty('--keyboard', `${height}px`);
    };
    const controller = new AbortController();
    const { signal } = controller;
    for (const name of ['resize', 'scroll']) viewport.addEventListener(name, measure, { signal });
    measure();
    return () => {
      controller.abort();
      dialog.style.removeProperty('--keyboard');
    };
  }, [field]);
};
