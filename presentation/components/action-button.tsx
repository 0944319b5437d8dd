import { type ReactElement, type ReactNode, useRef } from 'react';
import { useKeptFocus } from './use-kept-focus.js';

/** A button at the end of a view. */
export interface ActionButtonProps {
  readonly children: ReactNode;
  /** The one thing to do next. */
  readonly main?: boolean;
  /** Busy buttons stay focusable, but do nothing. */
  readonly busy?: boolean;
  readonly focusKey?: string;
  readonly testId?: string;
  readonly onClick: () => void;
}

/** A view's button, as wide as the view. One that its own press replaces leaves the focus to the view's heading. */
export const ActionButton = ({ children, main = false, busy = false, focusKey, testId, onClick }: ActionButtonProps): ReactElement => {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button);
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
