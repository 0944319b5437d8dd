import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { usePairingScope } from '../../components/pairing-scope.js';
import { StepPanel } from '../../components/step-panel.js';
import { useAutoStart } from '../../components/use-auto-start.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { usePairing } from '../../hooks/use-pairing.js';
import { PairingProblem } from './pairing-problem.js';
import { WalletPicture } from './wallet-picture.js';

/** The frame of a way to pair. */
export interface PairingPanelProps {
  readonly wallet: DirectoryWallet | null;
  /** The URI itself is on screen, for a wallet elsewhere. */
  readonly shown?: boolean;
  /** What is shown while the wallet is waited for. */
  readonly children: ReactElement;
}

/** Begins the pairing when it appears, and says how it ends. What it is waiting for is its content. */
export const PairingPanel = ({ wallet, shown = false, children }: PairingPanelProps): ReactElement => {
  const m = useMessages();
  const { manualWCControl } = useOptions();
  const { wcUri, wcLinking, buffering, status } = usePairing();
  const { state, start, restart } = usePairingScope();
  const [seen, see] = useState(false);
  if (wcUri !== undefined && !seen) see(true);
  // The URI has served; the account is on its way.
  const approved = seen && wcUri === undefined && status === 'connected';
  const linked = useRef(wcLinking !== undefined);
  useEffect(() => {
    linked.current = wcLinking !== undefined;
  }, [wcLinking]);
  useAutoStart(() => {
    // The host shows a URI of its own.
    if (manualWCControl) return;
    // Who asks for the code after a link opened nothing connects a wallet elsewhere: the link is not to be remembered.
    if (shown && linked.current) restart(wallet);
    else start(wallet);
  });

  const name = wallet?.name ?? m.wallet;
  const picture = <WalletPicture wallet={wallet} />;
  const connecting = buffering || approved;
  const body = (): ReactElement => {
    if (state.error !== null) return <PairingProblem error={state.error} wallet={wallet} onRetry={() => restart(wallet)} />;
    if (state.status === 'success') return <StepPanel picture={picture} state="success" title={m.connected(name)} hint={m.connectedHint} />;
    return connecting ? <StepPanel picture={picture} state="pending" title={m.connecting} hint={m.returnedHint} /> : children;
  };
  return (
    <>
      {/* Another screen is a region that appears, which is not spoken. */}
      <p className="sr" role="status">
        {connecting && state.status === 'pending' ? m.connecting : ''}
      </p>
      {body()}
    </>
  );
};
