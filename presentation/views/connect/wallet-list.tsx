import type { ReactElement } from 'react';
import { type ConnectorRow, connectorRows } from '../../../domain/connection/connector-list.js';
import { enabledConnectorGroups, orderConnectorGroups } from '../../../domain/options/connector-groups.js';
import type { ConnectorGroup } from '../../../domain/options/connector-type-order.js';
import { view } from '../../../domain/router/views.js';
import { LookAlike } from '../../components/look-alike.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useElapsed } from '../../components/use-elapsed.js';
import { useConnection } from '../../hooks/use-connection.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModal } from '../../hooks/use-modal.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { CustomWalletRow, useCustomWallets } from './custom-wallets.js';
import { NoWallet } from './no-wallet.js';

/** Wallets answer the discovery within milliseconds; after this long without one there is none to wait for. */
const FIRST_MOMENT_MS = 400;

/** Groups whose wallets are on the page. The others come with the directory and with pairing. */
const groupOf = ({ type }: ConnectorRow): ConnectorGroup | null => {
  if (type === 'ANNOUNCED' || type === 'INJECTED' || type === 'MULTI_CHAIN') return 'injected';
  return type === 'EXTERNAL' ? 'external' : null;
};

/** The groups that have something to show, in the order of the options, and the wallets found on the page by group. */
const useGroups = (custom: number) => {
  const { features } = useOptions();
  const { namespace } = useModal();
  const rows = connectorRows(useConnectors(), namespace).filter((row) => groupOf(row) !== null);
  const of = (group: ConnectorGroup): readonly ConnectorRow[] => rows.filter((row) => groupOf(row) === group);
  const enabled = enabledConnectorGroups({
    enableWalletConnect: false,
    connectedWithWalletConnect: false,
    recent: 0,
    injected: of('injected').length,
    featured: 0,
    custom,
    external: of('external').length,
    recommended: 0,
  });
  return { found: rows.length, groups: orderConnectorGroups(features.connectorTypeOrder, enabled), of };
};

/** The wallets that can be picked; bones for the first moment, and a way to get one where there is none. */
export const WalletList = (): ReactElement => {
  const m = useMessages();
  const custom = useCustomWallets();
  const { found, groups, of } = useGroups(custom.length);
  const waited = useElapsed(FIRST_MOMENT_MS, found === 0);

  if (found === 0) return waited ? <NoWallet /> : <SkeletonRows count={3} label={m.lookingForWallets} />;
  return (
    <>
      <p className="sr" role="status">
        {m.walletsFound(found)}
      </p>
      <ul className="list" aria-label={m.walletList} data-testid="lk-wallets">
        {groups.flatMap((group) =>
          group === 'custom'
            ? custom.map((link) => (
                <li key={`custom ${link.wallet.id}`}>
                  <CustomWalletRow {...link} />
                </li>
              ))
            : of(group).map((row) => (
                <li key={row.id}>
                  <WalletRow {...row} />
                </li>
              )),
        )}
      </ul>
    </>
  );
};

/** A wallet found on the page: leads to the view that connects it. */
const WalletRow = ({ id, name, icon, type, suspicious, connectors }: ConnectorRow): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  const { activeNamespace } = useConnection();
  const { connectorImages } = useOptions();
  const track = useTrack();
  // A wallet of several namespaces connects in the active one.
  const connector = connectors.find(({ namespace }) => namespace === activeNamespace) ?? connectors[0];
  return (
    <>
      <Row
        start={<Picture src={connectorImages?.[connector.id] ?? icon} name={name} />}
        title={<bdi>{name}</bdi>}
        describedBy={suspicious ? `lk-${id}` : undefined}
        end={suspicious ? <LookAlike /> : type === 'EXTERNAL' ? undefined : <span className="tag">{m.installed}</span>}
        focusKey={id}
        testId={`lk-wallet-${connector.id}`}
        onClick={() => {
          track('SELECT_WALLET', { name, platform: 'browser' });
          push(view('ConnectingExternal', { namespace: connector.namespace, connectorId: connector.id }));
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
