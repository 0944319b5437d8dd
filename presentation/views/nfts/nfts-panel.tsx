import { type ReactElement, useMemo } from 'react';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useNfts } from '../../hooks/use-nfts.js';
import { useRouter } from '../../hooks/use-router.js';
import { countFormat, NftCell } from './nft-cell.js';
import { NftsNotice } from './nfts-notice.js';

/** NFTs that the panel shows. */
const MAX_NFTS = 6;

/** The first NFTs of the connected account, for a tab of the account view, with the way to all of them. Needs the styles `NFTS_CSS`. */
export const NftsPanel = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { push } = useRouter();
  const list = useNfts();
  const formatCount = useMemo(() => countFormat(m.locale), [m.locale]);
  const { nfts, hasMore, error, loadMore } = list;
  useRetryWhenOnline(error !== null, loadMore);
  if (nfts.length === 0) return <NftsNotice list={list} compact />;
  return (
    <div className="stack" data-testid="lk-nfts-panel">
      <ul className="nft-list small" aria-label={m.nftList}>
        {nfts.slice(0, MAX_NFTS).map((nft) => (
          <li key={nft.id}>
            <NftCell nft={nft} network={network} formatCount={formatCount} />
          </li>
        ))}
      </ul>
      {nfts.length > MAX_NFTS || hasMore ? (
        <Row start={<IconTile name="grid" />} title={m.allNfts} focusKey="nfts" testId="lk-all-nfts" onClick={() => push(view('Nfts'))} />
      ) : null}
    </div>
  );
};
