import { memo, type ReactElement, useRef, useState } from 'react';
import { Icon } from '../components/icon.js';
import { useFocusFallback } from '../components/use-focus-fallback.js';
import { useFeatures } from '../features/features-context.js';
import { useAlert } from '../hooks/use-alert.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/**
 * Snackbar and alert bar, outside the card. Their live regions are always present, so that new content is announced. There is one inside the
 * dialog and one outside; only the `active` one has content.
 */
export const Feedback = memo(({ active }: { readonly active: boolean }): ReactElement => {
  const { snackbar } = useSnackbar();
  const { alert, dismiss } = useAlert();
  const { errorText } = useFeatures();
  const m = useModalMessages();
  // Keeps the last message while it fades out.
  const [displayed, setDisplayed] = useState(snackbar);
  if (snackbar.open && snackbar.id !== displayed.id) setDisplayed(snackbar);
  const bar =
    displayed.id === 0 || !active ? null : (
      <div className={`snack ${displayed.variant}`} part="snackbar" data-open={snackbar.open} data-testid="lk-snackbar">
        {displayed.variant === 'loading' ? <i className="skeleton" /> : <Icon name={displayed.variant === 'error' ? 'warning' : 'check'} />}
        {(displayed.error === null ? null : errorText(displayed.error, m)) ?? displayed.message}
      </div>
    );
  const failed = displayed.variant === 'error';
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

/** The alert with a button to dismiss it. */
const AlertBar = ({ message, onDismiss }: AlertBarProps): ReactElement => {
  const m = useModalMessages();
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
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
