import type { ReactElement } from 'react';
import type { SwitchNetworkError } from '../../../application/network/switch-network.use-case.js';
import { namespaceOf } from '../../../domain/caip/caip-2.js';
import type { ViewData } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { Notice } from '../../components/notice.js';
import { StepPanel } from '../../components/step-panel.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSwitchNetwork } from '../../hooks/use-switch-network.js';
import type { Messages } from '../../messages/en.js';

/** Switches the wallet's network: sends the request on mount, then shows what to do or what went wrong. Unmounting cancels. */
export const SwitchNetwork = ({ chainId }: ViewData['SwitchNetwork']): ReactElement => {
  const m = useMessages();
  const { networks } = useNetwork();
  const { connectedWalletInfo } = useAccount({ namespace: namespaceOf(chainId) });
  const { status, error, switchNetwork } = useSwitchNetwork();
  const start = (): void => switchNetwork({ chainId });
  useAutoStart(start);

  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId);
  const wallet = connectedWalletInfo?.name ?? m.yourWallet;
  if (network === undefined) return <Notice icon="globe" title={m.networkNotFound} hint={m.switchFailedHint} />;
  const picture = <NetworkPicture network={network} size={80} />;
  if (status === 'idle' || status === 'pending') {
    return <StepPanel picture={picture} round state="pending" title={m.switchApprove(wallet)} hint={m.switchApproveHint(network.name)} />;
  }
  if (status === 'success') {
    return <StepPanel picture={picture} round state="success" title={m.switched(network.name)} hint={m.connectedHint} />;
  }
  const [title, hint] = errorText(error.code, m, wallet);
  return (
    <StepPanel picture={picture} round state="error" title={title} hint={hint}>
      <ActionButton main testId="lk-try-again" onClick={start}>
        {m.tryAgain}
      </ActionButton>
    </StepPanel>
  );
};

const errorText = (code: SwitchNetworkError, m: Messages, wallet: string): readonly [title: string, hint: string] => {
  switch (code) {
    case 'wallet/rejected':
      return [m.switchDeclined, m.switchDeclinedHint];
    case 'wallet/request-pending':
      return [m.requestPending, m.requestPendingHint(wallet)];
    case 'network/not-supported':
    case 'wallet/unsupported-method':
      return [m.switchUnsupported(wallet), m.switchUnsupportedHint(wallet)];
    default:
      return [m.switchFailed, m.switchFailedHint];
  }
};
