import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { PAIRING_CSS } from '../theme/pairing.css.js';
import { ConnectingWalletConnect } from './connecting-walletconnect/connecting-walletconnect.js';
import { Create } from './create/create.js';
import { Downloads } from './downloads/downloads.js';
import { GetWallet } from './get-wallet/get-wallet.js';

/** Views for pairing with a wallet on another device and for getting a first wallet. */
export const views = {
  ConnectingWalletConnect: (data) => <ConnectingWalletConnect {...data} />,
  ConnectingWalletConnectBasic: () => <ConnectingWalletConnect walletId={null} />,
  Create: () => <Create />,
  GetWallet: () => <GetWallet />,
  Downloads: (data) => <Downloads {...data} />,
} satisfies RenderViews;

// They share styles with the inner views, which may load later.
export const styles = [INNER_CSS, PAIRING_CSS];
