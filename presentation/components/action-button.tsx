import { type ReactElement, type ReactNode, useRef } from 'react';
import { useFocusFallback } from './use-focus-fallback.js';

/** Props of {@link ActionButton}. */
export interface ActionButtonProps {
  readonly children: ReactNode;
  /** Marks the primary action of the view. */
  readonly main?: boolean;
  /** Busy buttons stay focusable but do nothing. */
  readonly busy?: boolean;
  readonly focusKey?: string;
  readonly testId?: string;
  readonly onClick: () => void;
}

/** Full-width button of a view. If its click removes it, the focus moves to the view's heading. */
export const ActionButton = ({ children, main = false, busy = false, focusKey, testId, onClick }: ActionButtonProps): ReactElement => {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  return (
    <button
      type="button"
      ref={button}
      className={main ? 'btn main' : 'btn'}
      part={main ? 'button main' : 'button'}
      data-key={focusKey}
      data-testid={testId}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {children}
    </button>
  );
};
