import type { ReactElement } from 'react';
import type { View } from '../../domain/router/views.js';
import { ACCOUNTS_CSS } from '../theme/accounts.css.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { ConnectingMultiChain } from './connecting-multi-chain/connecting-multi-chain.js';
import { Profile } from './profile/profile.js';
import { SwitchActiveChain } from './switch-active-chain/switch-active-chain.js';
import { SwitchAddress } from './switch-address/switch-address.js';

/** The views of several accounts and several namespaces: a chunk that is fetched where there are such. */
export const Views = ({ view }: { readonly view: View }): ReactElement | null => {
  switch (view.name) {
    case 'ConnectingMultiChain':
      return <ConnectingMultiChain {...view.data} />;
    case 'SwitchActiveChain':
      return <SwitchActiveChain {...view.data} />;
    case 'SwitchAddress':
      return <SwitchAddress />;
    case 'Profile':
      return <Profile />;
    default:
      return null;
  }
};

/** Puts the styles that only these views need into the modal. */
export const adoptViewStyles = (root: ShadowRoot): void => {
  // Their notices and marks look like those of the inner views.
  adoptStyles(root, INNER_CSS);
  adoptStyles(root, ACCOUNTS_CSS);
};
