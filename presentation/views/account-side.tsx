import type { ReactElement } from 'react';
import type { View } from '../../domain/router/views.js';
import { ACCOUNT_CSS } from '../theme/account.css.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { Account } from './account/account.js';
import { AccountSettings } from './account-settings/account-settings.js';
import { Networks } from './networks/networks.js';
import { SwitchNetwork } from './switch-network/switch-network.js';
import { UnsupportedChain } from './unsupported-chain/unsupported-chain.js';
import { WhatIsANetwork } from './what-is-a-network/what-is-a-network.js';

/** The views of a connected person: a chunk of its own, fetched when the modal opens or a wallet is connected. */
export const AccountSide = ({ view }: { readonly view: View }): ReactElement | null => {
  switch (view.name) {
    case 'Account':
      return <Account />;
    case 'AccountSettings':
      return <AccountSettings />;
    case 'Networks':
      return <Networks />;
    case 'SwitchNetwork':
      return <SwitchNetwork {...view.data} />;
    case 'UnsupportedChain':
      return <UnsupportedChain />;
    case 'WhatIsANetwork':
      return <WhatIsANetwork />;
    default:
      return null;
  }
};

/** Puts the styles that only these views need into the modal. */
export const adoptAccountStyles = (root: ShadowRoot): void => adoptStyles(root, ACCOUNT_CSS);
