import type { ReactElement, ReactNode } from 'react';
import type { IconName } from './icon.js';
import { IconTile } from './icon-tile.js';

/** What a notice says. */
export interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

/** The middle of a view that has nothing to list: what is missing, why, and what helps. What went wrong is spoken when it appears. */
export const Notice = ({ icon, title, hint, children }: NoticeProps): ReactElement => (
  <div className="mid" role={icon === 'warning' ? 'alert' : undefined}>
    <IconTile name={icon} round />
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
);
