import { Fragment, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { Connector } from '../../../domain/connection/connector.js';
import type { ConnectorRow } from '../../../domain/connection/connector-list.js';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import { isLookalikeOfListed, lookalikeIds } from '../../../domain/directory/is-lookalike.js';
import type { ConnectorGroup } from '../../../domain/options/connector-type-order.js';
import { view } from '../../../domain/router/views.js';
import { ListedWalletsContext } from '../../components/listed-wallets-context.js';
import { LookAlike } from '../../components/look-alike.js';
import { useModalNamespace } from '../../components/modal-namespace-context.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useElapsed } from '../../components/use-elapsed.js';
import { WalletGuide } from '../../components/wallet-guide.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useExcludeWallets } from '../../hooks/use-exclude-wallets.js';
import { useFeaturedWallets } from '../../hooks/use-featured-wallets.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useLostConnection } from '../../hooks/use-lost-connection.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRecentWallets } from '../../hooks/use-recent-wallets.js';
import { useRecommendedWallets } from '../../hooks/use-recommended-wallets.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { CustomWalletRow, useCustomWallets } from './custom-wallets.js';
import { AllWalletsRow, DirectoryGroup, PhoneAlternatives } from './directory-groups.js';
import { NoWallet } from './no-wallet.js';
import { ReconnectItem } from './reconnect-item.js';
import { type ConnectList, groupOf, useCanPair, useConnectList } from './use-connect-list.js';

/** Discovery takes milliseconds; after this time no wallet is expected. */
const DISCOVERY_TIMEOUT_MS = 400;

/** The available wallets: installed ones, and remote ones if they can be connected. */
export const WalletList = ({ disabled }: { readonly disabled: boolean }): ReactElement => {
  useExcludeWallets();
  return useCanPair() ? <DirectoryWalletList disabled={disabled} /> : <InstalledWalletList />;
};

const NONE: readonly RecentWallet[] = [];

/** The installed wallets: skeleton rows during discovery, and ways to get a wallet if there is none. */
const InstalledWalletList = (): ReactElement => {
  const m = useModalMessages();
  const links = useCustomWallets();
  const list = useConnectList(NONE, links.length);
  const hasTimedOut = useElapsed(DISCOVERY_TIMEOUT_MS, list.installed.length === 0);
  if (list.installed.length === 0) return hasTimedOut ? <NoWallet /> : <SkeletonRows count={3} label={m.lookingForWallets} />;
  return (
    <List list={list}>
      {(group) =>
        group === 'custom'
          ? links.map((link) => (
              <li key={`custom ${link.wallet.id}`}>
                <CustomWalletRow {...link} />
              </li>
            ))
          : null
      }
    </List>
  );
};

/** Installed wallets and those of the directory, which load into reserved slots. */
const DirectoryWalletList = ({ disabled }: { readonly disabled: boolean }): ReactElement => {
  const recent = useRecentWallets();
  const lost = useLostConnection()?.wallet;
  // The wallet to reconnect has its own row and is not repeated below.
  const list = useConnectList(lost === undefined || recent.some(({ id }) => id === lost.id) ? recent : [lost, ...recent], 0);
  return (
    <ListedWallets list={list} recent={recent}>
      <List
        list={list}
        start={<ReconnectItem recent={recent} directory={list.directory} disabled={disabled} />}
        end={list.allWallets ? <AllWalletsRow /> : null}
      >
        {(group) => <DirectoryGroup group={group} list={list} disabled={disabled} />}
      </List>
      {list.phoneAlternatives ? <PhoneAlternatives disabled={disabled} /> : null}
      {list.installed.length === 0 ? <WalletGuide main={false} /> : null}
    </ListedWallets>
  );
};

interface ListedWalletsProps {
  readonly list: ConnectList;
  readonly recent: readonly RecentWallet[];
  readonly children: ReactNode;
}

/** Provides the wallets of the list that are not installed to its rows. */
const ListedWallets = ({ list, recent, children }: ListedWalletsProps): ReactElement => {
  const namespace = useModalNamespace();
  const { directory, custom } = list;
  const { wallets: featured } = useFeaturedWallets({ ...namespace, enabled: directory });
  const { wallets: recommended } = useRecommendedWallets({ ...namespace, enabled: directory && list.recommended > 0 });
  const listed = useMemo(() => {
    const others = [...featured, ...recommended, ...custom];
    const onlyRecent = recent.filter(({ id }) => others.every((other) => other.id !== id));
    return [...onlyRecent.map(({ id, name, rdns = null }) => ({ id, name, rdns })), ...others];
  }, [recent, featured, recommended, custom]);
  return <ListedWalletsContext.Provider value={listed}>{children}</ListedWalletsContext.Provider>;
};

/** Id of the text that explains the mark of all wallets. */
const LOOKALIKE_HINT_ID = 'lk-look-alike';

interface ListProps {
  readonly list: ConnectList;
  /** Renders the rows of a group that has no installed wallets. */
  readonly children: (group: ConnectorGroup) => ReactNode;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}

const List = ({ list: { installed, groups }, children, start, end }: ListProps): ReactElement => {
  const m = useModalMessages();
  const listed = useContext(ListedWalletsContext);
  const connectors = useConnectors();
  const isMarked = (row: ConnectorRow): boolean => row.suspicious || row.connectors.some((each) => isLookalikeOfListed(each, listed));
  return (
    <>
      <p className="sr" role="status">
        {installed.length === 0 ? '' : m.walletsFound(installed.length)}
      </p>
      <ul className="list" aria-label={m.walletList} data-testid="lk-wallets">
        {start}
        {groups.map((group) =>
          group === 'injected' || group === 'external' ? (
            installed
              .filter((row) => groupOf(row) === group)
              .map((row) => (
                <li key={row.id}>
                  <WalletRow {...row} suspicious={isMarked(row)} />
                </li>
              ))
          ) : (
            <Fragment key={group}>{children(group)}</Fragment>
          ),
        )}
        {end}
      </ul>
      {installed.some(isMarked) || lookalikeIds(listed, connectors).size > 0 ? (
        <p className="hint" id={LOOKALIKE_HINT_ID}>
          {m.lookAlikeHint}
        </p>
      ) : null}
    </>
  );
};

/** Row of an installed wallet; opens the view that connects it. */
const WalletRow = ({ id, name, icon, type, suspicious, connectors }: ConnectorRow): ReactElement => {
  const m = useModalMessages();
  const { push } = useRouter();
  const { connectorImages } = useOptions();
  const track = useTrack();
  const [connector] = connectors;
  const isMultiChain = type === 'MULTI_CHAIN';
  const { mobile } = useLatchkey().browser.platform;
  return (
    <Row
      start={<Picture src={connectorImages?.[connector.id] ?? icon} name={name} />}
      title={<bdi>{name}</bdi>}
      detail={isMultiChain ? m.chainsOf(connectors.length) : undefined}
      describedBy={suspicious ? LOOKALIKE_HINT_ID : undefined}
      end={suspicious ? <LookAlike /> : type === 'EXTERNAL' || mobile ? undefined : <span className="tag">{m.installed}</span>}
      focusKey={id}
      testId={`lk-wallet-${connector.id}`}
      onClick={() => {
        track('SELECT_WALLET', { name, platform: 'browser' });
        const toIds = ({ namespace, id: connectorId }: Connector) => ({ namespace, connectorId });
        push(
          isMultiChain
            ? view('ConnectingMultiChain', { connectorIds: connectors.map(toIds) })
            : view('ConnectingExternal', toIds(connector)),
        );
      }}
    />
  );
};
