import type { ReactElement } from 'react';
import type { View } from '../../domain/router/views.js';
import { OpenAsked } from '../components/open-asked.js';
import { ACCOUNTS_CSS } from '../theme/accounts.css.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { Account } from './account/account.js';
import { NetworkChip } from './account/network-chip.js';
import { AccountSettings } from './account-settings/account-settings.js';
import { ConnectingExternal } from './connecting-external/connecting-external.js';
import { ConnectingMultiChain } from './connecting-multi-chain/connecting-multi-chain.js';
import { Networks } from './networks/networks.js';
import { Profile } from './profile/profile.js';
import { SwitchActiveChain } from './switch-active-chain/switch-active-chain.js';
import { SwitchAddress } from './switch-address/switch-address.js';
import { SwitchNetwork } from './switch-network/switch-network.js';
import { UnsupportedChain } from './unsupported-chain/unsupported-chain.js';
import { WhatIsANetwork } from './what-is-a-network/what-is-a-network.js';
import { WhatIsAWallet } from './what-is-a-wallet/what-is-a-wallet.js';

/** The views behind the first one: a chunk of its own, fetched when the modal opens or a wallet is connected. */
export const Views = ({ view }: { readonly view: View }): ReactElement => (
  <>
    {viewOf(view)}
    <OpenAsked />
  </>
);

const viewOf = (view: View): ReactElement | null => {
  switch (view.name) {
    case 'ConnectingExternal':
      return <ConnectingExternal {...view.data} />;
    case 'ConnectingMultiChain':
      return <ConnectingMultiChain {...view.data} />;
    case 'SwitchActiveChain':
      return <SwitchActiveChain {...view.data} />;
    case 'SwitchAddress':
      return <SwitchAddress />;
    case 'Profile':
      return <Profile />;
    case 'WhatIsAWallet':
      return <WhatIsAWallet />;
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
export const adoptViewStyles = (root: ShadowRoot): void => {
  adoptStyles(root, INNER_CSS);
  adoptStyles(root, ACCOUNTS_CSS);
};

/** What stands in the header of the account's view. */
export const HeaderNetwork = (): ReactElement => <NetworkChip />;
