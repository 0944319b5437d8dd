import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { useAccount } from '../../hooks/use-account.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Opens the form of a transfer. */
export const SendButton = (): ReactElement => {
  const { send } = useModalMessages();
  const { push } = useRouter();
  const { network } = useNetwork();
  const { allAccounts } = useAccount();
  const track = useTrack();
  const open = (): void => {
    track('OPEN_SEND', { network: network?.caipNetworkId ?? '', isSmartAccount: allAccounts[0]?.type === 'smartAccount' });
    push(view('WalletSend'));
  };
  return (
    <ActionButton focusKey="send" testId="lk-send" onClick={open}>
      <Icon name="outgoing" />
      {send}
    </ActionButton>
  );
};
