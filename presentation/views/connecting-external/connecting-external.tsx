import type { ReactElement } from 'react';
import type { ViewData } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { ConnectedPanel } from '../../components/connected-panel.js';
import { Picture } from '../../components/picture.js';
import { StepPanel } from '../../components/step-panel.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useElapsed } from '../../components/use-elapsed.js';
import { useWalletIcon } from '../../components/use-wallet-icon.js';
import { useConnect } from '../../hooks/use-connect.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { connectErrorText } from './connect-error-text.js';

/** After this time without a response the wallet's window may be hidden. */
const UNRESPONSIVE_AFTER_MS = 8_000;

/** Connects an installed wallet: sends the request on mount, then shows what to do or what went wrong. Unmounting cancels. */
export const ConnectingExternal = ({ namespace, connectorId }: ViewData['ConnectingExternal']): ReactElement => {
  const m = useMessages();
  const { mobile } = useLatchkey().browser.platform;
  const connector = useConnectors({ namespace }).find(({ id }) => id === connectorId);
  const { status, error, connect } = useConnect();
  const start = (): void => connect({ namespace, connectorId });
  useAutoStart(start);
  const pending = status === 'idle' || status === 'pending';
  const isUnresponsive = useElapsed(UNRESPONSIVE_AFTER_MS, pending);

  const name = connector?.name ?? m.yourWallet;
  const src = useWalletIcon({ namespace, connectorId, icon: connector?.icon });
  const picture = <Picture src={src} name={connector?.name ?? m.wallet} size={80} />;
  if (pending) {
    return (
      <StepPanel
        picture={picture}
        state="pending"
        title={m.openWallet(name)}
        hint={m.openWalletHint(name)}
        note={isUnresponsive ? (mobile ? m.walletUnresponsiveMobile : m.walletUnresponsive)(name) : undefined}
      />
    );
  }
  if (status === 'success') return <ConnectedPanel picture={picture} name={name} />;
  const { code, recovery } = error;
  const [title, hint] = connectErrorText(code, m, { wallet: name, mobile });
  return (
    <StepPanel picture={picture} state="error" title={title} hint={hint} note={m.neverShare}>
      {recovery === 'none' || recovery === 'reconfigure' ? null : (
        <ActionButton main testId="lk-try-again" onClick={start}>
          {m.tryAgain}
        </ActionButton>
      )}
    </StepPanel>
  );
};
