import type { AccountState } from '../../domain/connection/connection-state.js';

/** True if the wallet can be requested to share other accounts, as installed EVM wallets can. @see EIP-2255 */
export const canRequestAccounts = ({ namespace, isConnected, connectedWalletInfo }: AccountState): boolean =>
  namespace === 'eip155' && isConnected && (connectedWalletInfo?.type === 'ANNOUNCED' || connectedWalletInfo?.type === 'INJECTED');
