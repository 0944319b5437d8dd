import { memo, type ReactElement, useRef, useState } from 'react';
import { Icon } from '../components/icon.js';
import { useKeptFocus } from '../components/use-kept-focus.js';
import { useAlert } from '../hooks/use-alert.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/**
 * Short messages and the alert bar, beside the card. Their regions are always there, so that what appears in them is
 * spoken; they stay empty where this is not the `active` one, of which there is one inside the dialog and one outside.
 */
export const Feedback = memo(({ active }: { readonly active: boolean }): ReactElement => {
  const { snackbar } = useSnackbar();
  const { alert, dismiss } = useAlert();
  // The last message stays while it fades out.
  const [shown, setShown] = useState(snackbar);
  if (snackbar.open && snackbar.id !== shown.id) setShown(snackbar);
  const bar =
    shown.id === 0 || !active ? null : (
      <div className={`snack ${shown.variant}`} part="snackbar" data-open={snackbar.open} data-testid="lk-snackbar">
        {shown.variant === 'loading' ? <i className="bone" /> : <Icon name={shown.variant === 'error' ? 'warning' : 'check'} />}
        {shown.message}
      </div>
    );
  const failed = shown.variant === 'error';
  return (
    <div className="float">
      <div role="alert">
        {failed ? bar : null}
        {alert.open && active ? <AlertBar message={alert.message} onDismiss={dismiss} /> : null}
      </div>
      <div role="status">{failed ? null : bar}</div>
    </div>
  );
});

interface AlertBarProps {
  readonly message: string;
  readonly onDismiss: () => void;
}

/** The alert, with the button that takes it away. */
const AlertBar = ({ message, onDismiss }: AlertBarProps): ReactElement => {
  const m = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button);
  return (
    <div className="alert" part="alert" data-testid="lk-alert">
      <Icon name="warning" />
      <span>{message}</span>
      <button type="button" ref={button} className="tap" aria-label={m.dismiss} onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
};
