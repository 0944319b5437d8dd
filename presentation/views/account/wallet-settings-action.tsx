import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useAccount } from '../../hooks/use-account.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** Opens the settings of the embedded wallet, if it is connected. */
export const WalletSettingsAction = (): ReactElement | null => {
  const m = useModalMessages();
  const { push } = useRouter();
  const { embeddedWalletInfo } = useAccount();
  if (embeddedWalletInfo === undefined) return null;
  return (
    <Row
      start={<IconTile name="settings" />}
      title={m.walletSettings}
      detail={embeddedWalletInfo.user.email ?? embeddedWalletInfo.user.username}
      focusKey="wallet-settings"
      testId="lk-wallet-settings"
      onClick={() => push(view('AccountSettings'))}
    />
  );
};
