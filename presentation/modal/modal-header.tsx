import type { ReactElement } from 'react';
import { Icon } from '../components/icon.js';
import { useMessages } from '../hooks/use-messages.js';

/** The modal's header. */
export interface ModalHeaderProps {
  readonly titleId: string;
  readonly title: string;
  /** The title is there for assistive technology only. */
  readonly titleHidden: boolean;
  /** What the view puts into the leading corner. */
  readonly start: ReactElement | null;
  readonly hasBack: boolean;
  /** Embedded in a page there may be nothing to close. */
  readonly closable: boolean;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The header: what the view puts there, or the way back; the title, which names the dialog and takes the focus; the way out. */
export const ModalHeader = ({ titleId, title, titleHidden, start, hasBack, closable, onBack, onClose }: ModalHeaderProps): ReactElement => {
  const m = useMessages();
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
