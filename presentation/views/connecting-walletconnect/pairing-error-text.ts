import type { PairWalletError } from '../../../application/wallet-protocol/pair-wallet.use-case.js';
import type { Messages } from '../../messages/en.js';
import { type ConnectSituation, connectErrorText, type StepText } from '../connecting-external/connect-error-text.js';

/** Error codes of pairing in the views. */
export type PairingErrorCode = PairWalletError | 'pairing/expired' | 'config/project-id-missing';

/** Conditions that the text depends on. */
export interface PairingSituation extends ConnectSituation {
  readonly online: boolean;
  /** True if installed wallets are available, which work without a relay. */
  readonly hasInstalled: boolean;
}

/** Texts for each error of pairing. */
export const pairingErrorText = (code: PairingErrorCode, m: Messages, situation: PairingSituation): StepText => {
  const { online, hasInstalled } = situation;
  switch (code) {
    case 'pairing/expired':
      return [m.codeExpired, m.codeExpiredHint];
    case 'relay/unauthorized':
      return [m.relayRefused, m.relayRefusedHint];
    case 'relay/unreachable':
    case 'relay/publish-failed':
      if (!online) return [m.pairingOffline, m.pairingOfflineHint];
      return [m.relayUnreachable, hasInstalled ? m.relayUnreachableInstalled : m.relayUnreachableHint];
    case 'config/project-id-missing':
      return [m.connectUnavailable, m.connectUnavailableHint];
    default:
      return connectErrorText(code, m, situation);
  }
};
