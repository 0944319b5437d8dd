import type { ReactElement, ReactNode } from 'react';
import { useModalMessages } from '../hooks/use-modal-messages.js';

/** Props of {@link ExternalLink}. */
export interface ExternalLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onClick?: () => void;
}

/** Link to another site, in a new tab without opener and referrer. */
export const ExternalLink = ({ href, className = 'link', children, onClick }: ExternalLinkProps): ReactElement => {
  const { newTab } = useModalMessages();
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
      {children}
      <span className="sr">{` ${newTab}`}</span>
    </a>
  );
};
