import { type ReactElement, useEffect, useState } from 'react';
import type { Connector } from '../../../domain/connection/connector.js';
import type { ViewData } from '../../../domain/router/views.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { useAccounts } from '../../hooks/use-accounts.js';
import { useConnectNamespaces } from '../../hooks/use-connect-namespaces.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModal } from '../../hooks/use-modal.js';
import { useOptions } from '../../hooks/use-options.js';
import { ChainChoice } from './chain-choice.js';
import { ChainProgress, type NamespaceProgress } from './chain-progress.js';

/**
 * Connects a wallet of several namespaces: the user selects namespaces, which are then requested one after another. Unmounting cancels and
 * keeps the established connections.
 */
export const ConnectingMultiChain = ({ connectorIds }: ViewData['ConnectingMultiChain']): ReactElement => {
  const m = useMessages();
  const { connectorImages } = useOptions();
  const { mobile } = useLatchkey().browser.platform;
  const { closeAfterConnect } = useModal();
  const allConnectors = useConnectors();
  const { activeNamespace } = useConnectionStatus();
  const accounts = useAccounts();
  const { connectNamespaces, cancel, ...action } = useConnectNamespaces();
  // Outcomes of earlier runs: a retry covers fewer namespaces than the first run.
  const [previousProgress, setPreviousProgress] = useState<readonly NamespaceProgress[]>([]);

  const connectors = connectorIds.flatMap(
    ({ namespace, connectorId }) => allConnectors.find((each) => each.namespace === namespace && each.id === connectorId) ?? [],
  );
  const currentProgress = action.status === 'pending' ? action.progress : action.status === 'success' ? action.data : [];
  const progress = [
    ...previousProgress.filter(({ namespace }) => currentProgress.every((each) => each.namespace !== namespace)),
    ...currentProgress,
  ];
  const ordered = connectors.flatMap(({ namespace }) => progress.find((each) => each.namespace === namespace) ?? []);
  const running = action.isPending;
  const isDone = action.status === 'success' && progress.every(({ status }) => status === 'connected');
  useEffect(() => {
    if (isDone) closeAfterConnect();
  }, [isDone, closeAfterConnect]);

  const [first] = connectors;
  if (first === undefined) {
    const hint = mobile ? m.walletUnavailableHintMobile : m.walletUnavailableHint;
    return <Notice icon="wallet" title={m.walletUnavailable} hint={hint(m.yourWallet)} />;
  }
  // By this wallet: another one can be replaced.
  const isConnected = ({ id, namespace }: Connector): boolean =>
    accounts.some((each) => each.connectorId === id && each.namespace === namespace);
  const start = (namespaces: readonly Connector['namespace'][]): void => {
    setPreviousProgress(progress);
    connectNamespaces({ connectors: connectorIds.filter(({ namespace }) => namespaces.includes(namespace)) });
  };
  const icon = connectors.find((each) => each.icon !== null)?.icon;
  const picture = <Picture src={connectorImages?.[first.id] ?? icon ?? null} name={first.name} size={64} />;
  return ordered.length === 0 && !running ? (
    <ChainChoice
      name={first.name}
      picture={picture}
      connectors={connectors}
      first={activeNamespace}
      connected={connectors.filter(isConnected).map(({ namespace }) => namespace)}
      onConnect={start}
      onDone={closeAfterConnect}
    />
  ) : (
    <ChainProgress
      name={first.name}
      picture={picture}
      progress={ordered}
      running={running}
      isDone={isDone}
      onRetry={start}
      onCancel={() => {
        // Namespaces that were never requested have no outcome.
        setPreviousProgress(progress.filter(({ status }) => status === 'connected' || status === 'failed'));
        cancel();
      }}
      onDone={closeAfterConnect}
    />
  );
};
