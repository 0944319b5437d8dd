import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ViewName } from '../../domain/router/views.js';

/**
 * Moves the focus on navigation: forward to the new view's heading, so that it is announced; back to the control that led away. The dialog
 * focuses the first view. If a view replaces its title, it has replaced its content, and what had the focus is gone.
 */
export const useViewFocus = (
  card: RefObject<HTMLElement | null>,
  titleId: string,
  key: string,
  name: ViewName,
  embedded: boolean,
  viewTitle: string | null,
): void => {
  const focusedKeys = useRef(new Map<ViewName, string>());
  const previous = useRef({ key: '', name });

  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    const saveFocusKey = (event: Event): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
      if (row?.dataset['key'] !== undefined) focusedKeys.current.set(previous.current.name, row.dataset['key']);
    };
    element.addEventListener('click', saveFocusKey, true);
    return () => element.removeEventListener('click', saveFocusKey, true);
  }, [card]);

  useLayoutEffect(() => {
    const element = card.current;
    const { key: previousKey } = previous.current;
    if (element === null || previousKey === key) return;
    previous.current = { key, name };
    if (key === '' || previousKey === '') {
      focusedKeys.current.clear();
      return;
    }
    // Embedded, the focus stays where the user has it, unless its view is gone. The card is inside the shadow root of the modal's element.
    const root = element.getRootNode() as ShadowRoot;
    if (embedded && root.activeElement === null && root.host.ownerDocument.activeElement !== root.host.ownerDocument.body) return;
    const last = focusedKeys.current.get(name);
    focusedKeys.current.delete(name);
    const row =
      last === undefined ? null : [...element.querySelectorAll<HTMLElement>('[data-key]')].find((each) => each.dataset['key'] === last);
    (row ?? element.querySelector<HTMLElement>(`#${titleId}`))?.focus({ preventScroll: row == null });
  }, [card, titleId, key, name, embedded]);

  const previousTitle = useRef(viewTitle);
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null || previousTitle.current === viewTitle) return;
    previousTitle.current = viewTitle;
    const { activeElement, host } = element.getRootNode() as ShadowRoot;
    // Outside of the shadow root, the focus is in the content that is gone, such as the secure frame, or with the app.
    const focused = host.ownerDocument.activeElement;
    const isWithApp = focused !== host.ownerDocument.body && !host.contains(focused);
    if (isWithApp || (viewTitle === null && activeElement !== null)) return;
    element.querySelector<HTMLElement>(`#${titleId}`)?.focus({ preventScroll: true });
  }, [card, titleId, viewTitle]);
};
