import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { useReconnect } from '../../components/use-reconnect.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** The account where nobody is connected: a way back to the wallet whose connection ended, or to any. */
export const Nobody = (): ReactElement => {
  const m = useMessages();
  const { reset } = useRouter();
  const back = useReconnect();
  return (
    <Notice
      icon="wallet"
      title={back === null ? m.notConnected : m.connectionLost(back.name)}
      hint={back === null ? m.notConnectedHint : back.reason}
    >
      {back === null ? null : (
        <ActionButton main testId="lk-reconnect" onClick={back.start}>
          {m.reconnectTo(back.name)}
        </ActionButton>
      )}
      <ActionButton main={back === null} onClick={() => reset(view('Connect'))}>
        {back === null ? m.connectWallet : m.anotherWallet}
      </ActionButton>
    </Notice>
  );
};
