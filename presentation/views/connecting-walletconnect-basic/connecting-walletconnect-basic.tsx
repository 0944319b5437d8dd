import type { ReactElement } from 'react';
import { ConnectingWalletConnect } from '../connecting-walletconnect/connecting-walletconnect.js';

/** Any wallet by its code, where the page offers no other way. */
export const ConnectingWalletConnectBasic = (): ReactElement => <ConnectingWalletConnect walletId={null} />;
