import type { ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import type { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { StepPanel } from '../../components/step-panel.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { type PairingErrorCode, pairingErrorText } from './pairing-error-text.js';
import { WalletImage } from './wallet-image.js';

/** Props of {@link PairingProblem}. */
export interface PairingProblemProps {
  readonly error: LatchkeyError<PairingErrorCode>;
  readonly wallet: DirectoryWallet | null;
  readonly onRetry: () => void;
}

/** Shows why pairing failed, what helps, and the wallets that work without a relay. */
export const PairingProblem = ({ error, wallet, onRetry }: PairingProblemProps): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { mobile } = useLatchkey().browser.platform;
  const { reset } = useRouter();
  const hasInstalled = useConnectors().some(({ type }) => type !== 'WALLET_CONNECT' && type !== 'AUTH');
  const { code, recovery } = error;
  const [title, hint] = pairingErrorText(code, m, { online, mobile, hasInstalled, wallet: wallet?.name ?? m.yourWallet });
  const isRelay = code === 'relay/unreachable' || code === 'relay/unauthorized' || code === 'relay/publish-failed';
  const isUserRejection = code === 'wallet/rejected';
  return (
    <StepPanel
      picture={<WalletImage wallet={wallet} />}
      state="error"
      title={title}
      hint={hint}
      note={isUserRejection ? m.neverShare : undefined}
    >
      {recovery === 'none' || recovery === 'reconfigure' ? null : (
        <ActionButton main testId="lk-try-again" onClick={onRetry}>
          {code === 'pairing/expired' ? m.newCode : m.tryAgain}
        </ActionButton>
      )}
      {isRelay && hasInstalled ? (
        <ActionButton testId="lk-use-installed" onClick={() => reset(view('Connect'))}>
          {m.useInstalled}
        </ActionButton>
      ) : null}
    </StepPanel>
  );
};
