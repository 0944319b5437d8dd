import { Fragment, type ReactElement, type ReactNode } from 'react';
import type { Connector } from '../../../domain/connection/connector.js';
import type { ConnectorRow } from '../../../domain/connection/connector-list.js';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import type { ConnectorGroup } from '../../../domain/options/connector-type-order.js';
import { view } from '../../../domain/router/views.js';
import { LookAlike } from '../../components/look-alike.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useElapsed } from '../../components/use-elapsed.js';
import { WalletGuide } from '../../components/wallet-guide.js';
import { useExcludeWallets } from '../../hooks/use-exclude-wallets.js';
import { useLostConnection } from '../../hooks/use-lost-connection.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRecentWallets } from '../../hooks/use-recent-wallets.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { CustomWalletRow, useCustomWallets } from './custom-wallets.js';
import { AllWalletsRow, DirectoryGroup } from './directory-groups.js';
import { NoWallet } from './no-wallet.js';
import { ReconnectItem } from './reconnect-item.js';
import { type ConnectList, groupOf, useConnectList, usePairs } from './use-connect-list.js';

/** Wallets answer the discovery within milliseconds; after this long without one there is none to wait for. */
const FIRST_MOMENT_MS = 400;

/** The wallets that can be picked: of this page alone, or with those that a QR code or a link reaches. */
export const WalletList = ({ disabled }: { readonly disabled: boolean }): ReactElement => {
  useExcludeWallets();
  return usePairs() ? <ReachingList disabled={disabled} /> : <PageList />;
};

const NONE: readonly RecentWallet[] = [];

/** The wallets of the page; bones for the first moment, and a way to get one where there is none. */
const PageList = (): ReactElement => {
  const m = useMessages();
  const links = useCustomWallets();
  const list = useConnectList(NONE, links.length);
  const waited = useElapsed(FIRST_MOMENT_MS, list.found.length === 0);
  if (list.found.length === 0) return waited ? <NoWallet /> : <SkeletonRows count={3} label={m.lookingForWallets} />;
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

/** The wallets of the page among those of the directory, which keep their places while they come. */
const ReachingList = ({ disabled }: { readonly disabled: boolean }): ReactElement => {
  const recent = useRecentWallets();
  const lost = useLostConnection()?.wallet;
  // The wallet to connect again has a row of its own, and none further down.
  const list = useConnectList(lost === undefined || recent.some(({ id }) => id === lost.id) ? recent : [lost, ...recent], 0);
  return (
    <>
      <List
        list={list}
        start={<ReconnectItem recent={recent} directory={list.directory} disabled={disabled} />}
        end={list.allWallets ? <AllWalletsRow /> : null}
      >
        {(group) => <DirectoryGroup group={group} list={list} disabled={disabled} />}
      </List>
      {list.found.length === 0 ? <WalletGuide main={false} /> : null}
    </>
  );
};

interface ListProps {
  readonly list: ConnectList;
  /** The rows of a group that is not on the page. */
  readonly children: (group: ConnectorGroup) => ReactNode;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}

const List = ({ list: { found, groups }, children, start, end }: ListProps): ReactElement => {
  const m = useMessages();
  return (
    <>
      <p className="sr" role="status">
        {found.length === 0 ? '' : m.walletsFound(found.length)}
      </p>
      <ul className="list" aria-label={m.walletList} data-testid="lk-wallets">
        {start}
        {groups.map((group) =>
          group === 'injected' || group === 'external' ? (
            found
              .filter((row) => groupOf(row) === group)
              .map((row) => (
                <li key={row.id}>
                  <WalletRow {...row} />
                </li>
              ))
          ) : (
            <Fragment key={group}>{children(group)}</Fragment>
          ),
        )}
        {end}
      </ul>
    </>
  );
};

/** A wallet found on the page: leads to the view that connects it. */
const WalletRow = ({ id, name, icon, type, suspicious, connectors }: ConnectorRow): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  const { connectorImages } = useOptions();
  const track = useTrack();
  const [connector] = connectors;
  const several = type === 'MULTI_CHAIN';
  return (
    <>
      <Row
        start={<Picture src={connectorImages?.[connector.id] ?? icon} name={name} />}
        title={<bdi>{name}</bdi>}
        describedBy={suspicious ? `lk-${id}` : undefined}
        end={
          suspicious ? (
            <LookAlike />
          ) : type === 'EXTERNAL' ? undefined : (
            <span className="tag">{several ? m.chainsOf(connectors.length) : m.installed}</span>
          )
        }
        focusKey={id}
        testId={`lk-wallet-${connector.id}`}
        onClick={() => {
          track('SELECT_WALLET', { name, platform: 'browser' });
          const toIds = ({ namespace, id: connectorId }: Connector) => ({ namespace, connectorId });
          push(
            several ? view('ConnectingMultiChain', { connectorIds: connectors.map(toIds) }) : view('ConnectingExternal', toIds(connector)),
          );
        }}
      />
      {suspicious ? (
        <p className="hint" id={`lk-${id}`}>
          {m.lookAlikeHint}
        </p>
      ) : null}
    </>
  );
};
