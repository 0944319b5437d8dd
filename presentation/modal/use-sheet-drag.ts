import { type RefObject, useEffect, useRef } from 'react';
import { closesSheet } from '../../domain/modal/sheet-drag.js';

/** Width up to which the dialog is a bottom sheet, as in the style sheet. */
const SHEET = '(max-width:430px)';
/** Movement below this is a tap, in px. */
const SLOP = 6;
/** Controls that use a drag themselves. */
const OWN_DRAG = 'input,textarea,[contenteditable]';

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  /** Scrolled content keeps its gesture. */
  readonly scrollers: readonly Element[];
  isActive: boolean;
  lastY: number;
  lastTime: number;
  velocity: number;
}

/** The scrollable elements from an event's target up to the dialog. */
const scrollersOf = (event: Event, dialog: HTMLElement): readonly Element[] =>
  event
    .composedPath()
    .filter((node): node is Element => node instanceof Element && node !== dialog && dialog.contains(node))
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);

/**
 * Lets a finger drag the bottom sheet down to close it. Content that is scrolled down scrolls first. A released sheet moves by the dialog's
 * own transition, which `prefers-reduced-motion` turns off.
 * @see https://www.w3.org/TR/pointerevents3/
 */
export const useSheetDrag = (ref: RefObject<HTMLDialogElement | null>, isOpen: boolean, onClose: () => void): void => {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const dialog = ref.current;
    const view = dialog?.ownerDocument.defaultView;
    if (!isOpen || dialog === null || view == null || typeof view.matchMedia !== 'function') return;
    const media = view.matchMedia(SHEET);
    const controller = new AbortController();
    const { signal } = controller;
    let drag: Drag | null = null;

    const release = (): void => {
      drag = null;
      dialog.style.removeProperty('transition');
      dialog.style.removeProperty('transform');
    };
    /** True if the movement drags the sheet, not its content. */
    const isDragging = (current: Drag, x: number, y: number): boolean => {
      if (current.isActive) return true;
      const [dx, dy] = [Math.abs(x - current.startX), y - current.startY];
      return dy > SLOP && dy > dx && current.scrollers.every(({ scrollTop }) => scrollTop <= 0);
    };

    dialog.addEventListener(
      'pointerdown',
      (event) => {
        const target = event.composedPath()[0];
        if (drag !== null) return release();
        if (!media.matches || !event.isPrimary || event.pointerType === 'mouse') return;
        if (!(target instanceof Element) || target === dialog || target.closest(OWN_DRAG) !== null) return;
        const { pointerId, clientX: startX, clientY: startY, timeStamp: lastTime } = event;
        drag = { pointerId, startX, startY, scrollers: scrollersOf(event, dialog), isActive: false, lastY: startY, lastTime, velocity: 0 };
      },
      { signal },
    );
    dialog.addEventListener(
      'pointermove',
      ({ pointerId, clientX, clientY, timeStamp }) => {
        if (drag === null || drag.pointerId !== pointerId || !isDragging(drag, clientX, clientY)) return;
        drag.isActive = true;
        const elapsed = timeStamp - drag.lastTime;
        if (elapsed > 0) drag.velocity = (clientY - drag.lastY) / elapsed;
        drag.lastY = clientY;
        drag.lastTime = timeStamp;
        dialog.style.transition = 'none';
        dialog.style.transform = `translateY(${Math.max(0, clientY - drag.startY)}px)`;
      },
      { signal },
    );
    dialog.addEventListener(
      'pointerup',
      ({ pointerId, timeStamp }) => {
        if (drag === null || drag.pointerId !== pointerId) return;
        const { isActive, startY, lastY, lastTime, velocity } = drag;
        release();
        // A finger that rests before it is lifted does not flick.
        const isResting = timeStamp - lastTime > 100;
        const finished = { distance: lastY - startY, height: dialog.offsetHeight, velocity: isResting ? 0 : velocity };
        if (isActive && closesSheet(finished)) close.current();
      },
      { signal },
    );
    dialog.addEventListener('pointercancel', release, { signal });
    // Otherwise the browser would take the gesture to scroll, and cancel the pointer. Also below the slop: Safari decides by the first movement,
    // and a tap stays a tap.
    dialog.addEventListener(
      'touchmove',
      (event) => {
        if (drag === null) return;
        const touch = event.touches[0];
        if (touch === undefined || event.touches.length > 1) return;
        const isSheet = drag.isActive || (touch.clientY > drag.startY && drag.scrollers.every(({ scrollTop }) => scrollTop <= 0));
        if (isSheet && event.cancelable) event.preventDefault();
      },
      { signal, passive: false },
    );
    return () => {
      controller.abort();
      release();
    };
  }, [ref, isOpen]);
};
