import type { ReactElement } from 'react';
import { type DirectoryWallet, fromCustomWallet } from '../../../domain/directory/directory-wallet.js';
import { hasDirectory } from '../../../domain/directory/has-directory.js';
import { downloadChoice } from '../../../domain/directory/wallet-downloads.js';
import { uniqueWallets } from '../../../domain/directory/wallet-order.js';
import { view } from '../../../domain/router/views.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { WALLET_GUIDE } from '../../components/wallet-guide.js';
import { useFeaturedWallets } from '../../hooks/use-featured-wallets.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRecommendedWallets } from '../../hooks/use-recommended-wallets.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';

/** Wallets offered to who has none. */
const OFFERED = 4;

/** All wallets of the default directory. */
const EXPLORER = 'https://walletconnect.com/explorer?type=wallet';

/** Some wallets to begin with: the host's and the directory's. */
export const GetWallet = (): ReactElement => {
  const m = useMessages();
  return (
    <div className="stack">
      <WalletPicks hint={m.getWalletHint} />
    </div>
  );
};

/** What is said with the wallets. */
export interface WalletPicksProps {
  /** Said above them; left out where there are none. */
  readonly hint: string;
}

/** The wallets, and the way to all others. */
export const WalletPicks = ({ hint }: WalletPicksProps): ReactElement => {
  const options = useOptions();
  const own = (options.customWallets ?? []).map(fromCustomWallet);
  return hasDirectory(options) ? <DirectoryPicks own={own} hint={hint} /> : <Picks wallets={own} hint={hint} />;
};

const DirectoryPicks = ({ own, hint }: WalletPicksProps & { readonly own: readonly DirectoryWallet[] }): ReactElement => {
  const featured = useFeaturedWallets();
  const recommended = useRecommendedWallets();
  const wallets = uniqueWallets([...featured.wallets, ...own, ...recommended.wallets]);
  const awaited = wallets.length < OFFERED && (featured.pending || recommended.pending);
  return <Picks wallets={awaited ? null : wallets} hint={hint} />;
};

/** `null` while the wallets are on their way. */
const Picks = ({ wallets, hint }: WalletPicksProps & { readonly wallets: readonly DirectoryWallet[] | null }): ReactElement => {
  const m = useMessages();
  const track = useTrack();
  const { projectId, endpoints } = useOptions();
  const { platform } = useLatchkey().browser;
  const offered = wallets?.filter((wallet) => wallet.homepage !== null || downloadChoice(wallet, platform) !== null).slice(0, OFFERED);
  // A directory of the host's own has no page for people that we know of.
  const all = projectId !== undefined && endpoints.walletDirectory === undefined ? EXPLORER : WALLET_GUIDE;
  return (
    <>
      {offered?.length === 0 ? null : <p className="lead">{hint}</p>}
      {offered === undefined ? (
        <SkeletonRows count={OFFERED} label={m.loadingWallets} />
      ) : offered.length === 0 ? (
        <Notice icon="wallet" title={m.noWallet} hint={m.noneToGetHint} />
      ) : (
        <ul className="list" aria-label={m.getWallet}>
          {offered.map((wallet) => (
            <li key={wallet.id}>
              <PickRow wallet={wallet} />
            </li>
          ))}
        </ul>
      )}
      <ExternalLink className="btn" href={all} onClick={() => track('CLICK_GET_WALLET')}>
        {m.exploreWallets}
      </ExternalLink>
    </>
  );
};

/** Leads to the wallet's page; to its stores where it has none. */
const PickRow = ({ wallet }: { readonly wallet: DirectoryWallet }): ReactElement => {
  const track = useTrack();
  const { push } = useRouter();
  const image = useWalletImage(wallet);
  const picture = <Picture src={image} name={wallet.name} />;
  const { homepage } = wallet;
  if (homepage === null) {
    return (
      <Row
        start={picture}
        title={<bdi>{wallet.name}</bdi>}
        focusKey={wallet.id}
        onClick={() => push(view('Downloads', { walletId: wallet.id, wallet }))}
      />
    );
  }
  return (
    <ExternalLink className="row" href={homepage} onClick={() => track('CLICK_GET_WALLET')}>
      {picture}
      <bdi>{wallet.name}</bdi>
      <Icon name="external" />
    </ExternalLink>
  );
};
