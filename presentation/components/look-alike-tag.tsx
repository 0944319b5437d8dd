import type { ReactElement } from 'react';
import { Icon } from './icon.js';

/** Marks what imitates something else. */
export const LookAlikeTag = ({ children }: { readonly children: string }): ReactElement => (
  <span className="tag warn">
    <Icon name="warning" />
    {children}
  </span>
);
