import { type ReactElement, useRef } from 'react';
import { Icon, type IconName } from './icon.js';
import { useFocusFallback } from './use-focus-fallback.js';

/** Props of {@link IconButton}. */
export interface IconButtonProps {
  readonly icon: IconName;
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly focusKey: string;
  readonly testId: string;
  readonly onClick: () => void;
}

/** Button with an icon only. If its click removes it, the focus moves to the view's heading. */
export const IconButton = ({ icon, label, focusKey, testId, onClick }: IconButtonProps): ReactElement => {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  return (
    <button
      type="button"
      ref={button}
      className="tap"
      data-key={focusKey}
      data-testid={testId}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
};
