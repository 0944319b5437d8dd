import { type ReactElement, useRef } from 'react';
import { Icon, type IconName } from './icon.js';
import { useKeptFocus } from './use-kept-focus.js';

/** A small button with an icon. */
export interface TapButtonProps {
  readonly icon: IconName;
  /** What it does, for those who see no icon and for those who point at it. */
  readonly label: string;
  readonly focusKey: string;
  readonly testId: string;
  readonly onClick: () => void;
}

/** A button that is an icon only. One that its own press takes away leaves the focus to the view's heading. */
export const TapButton = ({ icon, label, focusKey, testId, onClick }: TapButtonProps): ReactElement => {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button);
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
