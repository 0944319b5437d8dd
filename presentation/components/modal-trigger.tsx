import { type MouseEvent, type ReactElement, type ReactNode, useEffect, useInsertionEffect, useRef } from 'react';
import { useModal } from '../hooks/use-modal.js';
import { useTheme } from '../hooks/use-theme.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { BUTTON_CSS } from '../theme/button.css.js';
import { TOKENS } from '../theme/tokens.css.js';
import { useThemeVariables } from './use-theme-variables.js';
import { whenVisibleAndIdle } from './when-visible-and-idle.js';

/** Props that all buttons in the page share. */
export interface ModalTriggerProps {
  /** Id of the `button` element. */
  readonly id?: string | undefined;
  /** Added to our own class. Your rules win over ours. */
  readonly className?: string | undefined;
  /** Default `md`: 44 px high. */
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  /** Called first. `event.preventDefault()` keeps the modal closed. */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

interface InnerProps extends ModalTriggerProps {
  readonly kind: 'main' | 'chip';
  readonly testId: string;
  readonly label?: string | undefined;
  readonly busy?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A `button` in the page that opens the modal, styled by a constructable style sheet. */
export const ModalTrigger = ({
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
  useEffect(() => (ref.current === null ? undefined : whenVisibleAndIdle(ref.current, prepare)), [prepare]);
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
        // Safari does not focus a clicked button, so the focus could not return to it.
        event.currentTarget.focus({ preventScroll: true });
        onClick?.(event);
        if (!event.defaultPrevented) onPress();
      }}
    >
      {children}
    </button>
  );
};
