import type { ReactElement, ReactNode } from 'react';
import type { ConnectorProgress } from '../../../application/connect/connect-namespaces.use-case.js';
import type { Namespace } from '../../../domain/caip/namespace.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { IconButton } from '../../components/icon-button.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { useIsSignInNext } from '../../components/use-is-sign-in-next.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import type { Messages } from '../../messages/en.js';
import { connectErrorText } from '../connecting-external/connect-error-text.js';

/** Progress of one namespace. */
export type NamespaceProgress = ConnectorProgress;

/** Props of {@link ChainProgress}. */
export interface ChainProgressProps {
  readonly name: string;
  readonly picture: ReactNode;
  readonly progress: readonly NamespaceProgress[];
  readonly running: boolean;
  /** All of them are connected. False if the user has cancelled. */
  readonly isDone: boolean;
  readonly onRetry: (namespaces: readonly Namespace[]) => void;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Progress of each namespace, announced on change. Failed ones can be retried. */
export const ChainProgress = ({
  name,
  picture,
  progress,
  running,
  isDone,
  onRetry,
  onCancel,
  onDone,
}: ChainProgressProps): ReactElement => {
  const m = useMessages();
  const { networks } = useNetwork();
  const failed = progress.filter(({ status }) => status === 'failed').map(({ namespace }) => namespace);
  const connected = progress.filter(({ status }) => status === 'connected').length;
  const isSignInNext = useIsSignInNext() && isDone;
  const [title, hint] = running
    ? [m.openWallet(name), m.oneByOneHint(name)]
    : failed.length > 0
      ? [m.someFailed(connected, progress.length), m.someFailedHint]
      : isSignInNext
        ? [m.oneMoment, m.connected(name)]
        : [m.connected(name), m.connectedHint];
  return (
    <div className="stack">
      <div className="mid tight">
        {picture}
        <div className="texts" aria-live="polite">
          <h2>{title}</h2>
          <p>{hint}</p>
        </div>
      </div>
      <ul className="list" aria-live="polite" aria-label={m.chains}>
        {progress.map((each) => {
          const network = networks.find(({ chainNamespace }) => chainNamespace === each.namespace);
          return (
            <li key={each.namespace}>
              <div className="row" part="row" data-testid={`lk-chain-${each.namespace}`} data-status={each.status}>
                <NetworkPicture network={network} name={network?.name ?? m.chainName(each.namespace)} />
                <span>
                  {m.chainName(each.namespace)}
                  <small>{statusText(each, m, name)}</small>
                </span>
                {each.status === 'failed' && !running ? (
                  <IconButton
                    icon="retry"
                    label={m.tryAgainWith(m.chainName(each.namespace))}
                    focusKey={`retry ${each.namespace}`}
                    testId={`lk-retry-${each.namespace}`}
                    onClick={() => onRetry([each.namespace])}
                  />
                ) : (
                  <span className={`mark ${each.status}`} aria-hidden="true">
                    {each.status === 'connected' ? <Icon name="check" /> : each.status === 'failed' ? <Icon name="close" /> : null}
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {running ? (
        <ActionButton focusKey="cancel" testId="lk-cancel" onClick={onCancel}>
          {m.cancel}
        </ActionButton>
      ) : (
        <>
          {failed.length === 0 ? null : (
            <ActionButton main focusKey="retry" testId="lk-try-again" onClick={() => onRetry(failed)}>
              {m.tryAgain}
            </ActionButton>
          )}
          {connected === 0 || isSignInNext ? null : (
            <ActionButton focusKey="done" testId="lk-done" onClick={onDone}>
              {m.continueButton}
            </ActionButton>
          )}
        </>
      )}
    </div>
  );
};

const statusText = (progress: NamespaceProgress, m: Messages, wallet: string): string => {
  switch (progress.status) {
    case 'waiting':
      return m.waitingTurn;
    case 'requesting':
      return m.approveInWallet(wallet);
    case 'connected':
      return m.alreadyConnected;
    case 'failed':
      return connectErrorText(progress.error.code, m, { wallet, mobile: false })[0];
  }
};
