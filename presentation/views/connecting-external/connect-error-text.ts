import type { ConnectWalletError } from '../../../application/connect/connect-wallet.use-case.js';
import type { Messages } from '../../messages/en.js';

/** Title and hint of an error. */
export type StepText = readonly [title: string, hint: string];

/** Conditions that the text depends on. */
export interface ConnectSituation {
  /** Name of the wallet, within a sentence. */
  readonly wallet: string;
  /** A phone's browser has no extensions. */
  readonly mobile: boolean;
}

/** Texts for each error of connecting. */
export const connectErrorText = (code: ConnectWalletError, m: Messages, { wallet, mobile }: ConnectSituation): StepText => {
  switch (code) {
    case 'wallet/rejected':
      return [m.declined, m.declinedHint];
    case 'wallet/request-pending':
      return [m.requestPending, m.requestPendingHint(wallet)];
    case 'connection/no-accounts':
      return [m.noAccounts, m.noAccountsHint(wallet)];
    case 'wallet/unauthorized':
      return [m.walletLocked, m.walletLockedHint(wallet)];
    case 'connection/connector-not-found':
      return [m.walletUnavailable, (mobile ? m.walletUnavailableHintMobile : m.walletUnavailableHint)(wallet)];
    case 'wallet/disconnected':
      return [m.walletLost, m.walletLostHint(wallet)];
    case 'connection/cancelled':
      return [m.connectCancelled, m.connectCancelledHint];
    case 'browser/load-failed':
      return [m.connectLoadFailed, m.connectLoadFailedHint];
    case 'wallet/unsupported-method':
      return [m.connectFailed, m.connectUnsupportedHint(wallet)];
    case 'config/dependency-missing':
    case 'config/disposed':
    case 'connection/adapter-not-found':
    case 'connection/client-not-set':
      return [m.connectUnavailable, m.connectUnavailableHint];
    default:
      return [m.connectFailed, m.connectFailedHint(wallet)];
  }
};
