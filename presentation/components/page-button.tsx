import { type MouseEvent, type ReactElement, type ReactNode, useEffect, useInsertionEffect, useRef } from 'react';
import { useModal } from '../hooks/use-modal.js';
import { useTheme } from '../hooks/use-theme.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { BUTTON_CSS } from '../theme/button.css.js';
import { TOKENS } from '../theme/tokens.css.js';
import { idleInSight } from './idle-in-sight.js';
import { useThemeVariables } from './use-theme-variables.js';

/** What every button in the page takes. */
export interface PageButtonProps {
  /** Id of the `button` element. */
  readonly id?: string | undefined;
  /** Added to our own class; any rule of yours wins over ours. */
  readonly className?: string | undefined;
  /** Default `md`: 44 px high. */
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  /** Called first; with `event.preventDefault()` the modal stays closed. */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

interface InnerProps extends PageButtonProps {
  readonly kind: 'main' | 'chip';
  readonly testId: string;
  readonly label?: string | undefined;
  readonly busy?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A real `button` in the page that opens the modal, styled by a constructable sheet under a class of its own. */
export const PageButton = ({
  id,
  className,
  size = 'md',
  disabled,
  onClick,
  kind,
  testId,
  label,
  busy,
  onPress,
  children,
}: InnerProps): ReactElement => {
  const ref = useRef<HTMLButtonElement>(null);
  const { isOpen, prepare } = useModal();
  const { mode } = useTheme();
  useThemeVariables(ref);
  useInsertionEffect(() => adoptStyles(document, TOKENS + BUTTON_CSS), []);
  useEffect(() => (ref.current === null ? undefined : idleInSight(ref.current, prepare)), [prepare]);
  return (
    <button
      ref={ref}
      type="button"
      id={id}
      className={`lk-scope lk-button${className === undefined ? '' : ` ${className}`}`}
      data-theme={mode}
      data-size={size}
      data-kind={kind}
      data-testid={testId}
      disabled={disabled}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-busy={busy || undefined}
      aria-label={label}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={(event) => {
        // Safari does not focus a button that is clicked: without this the focus could not come back to it.
        event.currentTarget.focus({ preventScroll: true });
        onClick?.(event);
        if (!event.defaultPrevented) onPress();
      }}
    >
      {children}
    </button>
  );
};
