import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useAccount } from '../../hooks/use-account.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** Opens the settings. Names the user of the embedded wallet. */
export const SettingsAction = (): ReactElement => {
  const m = useModalMessages();
  const { push } = useRouter();
  const { user } = useAccount().embeddedWalletInfo ?? {};
  return (
    <Row
      start={<IconTile name="settings" />}
      title={m.titleSettings}
      detail={user?.email ?? user?.username}
      focusKey="settings"
      testId="lk-settings"
      onClick={() => push(view('AccountSettings'))}
    />
  );
};
