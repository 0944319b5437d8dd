import type { AccountState } from '../../domain/connection/connection-state.js';

/** Whether the wallet can be asked to share other accounts: EVM wallets in this browser know how. @see EIP-2255 */
export const canAskForAccounts = ({ namespace, isConnected, connectedWalletInfo }: AccountState): boolean =>
  namespace === 'eip155' && isConnected && (connectedWalletInfo?.type === 'ANNOUNCED' || connectedWalletInfo?.type === 'INJECTED');
