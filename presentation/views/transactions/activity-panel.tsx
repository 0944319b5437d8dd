import { type ReactElement, useMemo } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useBuy } from '../../components/use-buy.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useAccount } from '../../hooks/use-account.js';
import { useActivity } from '../../hooks/use-activity.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { ActivityLine, dayFormat } from './activity-line.js';
import { activityNote, noActivityHint } from './activity-note.js';

/** Lines that the panel shows; the others are in the history. */
const SHOWN_COUNT = 4;
const SKELETON_COUNT = 3;

/** The newest transactions of the account, and its purchases. */
export const ActivityPanel = (): ReactElement => (
  <>
    <NewestTransactions />
    <PurchasesRow />
  </>
);

/** Opens the purchases, where they are listed. */
const PurchasesRow = (): ReactElement | null => {
  const m = useMessages();
  const { namespace } = useAccount();
  const { push } = useRouter();
  const canBuy = useBuy() !== null;
  if (!canBuy || namespace !== 'eip155') return null;
  return (
    <Row
      start={<IconTile name="card" />}
      title={m.buyPurchases}
      focusKey="purchases"
      testId="lk-purchases"
      onClick={() => push(view('OnRampActivity'))}
    />
  );
};

const NewestTransactions = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { allAccounts } = useAccount();
  const { push } = useRouter();
  const track = useTrack();
  const { months, isEmpty, pending, isSupported, source, error, loadMore } = useActivity();
  const hasFailed = error !== null;
  useRetryWhenOnline(hasFailed, loadMore);
  const formatDay = useMemo(() => dayFormat(m.locale), [m.locale]);
  const shown = months.flatMap(({ rows }) => rows.slice(0, SHOWN_COUNT)).slice(0, SHOWN_COUNT);
  const name = network?.name ?? m.network;
  const note = activityNote(source, m);
  if (shown.length > 0)
    return (
      <ul className="list">
        {note === null ? null : (
          <li>
            <p className="hint">{note}</p>
          </li>
        )}
        {shown.map((row) => (
          <li key={row.key}>
            <ActivityLine row={row} formatDay={formatDay} />
          </li>
        ))}
        <li>
          <Row
            start={<IconTile name="activity" />}
            title={m.allActivity}
            focusKey="activity"
            testId="lk-activity-action"
            onClick={() => {
              track('CLICK_TRANSACTIONS', { isSmartAccount: allAccounts[0]?.type === 'smartAccount' });
              push(view('Transactions'));
            }}
          />
        </li>
      </ul>
    );
  if (hasFailed) {
    const isMisconfigured = error.recovery === 'reconfigure';
    return (
      <div className="more" role="alert">
        <p>{isMisconfigured ? m.activityUnavailableHint : m.activityFailed}</p>
        {isMisconfigured ? null : (
          <ActionButton testId="lk-try-again" busy={pending} onClick={loadMore}>
            {m.tryAgain}
          </ActionButton>
        )}
      </div>
    );
  }
  if (!isSupported || (isEmpty && !pending))
    return (
      <div className="more">
        <h2>{isSupported ? m.noActivity : m.activityUnsupported(name)}</h2>
        <p>{isSupported ? noActivityHint(source, name, m) : m.activityUnsupportedHint}</p>
      </div>
    );
  return <SkeletonRows count={SKELETON_COUNT} label={m.loadingActivity} />;
};
