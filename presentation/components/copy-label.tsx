import type { ReactElement, ReactNode } from 'react';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { Icon } from './icon.js';

/** Props of {@link CopyLabel}. */
export interface CopyLabelProps {
  readonly copied: boolean;
  readonly children: ReactNode;
}

/** Label and icon of a copy button. “Copied” replaces the label for a moment and takes its place, so that nothing moves. */
export const CopyLabel = ({ copied, children }: CopyLabelProps): ReactElement => {
  const m = useModalMessages();
  return (
    <>
      <span className="swap">
        <span className={copied ? 'off' : undefined}>{children}</span>
        {copied ? <span>{m.copied}</span> : null}
      </span>
      <Icon name={copied ? 'check' : 'copy'} />
    </>
  );
};

/** Announces that a text was copied. Outside of the button, whose content is no live region. */
export const CopyStatus = ({ copied, message }: { readonly copied: boolean; readonly message: string }): ReactElement => (
  <span className="sr" role="status">
    {copied ? message : ''}
  </span>
);
