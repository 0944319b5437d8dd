import { type ReactElement, type ReactNode, useState } from 'react';
import { type DirectoryWallet, fromCustomWallet } from '../../../domain/directory/directory-wallet.js';
import { hasDirectory } from '../../../domain/directory/has-directory.js';
import { downloadChoice } from '../../../domain/directory/wallet-downloads.js';
import { uniqueWallets } from '../../../domain/directory/wallet-order.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { useOpenedFor } from '../../components/opened-for-context.js';
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
  const [attempt, setAttempt] = useState(0);
  const own = (options.customWallets ?? []).map(fromCustomWallet);
  if (!hasDirectory(options)) return <Picks wallets={own} hint={hint} />;
  // Who comes anew after a failure asks the directory anew.
  return <DirectoryPicks key={attempt} own={own} hint={hint} onRetry={() => setAttempt(attempt + 1)} />;
};

interface DirectoryPicksProps extends WalletPicksProps {
  readonly own: readonly DirectoryWallet[];
  readonly onRetry: () => void;
}

const DirectoryPicks = ({ own, hint, onRetry }: DirectoryPicksProps): ReactElement => {
  const openedFor = useOpenedFor();
  const featured = useFeaturedWallets(openedFor);
  const recommended = useRecommendedWallets(openedFor);
  const wallets = uniqueWallets([...featured.wallets, ...own, ...recommended.wallets]);
  const awaited = wallets.length < OFFERED && (featured.pending || recommended.pending);
  const failed = !awaited && (featured.error ?? recommended.error) !== null;
  return <Picks wallets={awaited ? null : wallets} hint={hint} onRetry={failed ? onRetry : undefined} />;
};

interface PicksProps extends WalletPicksProps {
  /** `null` while they are on their way. */
  readonly wallets: readonly DirectoryWallet[] | null;
  /** Where the directory did not answer. */
  readonly onRetry?: (() => void) | undefined;
}

const Picks = ({ wallets, hint, onRetry }: PicksProps): ReactElement => {
  const m = useMessages();
  const track = useTrack();
  const { projectId, endpoints } = useOptions();
  const { platform } = useLatchkey().browser;
  const offered = wallets?.filter((wallet) => wallet.homepage !== null || downloadChoice(wallet, platform) !== null).slice(0, OFFERED);
  // A directory of the host's own has no page for people that we know of.
  const all = projectId !== undefined && endpoints.walletDirectory === undefined ? EXPLORER : WALLET_GUIDE;
  const explore = (
    <ExternalLink className="btn" href={all} onClick={() => track('CLICK_GET_WALLET')}>
      {m.exploreWallets}
    </ExternalLink>
  );
  if (offered?.length === 0) return <NoneToGet onRetry={onRetry}>{explore}</NoneToGet>;
  return (
    <>
      <p className="lead">{hint}</p>
      {offered === undefined ? (
        <SkeletonRows count={OFFERED} label={m.loadingWallets} />
      ) : (
        <ul className="list" aria-label={m.getWallet}>
          {offered.map((wallet) => (
            <li key={wallet.id}>
              <PickRow wallet={wallet} />
            </li>
          ))}
        </ul>
      )}
      {explore}
    </>
  );
};

interface NoneToGetProps extends Pick<PicksProps, 'onRetry'> {
  /** Where else to look. */
  readonly children: ReactNode;
}

const NoneToGet = ({ onRetry, children }: NoneToGetProps): ReactElement => {
  const m = useMessages();
  if (onRetry === undefined) {
    return (
      <Notice icon="wallet" title={m.noWallet} hint={m.noneToGetHint}>
        {children}
      </Notice>
    );
  }
  return (
    <Notice icon="warning" title={m.walletsFailed} hint={m.walletsFailedHint}>
      <ActionButton main testId="lk-try-again" onClick={onRetry}>
        {m.tryAgain}
      </ActionButton>
      {children}
    </Notice>
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
