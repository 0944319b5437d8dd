import { type ReactElement, type ReactNode, useState } from 'react';
import { type DirectoryWallet, fromCustomWallet } from '../../../domain/directory/directory-wallet.js';
import { hasDirectory } from '../../../domain/directory/has-directory.js';
import { downloadChoice } from '../../../domain/directory/wallet-downloads.js';
import { uniqueWallets } from '../../../domain/directory/wallet-order.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { useModalNamespace } from '../../components/modal-namespace-context.js';
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

/** Number of wallets to offer. */
const OFFERED_COUNT = 4;

/** All wallets of the default directory. */
const EXPLORER = 'https://walletconnect.com/explorer?type=wallet';

/** Some wallets to start with, from the app and the directory. */
export const GetWallet = (): ReactElement => {
  const m = useMessages();
  return (
    <div className="stack">
      <WalletPicks hint={m.getWalletHint} />
    </div>
  );
};

/** Props of {@link WalletPicks}. */
export interface WalletPicksProps {
  /** Text above the wallets; omitted if there are none. */
  readonly hint: string;
}

/** Some wallets, and a link to all others. */
export const WalletPicks = ({ hint }: WalletPicksProps): ReactElement => {
  const options = useOptions();
  const [attempt, setAttempt] = useState(0);
  const customWallets = (options.customWallets ?? []).map(fromCustomWallet);
  if (!hasDirectory(options)) return <Picks wallets={customWallets} hint={hint} />;
  // Remounting after a failure fetches the directory again.
  return <DirectoryPicks key={attempt} customWallets={customWallets} hint={hint} onRetry={() => setAttempt(attempt + 1)} />;
};

interface DirectoryPicksProps extends WalletPicksProps {
  readonly customWallets: readonly DirectoryWallet[];
  readonly onRetry: () => void;
}

const DirectoryPicks = ({ customWallets, hint, onRetry }: DirectoryPicksProps): ReactElement => {
  const modalNamespace = useModalNamespace();
  const featured = useFeaturedWallets(modalNamespace);
  const recommended = useRecommendedWallets(modalNamespace);
  const wallets = uniqueWallets([...featured.wallets, ...customWallets, ...recommended.wallets]);
  const isLoading = wallets.length < OFFERED_COUNT && (featured.pending || recommended.pending);
  const failed = !isLoading && (featured.error ?? recommended.error) !== null;
  return <Picks wallets={isLoading ? null : wallets} hint={hint} onRetry={failed ? onRetry : undefined} />;
};

interface PicksProps extends WalletPicksProps {
  /** `null` while loading. */
  readonly wallets: readonly DirectoryWallet[] | null;
  /** Set if the directory failed. */
  readonly onRetry?: (() => void) | undefined;
}

const Picks = ({ wallets, hint, onRetry }: PicksProps): ReactElement => {
  const m = useMessages();
  const track = useTrack();
  const { projectId, endpoints } = useOptions();
  const { platform } = useLatchkey().browser;
  const offered = wallets
    ?.filter((wallet) => wallet.homepage !== null || downloadChoice(wallet, platform) !== null)
    .slice(0, OFFERED_COUNT);
  // A custom directory has no known web page.
  const exploreUrl = projectId !== undefined && endpoints.walletDirectory === undefined ? EXPLORER : WALLET_GUIDE;
  const explore = (
    <ExternalLink className="btn" href={exploreUrl} onClick={() => track('CLICK_GET_WALLET')}>
      {m.exploreWallets}
    </ExternalLink>
  );
  if (offered?.length === 0) return <NoWallets onRetry={onRetry}>{explore}</NoWallets>;
  return (
    <>
      <p className="lead">{hint}</p>
      {offered === undefined ? (
        <SkeletonRows count={OFFERED_COUNT} label={m.loadingWallets} />
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

interface NoWalletsProps extends Pick<PicksProps, 'onRetry'> {
  /** Link to more wallets. */
  readonly children: ReactNode;
}

const NoWallets = ({ onRetry, children }: NoWalletsProps): ReactElement => {
  const m = useMessages();
  const { mobile } = useLatchkey().browser.platform;
  if (onRetry === undefined) {
    return (
      <Notice icon="wallet" title={m.noWallet} hint={mobile ? m.noneToGetHintMobile : m.noneToGetHint}>
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

/** Links to the wallet's website, or to its stores if it has none. */
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
