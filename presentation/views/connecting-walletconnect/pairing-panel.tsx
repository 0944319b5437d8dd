import { type ReactElement, useEffect, useRef } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { ConnectedPanel } from '../../components/connected-panel.js';
import { usePairingScope } from '../../components/pairing-scope.js';
import { StepPanel } from '../../components/step-panel.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { usePairing } from '../../hooks/use-pairing.js';
import { PairingProblem } from './pairing-problem.js';
import { WalletImage } from './wallet-image.js';

/** Props of {@link PairingPanel}. */
export interface PairingPanelProps {
  readonly wallet: DirectoryWallet | null;
  /** True if the URI is displayed for a remote wallet. */
  readonly isUriVisible?: boolean;
  /** Rendered while waiting for the wallet. */
  readonly children: ReactElement;
}

/** Starts the pairing on mount and shows its outcome. */
export const PairingPanel = ({ wallet, isUriVisible = false, children }: PairingPanelProps): ReactElement => {
  const m = useMessages();
  const { manualWCControl } = useOptions();
  const { wcLinking, buffering, approved } = usePairing();
  const { state, start, restart } = usePairingScope();
  const wasOpenedByLink = useRef(wcLinking !== undefined);
  useEffect(() => {
    wasOpenedByLink.current = wcLinking !== undefined;
  }, [wcLinking]);
  useAutoStart(() => {
    // The app shows its own URI.
    if (manualWCControl) return;
    // A user who shows the code after a link opened nothing connects another device: do not store the link.
    if (isUriVisible && wasOpenedByLink.current) restart(wallet);
    else start(wallet);
  });

  const name = wallet?.name ?? m.yourWallet;
  const picture = <WalletImage wallet={wallet} />;
  const connecting = buffering || approved;
  const body = (): ReactElement => {
    if (state.error !== null) return <PairingProblem error={state.error} wallet={wallet} onRetry={() => restart(wallet)} />;
    if (state.status === 'success') return <ConnectedPanel picture={picture} name={name} />;
    return connecting ? <StepPanel picture={picture} state="pending" title={m.connecting} hint={m.returnedHint(name)} /> : children;
  };
  return (
    <>
      {/* A region is not announced when it appears with its text, so this one is always present. */}
      <p className="sr" role="status">
        {connecting && state.status === 'pending' ? m.connecting : ''}
      </p>
      {body()}
    </>
  );
};
