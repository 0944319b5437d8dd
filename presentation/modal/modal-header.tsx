import type { ReactElement } from 'react';
import { Icon } from '../components/icon.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';

/** Props of {@link ModalHeader}. */
export interface ModalHeaderProps {
  readonly titleId: string;
  readonly title: string;
  /** Shows the title to assistive technology only. */
  readonly titleHidden: boolean;
  /** The view's content of the leading corner. */
  readonly start: ReactElement | null;
  readonly hasBack: boolean;
  /** False if there is nothing to close, as in an embedded modal. */
  readonly closable: boolean;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/**
 * The header: the view's leading control or the back button, the title, which names the dialog and gets the focus, and the close button.
 */
export const ModalHeader = ({ titleId, title, titleHidden, start, hasBack, closable, onBack, onClose }: ModalHeaderProps): ReactElement => {
  const m = useModalMessages();
  return (
    <div className="head" part="header">
      <h1 id={titleId} tabIndex={-1} className={titleHidden ? 'sr' : undefined} part="title">
        <span key={title}>{title}</span>
      </h1>
      {start}
      {hasBack ? (
        <button type="button" className="tap" part="back" data-testid="lk-back" aria-label={m.back} onClick={onBack}>
          <Icon name="back" />
        </button>
      ) : null}
      {closable ? (
        <button type="button" className="tap end" part="close" data-testid="lk-close" aria-label={m.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      ) : null}
    </div>
  );
};
