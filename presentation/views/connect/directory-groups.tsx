import { type ReactElement, useContext } from 'react';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import { isLookalike } from '../../../domain/directory/is-lookalike.js';
import { countLabel, unlistedWallets } from '../../../domain/directory/wallet-order.js';
import type { ConnectorGroup } from '../../../domain/options/connector-type-order.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { DirectoryRow } from '../../components/directory-row.js';
import { Icon } from '../../components/icon.js';
import { IconTile } from '../../components/icon-tile.js';
import { ListedWalletsContext } from '../../components/listed-wallets-context.js';
import { LookAlike } from '../../components/look-alike.js';
import { useModalNamespace } from '../../components/modal-namespace-context.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { SkeletonRow } from '../../components/skeleton-rows.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useFeaturedWallets } from '../../hooks/use-featured-wallets.js';
import { useLostConnection } from '../../hooks/use-lost-connection.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { usePairing } from '../../hooks/use-pairing.js';
import { useRecommendedWallets } from '../../hooks/use-recommended-wallets.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { useWallet } from '../../hooks/use-wallet.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';
import type { Wallets } from '../../hooks/use-wallet-list.js';
import type { ConnectList } from './use-connect-list.js';

/** Props of {@link DirectoryGroup}. */
export interface DirectoryGroupProps {
  readonly group: ConnectorGroup;
  readonly list: ConnectList;
  /** The terms must be accepted first. */
  readonly disabled: boolean;
}

/** Rows of a group of wallets that are not installed: from the directory, recent, or custom. */
export const DirectoryGroup = ({ group, list, disabled }: DirectoryGroupProps): ReactElement | null => {
  const reconnectWalletId = useLostConnection()?.wallet?.id;
  switch (group) {
    case 'walletConnect':
      return <WalletConnectRow />;
    case 'recent':
      return (
        <>
          {list.recent
            .filter(({ id }) => id !== reconnectWalletId)
            .map((recent) => (
              <li key={recent.id}>
                <RecentRow recent={recent} directory={list.directory} disabled={disabled} />
              </li>
            ))}
        </>
      );
    case 'custom':
      return (
        <>
          {list.custom.map((wallet) => (
            <li key={wallet.id}>
              <DirectoryRow wallet={wallet} picture={wallet.image_url} disabled={disabled} />
            </li>
          ))}
        </>
      );
    case 'featured':
      return <FeaturedRows recent={list.recent} disabled={disabled} />;
    case 'recommended':
      return <RecommendedRows slots={list.recommended} recent={list.recent} disabled={disabled} />;
    default:
      return null;
  }
};

/** Row that shows a QR code for any wallet. */
const WalletConnectRow = (): ReactElement => {
  const m = useModalMessages();
  const { push } = useRouter();
  const track = useTrack();
  return (
    <li>
      <Row
        start={<IconTile name="scan" />}
        title={<bdi>{m.walletConnect}</bdi>}
        end={<span className="tag">{m.qrCode}</span>}
        focusKey="walletConnect"
        testId="lk-wallet-walletConnect"
        onClick={() => {
          track('SELECT_WALLET', { name: m.walletConnect, platform: 'qrcode' });
          push(view('ConnectingWalletConnect', { walletId: null }));
        }}
      />
    </li>
  );
};

/** On a phone: shows a QR code or copies the link, for a wallet on another device or one that is not listed. */
export const PhoneAlternatives = ({ disabled }: { readonly disabled: boolean }): ReactElement => {
  const m = useModalMessages();
  const { push } = useRouter();
  const track = useTrack();
  const { wcUri } = usePairing();
  const { copied, copy } = useCopyWithFeedback();
  const showCode = (): void => {
    track('SELECT_WALLET', { name: m.walletConnect, platform: 'qrcode' });
    push(view('ConnectingWalletConnect', { walletId: null }));
  };
  return (
    <div className="two">
      <ActionButton focusKey="walletConnect" testId="lk-wallet-walletConnect" onClick={showCode}>
        <Icon name="scan" />
        {m.qrCode}
      </ActionButton>
      {/* Without a wallet that has a link nothing is paired yet: the view with the code pairs, and has the link. */}
      <ActionButton testId="lk-copy-link" onClick={() => (wcUri === undefined || disabled ? showCode() : copy(wcUri))}>
        <CopyLabel copied={copied}>{m.copyLink}</CopyLabel>
      </ActionButton>
      <CopyStatus copied={copied} message={m.linkCopied} />
    </div>
  );
};

/** Props of {@link RecentRow}. */
export interface RecentRowProps {
  readonly recent: RecentWallet;
  readonly directory: boolean;
  readonly disabled: boolean;
  /** Replaces the name. */
  readonly title?: string;
  /** Replaces the tag. */
  readonly detail?: string;
}

/** Row of a recent wallet. Its links are not stored but come from the directory. */
export const RecentRow = ({ recent, directory, disabled, title, detail }: RecentRowProps): ReactElement => {
  const m = useModalMessages();
  const { push } = useRouter();
  const track = useTrack();
  const { customWallets = [] } = useOptions();
  const isListed = directory || customWallets.some(({ id }) => id === recent.id);
  const { data: wallet = null } = useWallet(isListed ? recent.id : null);
  const picture = useWalletImage(wallet === null ? recent : null);
  const tag = detail === undefined ? m.recent : undefined;
  const unverified = isLookalike({ ...recent, rdns: recent.rdns ?? null }, useConnectors(), useContext(ListedWalletsContext));
  if (wallet !== null) return <DirectoryRow wallet={wallet} title={title} detail={detail} tag={tag} disabled={disabled} />;
  return (
    <Row
      start={<Picture src={picture} name={recent.name} />}
      title={<bdi>{title ?? recent.name}</bdi>}
      detail={detail}
      end={unverified ? <LookAlike /> : tag && <span className="tag">{tag}</span>}
      focusKey={recent.id}
      testId={`lk-wallet-${recent.id}`}
      onClick={() => {
        track('SELECT_WALLET', { name: recent.name, platform: 'qrcode' });
        push(view('ConnectingWalletConnect', { walletId: recent.id }));
      }}
    />
  );
};

interface RowsProps {
  /** Loaded wallets of the directory. */
  readonly list: Wallets;
  readonly slots: number;
  readonly recent: readonly RecentWallet[];
  readonly disabled: boolean;
}

/** Rows in reserved slots, so that nothing moves under the pointer when the wallets arrive. */
const Rows = ({ list: { wallets, pending, error, loadMore }, slots, recent, disabled }: RowsProps): ReactElement => {
  const connectors = useConnectors();
  useRetryWhenOnline(error !== null, loadMore);
  return (
    <>
      {pending && wallets.length === 0
        ? Array.from({ length: slots }, (_, index) => (
            <li key={`slot ${String(index)}`} aria-hidden="true">
              <SkeletonRow index={index} />
            </li>
          ))
        : unlistedWallets(wallets, { connectors, recent })
            .slice(0, slots)
            .map((wallet) => (
              <li key={wallet.id}>
                <DirectoryRow wallet={wallet} disabled={disabled} />
              </li>
            ))}
    </>
  );
};

const FeaturedRows = (props: Omit<RowsProps, 'list' | 'slots'>): ReactElement => {
  const { featuredWalletIds = [] } = useOptions();
  return <Rows {...props} list={useFeaturedWallets(useModalNamespace())} slots={featuredWalletIds.length} />;
};

const RecommendedRows = (props: Omit<RowsProps, 'list'>): ReactElement => (
  <Rows {...props} list={useRecommendedWallets(useModalNamespace())} />
);

/** Row that opens all wallets and shows their number, or an error if none loaded: the list offers a retry. */
export const AllWalletsRow = (): ReactElement => {
  const m = useModalMessages();
  const { push } = useRouter();
  const track = useTrack();
  const { featuredWalletIds = [] } = useOptions();
  const { count, pending, error } = useRecommendedWallets(useModalNamespace());
  const total = count === 0 ? 0 : count + featuredWalletIds.length;
  return (
    <li>
      <Row
        start={<IconTile name="grid" />}
        title={m.allWallets}
        detail={pending || error === null ? undefined : m.walletsFailed}
        end={total === 0 ? undefined : <span className="tag">{countLabel(total)}</span>}
        focusKey="all-wallets"
        testId="lk-all-wallets"
        onClick={() => {
          track('CLICK_ALL_WALLETS');
          push(view('AllWallets'));
        }}
      />
    </li>
  );
};
