import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { useReconnect } from '../../components/use-reconnect.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** The account view without a connection: offers to reconnect a lost wallet or to connect another one. */
export const NotConnected = (): ReactElement => {
  const m = useMessages();
  const { reset } = useRouter();
  const reconnection = useReconnect();
  return (
    <Notice
      icon="wallet"
      title={reconnection === null ? m.notConnected : m.connectionLost(reconnection.name)}
      hint={reconnection === null ? m.notConnectedHint : reconnection.reason}
    >
      {reconnection === null ? null : (
        <ActionButton main testId="lk-reconnect" onClick={reconnection.start}>
          {m.reconnectTo(reconnection.name)}
        </ActionButton>
      )}
      <ActionButton main={reconnection === null} onClick={() => reset(view('Connect'))}>
        {reconnection === null ? m.connectWallet : m.anotherWallet}
      </ActionButton>
    </Notice>
  );
};
