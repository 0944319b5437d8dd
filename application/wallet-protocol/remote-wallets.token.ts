import { token } from '../shared/token.js';
import type { RemoteWallets } from './remote-wallets.js';

/**
 * Token of the wallets elsewhere; `null` where the host did not compose them. Stands apart from its class, which such a page
 * does not load.
 */
export const REMOTE_WALLETS = token<RemoteWallets | null>('RemoteWallets');
