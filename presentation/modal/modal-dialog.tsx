import { type KeyboardEvent, type ReactElement, type ReactNode, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { activeElement, clearInert, returnFocus, trapTab } from './focus.js';
import { lockScroll } from './scroll-lock.js';
import { useSheetDrag } from './use-sheet-drag.js';

/** Props of {@link ModalDialog}. */
export interface ModalDialogProps {
  readonly open: boolean;
  /** Id of the heading, which names the dialog and gets the focus when it opens. */
  readonly titleId: string;
  /** Called on Escape, on a click outside the card, and on the system's back gesture in the first view. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/**
 * A native modal dialog in the top layer; the page behind it is inert and does not scroll. The focus moves to its heading, stays inside,
 * and returns to where it was.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
 */
export const ModalDialog = ({ open, titleId, onDismiss, children }: ModalDialogProps): ReactElement => {
  const ref = useRef<HTMLDialogElement>(null);
  const didPressBackdrop = useRef(false);

  useSheetDrag(ref, open, onDismiss);
  const release = useRef<(() => void) | null>(null);
  const opener = useRef<Element | null>(null);

  // Read before the tray moves into the dialog, and loses the focus by that.
  useInsertionEffect(() => {
    if (open) opener.current = activeElement(document);
  }, [open]);

  // Not in the effect's cleanup: that runs while React updates the DOM, and React would then restore the focus inside the dialog.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (!open) {
      release.current?.();
      release.current = null;
    } else if (release.current === null) {
      const unlock = lockScroll(dialog.ownerDocument);
      // The dialog is inside the shadow root of the modal's element.
      const restoreInert = clearInert((dialog.getRootNode() as ShadowRoot).host);
      dialog.showModal();
      dialog.querySelector<HTMLElement>(`#${titleId}`)?.focus({ preventScroll: true });
      release.current = () => {
        dialog.close();
        unlock();
        restoreInert();
        returnFocus(opener.current);
      };
    }
  }, [open, titleId]);

  useLayoutEffect(
    () => () => {
      release.current?.();
      release.current = null;
    },
    [],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>): void => {
    // The tray is outside while the dialog is closed.
    if (!open) return;
    if (event.key === 'Tab') trapTab(event, event.currentTarget);
    // Input methods use Escape to discard a composition.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Otherwise the browser closes a dialog at the second Escape after a refused one.
    event.preventDefault();
    onDismiss();
  };

  return (
    <dialog
      className="lk"
      ref={ref}
      aria-labelledby={titleId}
      data-testid="lk-dialog"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        // The system's back gesture acts like the back button in the header. Escape is handled above.
        const back = event.currentTarget.querySelector<HTMLElement>('[part=back]');
        if (back === null) onDismiss();
        else back.click();
      }}
      onClose={(event) => {
        // Some systems' back gesture closes the dialog without asking. Reopen it and request to close.
        if (!open || event.currentTarget.open) return;
        event.currentTarget.showModal();
        onDismiss();
      }}
      onPointerDown={(event) => {
        didPressBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog, and the card fills the dialog. A drag that ends outside the card does not count.
        if (didPressBackdrop.current && event.target === event.currentTarget) onDismiss();
      }}
    >
      {children}
    </dialog>
  );
};
