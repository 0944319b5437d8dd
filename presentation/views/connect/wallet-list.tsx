import type { ReactElement } from 'react';
import { type ConnectorRow, connectorRows } from '../../../domain/connection/connector-list.js';
import { type ConnectorGroup, enabledConnectorGroups, orderConnectorGroups } from '../../../domain/options/connector-type-order.js';
import { view } from '../../../domain/router/views.js';
import { Icon } from '../../components/icon.js';
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
import { NoWallet } from './no-wallet.js';

/** Wallets answer the discovery within milliseconds; after this long without one there is none to wait for. */
const FIRST_MOMENT_MS = 400;

/** Groups whose wallets are on the page. The others come with the directory and with pairing. */
const groupOf = ({ type }: ConnectorRow): ConnectorGroup | null => {
  if (type === 'ANNOUNCED' || type === 'INJECTED' || type === 'MULTI_CHAIN') return 'injected';
  return type === 'EXTERNAL' ? 'external' : null;
};

/** The rows of the groups, in the order of the options. */
const useRows = (): readonly ConnectorRow[] => {
  const { features } = useOptions();
  const { namespace } = useModal();
  const rows = connectorRows(useConnectors(), namespace);
  const of = (group: ConnectorGroup): readonly ConnectorRow[] => rows.filter((row) => groupOf(row) === group);
  const enabled = enabledConnectorGroups({
    enableWalletConnect: false,
    connectedWithWalletConnect: false,
    recent: 0,
    injected: of('injected').length,
    featured: 0,
    custom: 0,
    external: of('external').length,
    recommended: 0,
  });
  return orderConnectorGroups(features.connectorTypeOrder, enabled).flatMap(of);
};

/** The wallets that can be picked; bones for the first moment, and a way to get one where there is none. */
export const WalletList = (): ReactElement => {
  const m = useMessages();
  const rows = useRows();
  const { push } = useRouter();
  const { activeNamespace } = useConnection();
  const { connectorImages } = useOptions();
  const waited = useElapsed(FIRST_MOMENT_MS, rows.length === 0);

  if (rows.length === 0) return waited ? <NoWallet /> : <SkeletonRows count={3} label={m.lookingForWallets} />;
  return (
    <>
      <p className="sr" role="status">
        {m.walletsFound(rows.length)}
      </p>
      <ul className="list" aria-label={m.walletList} data-testid="lk-wallets">
        {rows.map(({ id, name, icon, type, suspicious, connectors }) => {
          // A wallet of several namespaces connects in the active one.
          const connector = connectors.find(({ namespace }) => namespace === activeNamespace) ?? connectors[0];
          return (
            <li key={id}>
              <Row
                start={<Picture src={connectorImages?.[connector.id] ?? icon} name={name} />}
                title={<bdi>{name}</bdi>}
                describedBy={suspicious ? `lk-${id}` : undefined}
                end={suspicious ? <LookAlike /> : type === 'EXTERNAL' ? undefined : <span className="tag">{m.installed}</span>}
                focusKey={id}
                testId={`lk-wallet-${connector.id}`}
                onClick={() => push(view('ConnectingExternal', { namespace: connector.namespace, connectorId: connector.id }))}
              />
              {suspicious ? (
                <p className="hint" id={`lk-${id}`}>
                  {m.lookAlikeHint}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
};

const LookAlike = (): ReactElement => {
  const m = useMessages();
  return (
    <span className="tag warn">
      <Icon name="warning" />
      {m.lookAlike}
    </span>
  );
};
