import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { PAIRING_CSS } from '../theme/pairing.css.js';
import { ConnectingWalletConnect } from './connecting-walletconnect/connecting-walletconnect.js';
import { Create } from './create/create.js';
import { Downloads } from './downloads/downloads.js';
import { GetWallet } from './get-wallet/get-wallet.js';

/** The views that pair with a wallet on another device, or lead to a first wallet. */
export const views = {
  ConnectingWalletConnect: (data) => <ConnectingWalletConnect {...data} />,
  ConnectingWalletConnectBasic: () => <ConnectingWalletConnect walletId={null} />,
  Create: () => <Create />,
  GetWallet: () => <GetWallet />,
  Downloads: (data) => <Downloads {...data} />,
} satisfies RenderViews;

// Their steps look like those of the inner views, which may come later.
export const styles = [INNER_CSS, PAIRING_CSS];
