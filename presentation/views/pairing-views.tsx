import type { ReactElement } from 'react';
import type { View } from '../../domain/router/views.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { PAIRING_CSS } from '../theme/pairing.css.js';
import { ConnectingWalletConnect } from './connecting-walletconnect/connecting-walletconnect.js';
import { ConnectingWalletConnectBasic } from './connecting-walletconnect-basic/connecting-walletconnect-basic.js';
import { Create } from './create/create.js';
import { Downloads } from './downloads/downloads.js';
import { GetWallet } from './get-wallet/get-wallet.js';

/** The views that connect a wallet elsewhere, or lead to a first one: a chunk that is fetched when one of them is shown. */
export const Views = ({ view }: { readonly view: View }): ReactElement | null => {
  switch (view.name) {
    case 'ConnectingWalletConnect':
      return <ConnectingWalletConnect {...view.data} />;
    case 'ConnectingWalletConnectBasic':
      return <ConnectingWalletConnectBasic />;
    case 'Create':
      return <Create />;
    case 'GetWallet':
      return <GetWallet />;
    case 'Downloads':
      return <Downloads {...view.data} />;
    default:
      return null;
  }
};

/** Puts the styles that only these views need into the modal. */
export const adoptViewStyles = (root: ShadowRoot): void => {
  // Their steps look like those of the inner views, which may come later.
  adoptStyles(root, INNER_CSS);
  adoptStyles(root, PAIRING_CSS);
};
