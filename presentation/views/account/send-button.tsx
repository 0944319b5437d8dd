import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** Opens the form of a transfer. */
export const SendButton = (): ReactElement => {
  const { send } = useModalMessages();
  const { push } = useRouter();
  return (
    <ActionButton focusKey="send" testId="lk-send" onClick={() => push(view('WalletSend'))}>
      <Icon name="outgoing" />
      {send}
    </ActionButton>
  );
};
