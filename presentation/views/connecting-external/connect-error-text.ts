import type { ConnectWalletError } from '../../../application/connect/connect-wallet.use-case.js';
import type { Messages } from '../../messages/en.js';

/** Title and hint of an error. */
export type StepText = readonly [title: string, hint: string];

/** Texts for each error of connecting. */
export const connectErrorText = (code: ConnectWalletError, m: Messages): StepText => {
  switch (code) {
    case 'wallet/rejected':
      return [m.declined, m.declinedHint];
    case 'wallet/request-pending':
      return [m.requestPending, m.requestPendingHint];
    case 'connection/no-accounts':
      return [m.noAccounts, m.noAccountsHint];
    case 'wallet/unauthorized':
      return [m.walletLocked, m.walletLockedHint];
    case 'connection/connector-not-found':
      return [m.walletUnavailable, m.walletUnavailableHint];
    case 'wallet/disconnected':
      return [m.walletLost, m.walletLostHint];
    case 'connection/cancelled':
      return [m.connectCancelled, m.connectCancelledHint];
    case 'browser/load-failed':
      return [m.connectLoadFailed, m.connectLoadFailedHint];
    case 'wallet/unsupported-method':
      return [m.connectFailed, m.connectUnsupportedHint];
    case 'config/dependency-missing':
    case 'config/disposed':
    case 'connection/adapter-not-found':
    case 'connection/client-not-set':
      return [m.connectUnavailable, m.connectUnavailableHint];
    default:
      return [m.connectFailed, m.connectFailedHint];
  }
};
