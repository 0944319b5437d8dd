import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ViewName } from '../../domain/router/views.js';

/**
 * Moves the focus with the views: forward to the new view's heading, so that it is read out; back to the row that led
 * away. In the first view the dialog itself has put the focus.
 */
export const useViewFocus = (
  card: RefObject<HTMLElement | null>,
  titleId: string,
  key: string,
  name: ViewName,
  embedded: boolean,
): void => {
  const left = useRef(new Map<ViewName, string>());
  const before = useRef({ key: '', name });

  useLayoutEffect(() => {
    const box = card.current;
    if (box === null) return;
    const remember = (event: Event): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
      if (row?.dataset['key'] !== undefined) left.current.set(before.current.name, row.dataset['key']);
    };
    box.addEventListener('click', remember, true);
    return () => box.removeEventListener('click', remember, true);
  }, [card]);

  useLayoutEffect(() => {
    const box = card.current;
    const { key: formerKey } = before.current;
    if (box === null || formerKey === key) return;
    before.current = { key, name };
    if (key === '' || formerKey === '') {
      left.current.clear();
      return;
    }
    // Embedded in a page the focus stays where the person has it, unless the view that had it is gone.
    // The card stands in the shadow root of the modal's element.
    const root = box.getRootNode() as ShadowRoot;
    if (embedded && root.activeElement === null && root.host.ownerDocument.activeElement !== root.host.ownerDocument.body) return;
    const last = left.current.get(name);
    left.current.delete(name);
    const row =
      last === undefined ? null : [...box.querySelectorAll<HTMLElement>('[data-key]')].find((each) => each.dataset['key'] === last);
    (row ?? box.querySelector<HTMLElement>(`#${titleId}`))?.focus({ preventScroll: row == null });
  }, [card, titleId, key, name, embedded]);
};
