import type { ReactElement } from 'react';
import { Icon, type IconName } from './icon.js';

/** An icon in place of a row's picture. Decorative. */
export const IconTile = ({ name, round = false }: { readonly name: IconName; readonly round?: boolean }): ReactElement => (
  <span className={round ? 'pic round' : 'pic'} aria-hidden="true">
    <Icon name={name} />
  </span>
);
