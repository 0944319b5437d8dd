import { type ReactElement, useEffect, useState } from 'react';
import type { Connector } from '../../../domain/connection/connector.js';
import type { ViewData } from '../../../domain/router/views.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { useConnectNamespaces } from '../../hooks/use-connect-namespaces.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModal } from '../../hooks/use-modal.js';
import { useOptions } from '../../hooks/use-options.js';
import { ChainChoice } from './chain-choice.js';
import { ChainProgress, type ShownProgress } from './chain-progress.js';

/**
 * A wallet that speaks for several namespaces: the person chooses which to connect, then each is asked for, one after
 * another. Leaving the view cancels; what is connected by then stays.
 */
export const ConnectingMultiChain = ({ connectorIds }: ViewData['ConnectingMultiChain']): ReactElement => {
  const m = useMessages();
  const { connectorImages } = useOptions();
  const { close } = useModal();
  const found = useConnectors();
  const { activeNamespace, connectedNamespaces } = useConnectionStatus();
  const { connectNamespaces, cancel, ...action } = useConnectNamespaces();
  // What earlier runs came to: a retry asks for less than the first run did.
  const [known, setKnown] = useState<readonly ShownProgress[]>([]);

  const connectors = connectorIds.flatMap(
    ({ namespace, connectorId }) => found.find((each) => each.namespace === namespace && each.id === connectorId) ?? [],
  );
  const now = action.status === 'pending' ? action.progress : action.status === 'success' ? action.data : [];
  const progress = [...known.filter(({ namespace }) => now.every((each) => each.namespace !== namespace)), ...now];
  const ordered = connectors.flatMap(({ namespace }) => progress.find((each) => each.namespace === namespace) ?? []);
  const running = action.isPending;
  const isDone = action.status === 'success' && progress.every(({ status }) => status === 'connected');
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);

  const [first] = connectors;
  if (first === undefined) return <Notice icon="wallet" title={m.walletGone} hint={m.walletGoneHint} />;
  const start = (namespaces: readonly Connector['namespace'][]): void => {
    setKnown(progress);
    connectNamespaces({ connectors: connectorIds.filter(({ namespace }) => namespaces.includes(namespace)) });
  };
  const icon = connectors.find((each) => each.icon !== null)?.icon;
  const picture = <Picture src={connectorImages?.[first.id] ?? icon} name={first.name} size={64} />;
  return ordered.length === 0 && !running ? (
    <ChainChoice
      name={first.name}
      picture={picture}
      connectors={connectors}
      first={activeNamespace}
      connected={connectedNamespaces}
      onConnect={start}
    />
  ) : (
    <ChainProgress
      name={first.name}
      picture={picture}
      progress={ordered}
      running={running}
      onRetry={start}
      onCancel={() => {
        // What was not asked any more is none of the outcomes.
        setKnown(progress.filter(({ status }) => status === 'connected' || status === 'failed'));
        cancel();
      }}
      onDone={close}
    />
  );
};
