import { type ReactElement, useState } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { usePurchases } from '../../hooks/use-purchases.js';
import { NotConnected } from '../account/not-connected.js';
import { ActivityList } from '../transactions/activity-list.js';

const SKELETON_COUNT = 4;

/** The purchases of the account. Those in progress are followed. */
export const OnRampActivity = (): ReactElement => {
  const m = useMessages();
  const { address } = useAccount();
  const { network } = useNetwork();
  const { months, isEmpty, pending, hasMore, isSupported, error, loadMore } = usePurchases();
  const hasFailed = error !== null;
  const [isKnownEmpty, setKnownEmpty] = useState(false);
  const isEmptyNow = isEmpty && !hasFailed;
  // Stays while they are read again.
  if (!pending && isKnownEmpty !== isEmptyNow) setKnownEmpty(isEmptyNow);
  useRetryWhenOnline(hasFailed, loadMore);
  if (address === undefined) return <NotConnected />;
  if (months.length > 0)
    return (
      <ActivityList months={months} note={null} canLoadMore={hasMore && !pending && !hasFailed} onEndReached={loadMore}>
        {hasFailed ? (
          <div className="more" role="alert">
            <p>{m.activityFailed}</p>
            <ActionButton testId="lk-try-again" onClick={loadMore}>
              {m.tryAgain}
            </ActionButton>
          </div>
        ) : null}
      </ActivityList>
    );
  if (hasFailed) {
    const isMisconfigured = error.recovery === 'reconfigure';
    return (
      <Notice
        icon="warning"
        title={isMisconfigured ? m.activityUnavailable : m.activityFailed}
        hint={isMisconfigured ? m.activityUnavailableHint : m.activityFailedHint}
      >
        {isMisconfigured ? null : (
          <ActionButton main testId="lk-try-again" busy={pending} onClick={loadMore}>
            {m.tryAgain}
          </ActionButton>
        )}
      </Notice>
    );
  }
  if (!isSupported) return <Notice icon="activity" title={m.buyNoPurchases} hint={m.buyPurchasesUnsupported(network?.name ?? m.network)} />;
  if (isKnownEmpty) return <Notice icon="activity" title={m.buyNoPurchases} hint={m.buyNoPurchasesHint} />;
  return <SkeletonRows count={SKELETON_COUNT} label={m.loadingActivity} />;
};
