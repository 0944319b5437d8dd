import type { LossReason, LostConnection } from '../../domain/connection/connection-state.js';
import { view } from '../../domain/router/views.js';
import { useLostConnection } from '../hooks/use-lost-connection.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useRouter } from '../hooks/use-router.js';
import type { ModalMessages } from '../messages/modal-en.js';

/** A lost connection that can be restored by pairing again. */
export interface Reconnection {
  readonly lost: LostConnection;
  readonly name: string;
  /** Reason for the loss of the connection. */
  readonly reason: string;
  /** Opens the pairing with the same wallet. */
  readonly start: () => void;
}

const reasonText = (reason: LossReason, name: string, m: ModalMessages): string => {
  if (reason === 'wallet') return m.lostByWallet(name);
  return reason === 'expired' ? m.lostExpired : m.lostLocally;
};

/** Returns the lost connection; `null` if there is none. */
export const useReconnect = (): Reconnection | null => {
  const m = useModalMessages();
  const { push } = useRouter();
  const lost = useLostConnection();
  if (lost === null) return null;
  const name = lost.name || m.yourWallet;
  return {
    lost,
    name,
    reason: reasonText(lost.reason, name, m),
    start: () => push(view('ConnectingWalletConnect', { walletId: lost.wallet?.id ?? null })),
  };
};
