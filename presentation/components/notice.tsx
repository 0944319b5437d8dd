import type { ReactElement, ReactNode } from 'react';
import type { IconName } from './icon.js';
import { IconTile } from './icon-tile.js';

/** Props of {@link Notice}. */
export interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Content of a view without a list: what is missing, why, and what helps. Warnings are announced when they appear. */
export const Notice = ({ icon, title, hint, children }: NoticeProps): ReactElement => (
  <div className="mid" role={icon === 'warning' ? 'alert' : undefined}>
    <IconTile name={icon} round />
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
);
