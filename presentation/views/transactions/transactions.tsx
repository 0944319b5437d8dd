import { type ReactElement, useEffect, useRef } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { SkeletonRow } from '../../components/skeleton-rows.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useActivity } from '../../hooks/use-activity.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { ActivityList } from './activity-list.js';
import { activityNote, noActivityHint } from './activity-note.js';

/** Number of placeholder rows (facts of the field: 7). */
const SKELETON_COUNT = 7;

/** The history of the connected account on its network. */
export const Transactions = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { show } = useSnackbar();
  const { months, isEmpty, pending, hasMore, isSupported, source, error, loadMore } = useActivity();
  const hasFailed = error !== null;
  useRetryWhenOnline(hasFailed, loadMore);
  // Notifies once per series of failures. A failure from before this view is only shown inline.
  const wasReported = useRef(hasFailed);
  useEffect(() => {
    if (error?.code === 'activity/fetch-failed' && !wasReported.current) show(m.activityFailed, 'error');
    wasReported.current = hasFailed;
  }, [error, hasFailed, show, m]);
  const name = network?.name ?? m.network;
  const isMisconfigured = error?.recovery === 'reconfigure';

  if (months.length > 0)
    return (
      <ActivityList months={months} note={activityNote(source, m)} canLoadMore={hasMore && !pending && !hasFailed} onEndReached={loadMore}>
        {pending && hasMore ? (
          <p className="more" role="status">
            {m.loadingActivity}
          </p>
        ) : null}
        {hasFailed ? (
          <div className="more" role="alert">
            <p>{m.moreActivityFailed}</p>
            <ActionButton testId="lk-try-again" onClick={loadMore}>
              {m.tryAgain}
            </ActionButton>
          </div>
        ) : null}
      </ActivityList>
    );
  if (hasFailed)
    return (
      <Notice
        icon="warning"
        title={isMisconfigured ? m.activityUnavailable : m.activityFailed}
        hint={isMisconfigured ? m.activityUnavailableHint : m.activityFailedHint}
      >
        {isMisconfigured ? null : (
          <ActionButton main testId="lk-try-again" onClick={loadMore}>
            {m.tryAgain}
          </ActionButton>
        )}
      </Notice>
    );
  if (!isSupported) return <Notice icon="activity" title={m.activityUnsupported(name)} hint={m.activityUnsupportedHint} />;
  if (isEmpty && !pending) return <Notice icon="activity" title={m.noActivity} hint={noActivityHint(source, name, m)} />;
  return (
    <div className="list" role="status" data-testid="lk-skeleton">
      <span className="sr">{m.loadingActivity}</span>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <SkeletonRow key={`row ${String(index)}`} index={index} />
      ))}
    </div>
  );
};
