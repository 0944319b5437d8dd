import type { ReactElement } from 'react';
import type { View } from '../../domain/router/views.js';
import { Connect } from './connect/connect.js';
import type { LegalConsent } from './connect/legal.js';
import { ConnectWallets } from './connect-wallets/connect-wallets.js';
import { ConnectingExternal } from './connecting-external/connecting-external.js';
import { WhatIsAWallet } from './what-is-a-wallet/what-is-a-wallet.js';

/** The views that come with the modal. One that is not built yet shows Connect. */
export const ConnectSide = ({ view, consent }: { readonly view: View; readonly consent: LegalConsent }): ReactElement => {
  switch (view.name) {
    case 'ConnectWallets':
      return <ConnectWallets consent={consent} />;
    case 'ConnectingExternal':
      return <ConnectingExternal {...view.data} />;
    case 'WhatIsAWallet':
      return <WhatIsAWallet />;
    default:
      return <Connect consent={consent} />;
  }
};
