import type { ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useNfts } from '../../hooks/use-nfts.js';
import { NftGrid } from './nft-grid.js';
import { NftsNotice } from './nfts-notice.js';

/** The NFTs of the connected account on its network. */
export const Nfts = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const list = useNfts();
  const { nfts, pending, hasMore, error, loadMore } = list;
  const hasFailed = error !== null;
  useRetryWhenOnline(hasFailed, loadMore);
  if (nfts.length === 0) return <NftsNotice list={list} />;
  return (
    <NftGrid nfts={nfts} network={network} hasMore={hasMore} canLoadMore={hasMore && !pending && !hasFailed} onEndReached={loadMore}>
      {pending && hasMore ? (
        <p className="more" role="status">
          {m.loadingNfts}
        </p>
      ) : null}
      {hasFailed ? (
        <div className="more" role="alert">
          <p>{m.moreNftsFailed}</p>
          <ActionButton testId="lk-try-again" onClick={loadMore}>
            {m.tryAgain}
          </ActionButton>
        </div>
      ) : null}
    </NftGrid>
  );
};
