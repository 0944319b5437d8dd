import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { isSwapNetwork } from '../../../domain/swap/swap-networks.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { useAccount } from '../../hooks/use-account.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Opens the form of a swap; on a network without swaps, the choice of one with them. EVM accounts only. */
export const SwapButton = (): ReactElement | null => {
  const { swap } = useModalMessages();
  const { push } = useRouter();
  const { network } = useNetwork();
  const { allAccounts } = useAccount();
  const track = useTrack();
  if (network?.chainNamespace !== 'eip155') return null;
  const open = (): void => {
    const isSupported = isSwapNetwork(network.caipNetworkId);
    if (isSupported) track('OPEN_SWAP', { network: network.caipNetworkId, isSmartAccount: allAccounts[0]?.type === 'smartAccount' });
    push(isSupported ? view('Swap') : view('UnsupportedChain', { swap: true }));
  };
  return (
    <ActionButton focusKey="swap" testId="lk-swap" onClick={open}>
      <Icon name="switch" />
      {swap}
    </ActionButton>
  );
};
