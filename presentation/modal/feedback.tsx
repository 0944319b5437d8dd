import { type ReactElement, useState } from 'react';
import { Icon } from '../components/icon.js';
import { useAlert } from '../hooks/use-alert.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/** Short messages and the alert bar, beside the card. Their regions are always there, so that what appears in them is spoken. */
export const Feedback = (): ReactElement => {
  const m = useMessages();
  const { snackbar } = useSnackbar();
  const { alert, dismiss } = useAlert();
  // The last message stays while it fades out.
  const [shown, setShown] = useState(snackbar);
  if (snackbar.open && snackbar.id !== shown.id) setShown(snackbar);
  const bar =
    shown.id === 0 ? null : (
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
        {alert.open ? (
          <div className="alert" part="alert" data-testid="lk-alert">
            <Icon name="warning" />
            <span>{alert.message}</span>
            <button type="button" className="tap" aria-label={m.dismiss} onClick={dismiss}>
              <Icon name="close" />
            </button>
          </div>
        ) : null}
      </div>
      <div role="status">{failed ? null : bar}</div>
    </div>
  );
};
