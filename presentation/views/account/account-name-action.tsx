import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useAccount } from '../../hooks/use-account.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Starts the registration of a name for the embedded wallet's EVM account, which has none yet. */
export const AccountNameAction = (): ReactElement | null => {
  const m = useModalMessages();
  const { push } = useRouter();
  const track = useTrack();
  const { namespace, embeddedWalletInfo, profileName, allAccounts } = useAccount();
  const { network } = useNetwork();
  if (namespace !== 'eip155' || embeddedWalletInfo === undefined || profileName !== undefined) return null;
  // Names are not looked up there, so the account may have one.
  if (network?.testnet === true) return null;
  return (
    <Row
      start={<IconTile name="seal" />}
      title={m.chooseAccountName}
      detail={m.chooseAccountNameDetail}
      focusKey="account-name"
      testId="lk-account-name"
      onClick={() => {
        track('OPEN_ENS_FLOW', { isSmartAccount: allAccounts[0]?.type === 'smartAccount' });
        push(view('ChooseAccountName'));
      }}
    />
  );
};
