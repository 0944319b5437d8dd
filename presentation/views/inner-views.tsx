import { PendingRequestLink } from '../components/pending-request-link.js';
import type { RenderViews } from '../features/feature.js';
import { ACCOUNTS_CSS } from '../theme/accounts.css.js';
import { ACTIVITY_CSS } from '../theme/activity.css.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { NFTS_CSS } from '../theme/nfts.css.js';
import { TOKEN_LIST_CSS } from '../theme/token-list.css.js';
import { Account } from './account/account.js';
import { ConnectingExternal } from './connecting-external/connecting-external.js';
import { ConnectingMultiChain } from './connecting-multi-chain/connecting-multi-chain.js';
import { Networks } from './networks/networks.js';
import { Profile } from './profile/profile.js';
import { SwitchActiveChain } from './switch-active-chain/switch-active-chain.js';
import { SwitchAddress } from './switch-address/switch-address.js';
import { SwitchNetwork } from './switch-network/switch-network.js';
import { NoSwapsHere } from './unsupported-chain/no-swaps-here.js';
import { UnsupportedChain } from './unsupported-chain/unsupported-chain.js';
import { WhatIsANetwork } from './what-is-a-network/what-is-a-network.js';
import { WhatIsAWallet } from './what-is-a-wallet/what-is-a-wallet.js';

/** Views after the first one. */
export const views = {
  ConnectingExternal: (data) => <ConnectingExternal {...data} />,
  ConnectingMultiChain: (data) => <ConnectingMultiChain {...data} />,
  WhatIsAWallet: () => <WhatIsAWallet />,
  Account: () => <Account />,
  Profile: () => <Profile />,
  SwitchAddress: () => <SwitchAddress />,
  Networks: () => <Networks />,
  SwitchNetwork: (data) => <SwitchNetwork {...data} />,
  SwitchActiveChain: (data) => <SwitchActiveChain {...data} />,
  UnsupportedChain: (data) => (data?.swap === true ? <NoSwapsHere /> : <UnsupportedChain />),
  WhatIsANetwork: () => <WhatIsANetwork />,
} satisfies RenderViews;

export const styles = [INNER_CSS, ACCOUNTS_CSS, ACTIVITY_CSS, NFTS_CSS, TOKEN_LIST_CSS];

/** A request may be pending in a wallet on this device during any of these views. */
export const Footer = PendingRequestLink;
