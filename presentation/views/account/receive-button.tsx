import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** Shows the account's address to receive at. */
export const ReceiveButton = (): ReactElement => {
  const { receive } = useModalMessages();
  const { push } = useRouter();
  return (
    <ActionButton focusKey="receive" testId="lk-receive" onClick={() => push(view('WalletReceive'))}>
      <Icon name="incoming" />
      {receive}
    </ActionButton>
  );
};
