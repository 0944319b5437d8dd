import type { ReactElement, ReactNode } from 'react';
import type { HeaderSlot } from '../../domain/router/header-slot.js';
import { Icon } from '../components/icon.js';
import { useMessages } from '../hooks/use-messages.js';

/** The modal's header. */
export interface ModalHeaderProps {
  readonly titleId: string;
  readonly title: { readonly text: string; readonly hidden: boolean };
  /** What stands in the leading corner. */
  readonly start: HeaderSlot;
  /** The control that shows the network, for views that start with it. */
  readonly network: ReactNode;
  /** Embedded in a page there may be nothing to close. */
  readonly closable: boolean;
  readonly onBack: () => void;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** The header: the way back, help or the network; the title, which names the dialog and takes the focus; the way out. */
export const ModalHeader = ({ titleId, title, start, network, closable, onBack, onHelp, onClose }: ModalHeaderProps): ReactElement => {
  const m = useMessages();
  return (
    <div className="head" part="header">
      <h1 id={titleId} tabIndex={-1} className={title.hidden ? 'sr' : undefined} part="title">
        <span key={title.text}>{title.text}</span>
      </h1>
      {start === 'network' ? network : null}
      {start === 'back' ? (
        <button type="button" className="tap" part="back" data-testid="lk-back" aria-label={m.back} onClick={onBack}>
          <Icon name="back" />
        </button>
      ) : null}
      {start === 'help' ? (
        <button
          type="button"
          className="tap"
          part="help"
          data-key="help"
          data-testid="lk-help"
          aria-label={m.titleWhatIsWallet}
          onClick={onHelp}
        >
          <Icon name="help" />
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
