import type { ReactElement, ReactNode } from 'react';
import { useMessages } from '../hooks/use-messages.js';

/** A link that leaves the page. */
export interface ExternalLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onClick?: () => void;
}

/** A link to another site, in a new tab that gets neither an opener nor a referrer. */
export const ExternalLink = ({ href, className = 'link', children, onClick }: ExternalLinkProps): ReactElement => {
  const { newTab } = useMessages();
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
      {children}
      <span className="sr">{` ${newTab}`}</span>
    </a>
  );
};
