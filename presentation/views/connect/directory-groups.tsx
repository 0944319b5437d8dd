import type { ReactElement } from 'react';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import { countLabel, unlistedWallets } from '../../../domain/directory/wallet-order.js';
import type { ConnectorGroup } from '../../../domain/options/connector-type-order.js';
import { view } from '../../../domain/router/views.js';
import { DirectoryRow } from '../../components/directory-row.js';
import { IconTile } from '../../components/icon-tile.js';
import { useOpenedFor } from '../../components/opened-for-context.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { SkeletonRow } from '../../components/skeleton-rows.js';
import { useOnceOnline } from '../../components/use-once-online.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useFeaturedWallets } from '../../hooks/use-featured-wallets.js';
import { useLostConnection } from '../../hooks/use-lost-connection.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRecommendedWallets } from '../../hooks/use-recommended-wallets.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { useWallet } from '../../hooks/use-wallet.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';
import type { Wallets } from '../../hooks/use-wallet-list.js';
import type { ConnectList } from './use-connect-list.js';

/** A group of the list whose wallets are not on the page. */
export interface DirectoryGroupProps {
  readonly group: ConnectorGroup;
  readonly list: ConnectList;
  /** Nothing can be picked yet: the terms wait to be accepted. */
  readonly disabled: boolean;
}

/** The rows of a group whose wallets are elsewhere: in the directory, on a phone, or with the host. */
export const DirectoryGroup = ({ group, list, disabled }: DirectoryGroupProps): ReactElement | null => {
  const again = useLostConnection()?.wallet?.id;
  switch (group) {
    case 'walletConnect':
      return <WalletConnectRow />;
    case 'recent':
      return (
        <>
          {list.recent
            .filter(({ id }) => id !== again)
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
      return <RecommendedRows places={list.recommended} recent={list.recent} disabled={disabled} />;
    default:
      return null;
  }
};

/** Any wallet, by a QR code. */
const WalletConnectRow = (): ReactElement => {
  const m = useMessages();
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

/** A wallet used lately. */
export interface RecentRowProps {
  readonly recent: RecentWallet;
  readonly directory: boolean;
  readonly disabled: boolean;
  /** Instead of its name. */
  readonly title?: string;
  /** Instead of the tag. */
  readonly detail?: string;
}

/** A wallet used lately. Its links are not stored: they come from the directory. */
export const RecentRow = ({ recent, directory, disabled, title, detail }: RecentRowProps): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  const track = useTrack();
  const { customWallets = [] } = useOptions();
  const known = directory || customWallets.some(({ id }) => id === recent.id);
  const { data: wallet = null } = useWallet(known ? recent.id : null);
  const picture = useWalletImage(wallet === null ? recent : null);
  const tag = detail === undefined ? m.recent : undefined;
  if (wallet !== null) return <DirectoryRow wallet={wallet} title={title} detail={detail} tag={tag} disabled={disabled} />;
  return (
    <Row
      start={<Picture src={picture} name={recent.name} />}
      title={<bdi>{title ?? recent.name}</bdi>}
      detail={detail}
      end={tag && <span className="tag">{tag}</span>}
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
  /** The directory's answer, as far as it is there. */
  readonly found: Wallets;
  readonly places: number;
  readonly recent: readonly RecentWallet[];
  readonly disabled: boolean;
}

/** Rows of the directory in places that are kept for them, so that nothing moves under the pointer when they come. */
const Rows = ({ found: { wallets, pending, error, loadMore }, places, recent, disabled }: RowsProps): ReactElement => {
  const connectors = useConnectors();
  useOnceOnline(error !== null, loadMore);
  return (
    <>
      {pending && wallets.length === 0
        ? Array.from({ length: places }, (_, place) => (
            <li key={`place ${String(place)}`} aria-hidden="true">
              <SkeletonRow place={place} />
            </li>
          ))
        : unlistedWallets(wallets, { connectors, recent })
            .slice(0, places)
            .map((wallet) => (
              <li key={wallet.id}>
                <DirectoryRow wallet={wallet} disabled={disabled} />
              </li>
            ))}
    </>
  );
};

const FeaturedRows = (props: Omit<RowsProps, 'found' | 'places'>): ReactElement => {
  const { featuredWalletIds = [] } = useOptions();
  return <Rows {...props} found={useFeaturedWallets(useOpenedFor())} places={featuredWalletIds.length} />;
};

const RecommendedRows = (props: Omit<RowsProps, 'found'>): ReactElement => (
  <Rows {...props} found={useRecommendedWallets(useOpenedFor())} />
);

/** The way to all wallets, with how many there are. Where none came, it says so: the list behind it offers another try. */
export const AllWalletsRow = (): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  const track = useTrack();
  const { featuredWalletIds = [] } = useOptions();
  const { count, pending, error } = useRecommendedWallets(useOpenedFor());
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
