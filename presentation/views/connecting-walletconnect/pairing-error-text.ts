import type { PairWalletError } from '../../../application/wallet-protocol/pair-wallet.use-case.js';
import type { Messages } from '../../messages/en.js';
import { connectErrorText, type StepText } from '../connecting-external/connect-error-text.js';

/** Why pairing can end, as a view sees it. */
export type PairingErrorCode = PairWalletError | 'pairing/expired' | 'config/project-id-missing';

/** What the words depend on beside the code. */
export interface PairingSituation {
  readonly online: boolean;
  /** Whether there are wallets that work without a relay. */
  readonly hasInstalled: boolean;
}

/** The words for each way in which pairing can fail. */
export const pairingErrorText = (code: PairingErrorCode, m: Messages, { online, hasInstalled }: PairingSituation): StepText => {
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
      return connectErrorText(code, m);
  }
};
