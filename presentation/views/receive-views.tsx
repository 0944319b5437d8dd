import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { PAIRING_CSS } from '../theme/pairing.css.js';
import { RECEIVE_CSS } from '../theme/receive.css.js';
import { WalletCompatibleNetworks } from './receive/wallet-compatible-networks.js';
import { WalletReceive } from './receive/wallet-receive.js';

/** The account's address, and the networks that it receives from. */
export const views = {
  WalletReceive: () => <WalletReceive />,
  WalletCompatibleNetworks: () => <WalletCompatibleNetworks />,
} satisfies RenderViews;

// The QR code has the same styles when pairing.
export const styles = [INNER_CSS, PAIRING_CSS, RECEIVE_CSS];
