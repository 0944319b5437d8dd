import { type RefObject, useEffect } from 'react';

/** How much of the page the keyboard on screen may cover without being one: bars of the browser that come and go. */
const BARS_PX = 80;

/**
 * Keeps the dialog around a field clear of a keyboard on screen, which covers a page without making it smaller: says in `--keyboard`
 * how high it is, for the style sheets.
 * @see https://www.w3.org/TR/cssom-view-1/#visualViewport
 */
export const useKeyboardRoom = (field: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const dialog = field.current?.closest('dialog');
    const page = dialog?.ownerDocument.defaultView;
    const visible = page?.visualViewport;
    if (dialog == null || page == null || visible == null) return;
    const measure = (): void => {
      const covered = page.innerHeight - visible.height - visible.offsetTop;
      // A page that was enlarged with two fingers shows less of itself too.
      const height = visible.scale > 1 || covered < BARS_PX ? 0 : Math.round(covered);
      dialog.style.setProperty('--keyboard', `${height}px`);
    };
    const life = new AbortController();
    const { signal } = life;
    for (const name of ['resize', 'scroll']) visible.addEventListener(name, measure, { signal });
    measure();
    return () => {
      life.abort();
      dialog.style.removeProperty('--keyboard');
    };
  }, [field]);
};
