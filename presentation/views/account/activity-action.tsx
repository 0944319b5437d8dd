import type { ReactElement } from 'react';
import { hasHistory } from '../../../domain/activity/has-history.js';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useAccount } from '../../hooks/use-account.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Opens the account's history. */
export const ActivityAction = (): ReactElement | null => {
  const m = useModalMessages();
  const { features } = useOptions();
  const { namespace, allAccounts } = useAccount();
  const { push } = useRouter();
  const track = useTrack();
  if (!features.history || !hasHistory(namespace)) return null;
  return (
    <Row
      start={<IconTile name="activity" />}
      title={m.activity}
      focusKey="activity"
      testId="lk-activity-action"
      onClick={() => {
        track('CLICK_TRANSACTIONS', { isSmartAccount: allAccounts[0]?.type === 'smartAccount' });
        push(view('Transactions'));
      }}
    />
  );
};
