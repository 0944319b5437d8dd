import { type KeyboardEvent, type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react';
import { activeElement, expose, returnFocus, wrapTab } from './focus.js';
import { lockScroll } from './scroll-lock.js';

/** The dialog around the card. */
export interface ModalDialogProps {
  readonly open: boolean;
  /** Id of the heading that names the dialog and takes the focus when it opens. */
  readonly titleId: string;
  /** The person wants to close: Escape, a click beside the card, or the system's back gesture in the first view. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/**
 * A native modal dialog: in the top layer, with the page behind it inert and still. The focus goes to its heading, stays
 * inside, and returns to what had it before.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
 */
export const ModalDialog = ({ open, titleId, onDismiss, children }: ModalDialogProps): ReactElement => {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);

  const release = useRef<(() => void) | null>(null);

  // Not in the effect's own cleanup: that runs while React changes the page, and React then puts the focus back inside.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (!open) {
      release.current?.();
      release.current = null;
    } else if (release.current === null) {
      const opener = activeElement(dialog.ownerDocument);
      const unlock = lockScroll(dialog.ownerDocument);
      // The dialog stands in the shadow root of the modal's element.
      const hide = expose((dialog.getRootNode() as ShadowRoot).host);
      dialog.showModal();
      dialog.querySelector<HTMLElement>(`#${titleId}`)?.focus({ preventScroll: true });
      release.current = () => {
        dialog.close();
        unlock();
        hide();
        returnFocus(opener);
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
    if (event.key === 'Tab') wrapTab(event, event.currentTarget);
    // An input method uses Escape to drop what is being typed.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Otherwise the browser closes a dialog that refused once, at the second Escape, on its own.
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
        // The system's way back leads one view back, as the button in the header does; Escape was taken above.
        const back = event.currentTarget.querySelector<HTMLElement>('[part=back]');
        if (back === null) onDismiss();
        else back.click();
      }}
      onClose={(event) => {
        // Closed over our head (some systems' back gesture cannot be refused twice): ask properly, and stay if refused.
        if (!open || event.currentTarget.open) return;
        event.currentTarget.showModal();
        onDismiss();
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog, the card fills the dialog. A drag that merely ends beside the card does not count.
        if (pressedBeside.current && event.target === event.currentTarget) onDismiss();
      }}
    >
      {children}
    </dialog>
  );
};
