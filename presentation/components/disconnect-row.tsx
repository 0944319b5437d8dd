import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useMessages } from '../hooks/use-messages.js';
import { ActionButton } from './action-button.js';
import { IconTile } from './icon-tile.js';
import { useModalDisconnect } from './use-modal-disconnect.js';

/** Disconnects the wallet; several chains only after a confirmation. The modal closes itself once nothing is connected. */
export const DisconnectRow = (): ReactElement => {
  const m = useMessages();
  const disconnect = useModalDisconnect();
  const { connectedNamespaces } = useConnectionStatus();
  const [isConfirming, setIsConfirming] = useState(false);
  const row = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (wasConfirming.current && !isConfirming) row.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  const hasSeveral = connectedNamespaces.length > 1;
  if (isConfirming && !hasSeveral) setIsConfirming(false);
  if (isConfirming && hasSeveral) {
    const names = new Intl.ListFormat(m.locale).format(connectedNamespaces.map((namespace) => m.chainName(namespace)));
    return <Confirmation names={names} onConfirm={() => disconnect()} onCancel={() => setIsConfirming(false)} />;
  }
  return (
    <button
      type="button"
      ref={row}
      className="row"
      part="row disconnect"
      data-testid="lk-disconnect"
      onClick={() => (hasSeveral ? setIsConfirming(true) : disconnect())}
    >
      <IconTile name="logOut" />
      <span>{hasSeveral ? m.disconnectAll : m.disconnect}</span>
    </button>
  );
};

interface ConfirmationProps {
  readonly names: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

const Confirmation = ({ names, onConfirm, onCancel }: ConfirmationProps): ReactElement => {
  const m = useMessages();
  const titleId = useId();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    group.current?.scrollIntoView?.({ block: 'nearest' });
    group.current?.focus({ preventScroll: true });
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend
    <div className="confirm" role="group" aria-labelledby={titleId} tabIndex={-1} ref={group}>
      <div id={titleId}>
        <h2>{m.disconnectAllTitle}</h2>
        <p>{m.disconnectAllHint(names)}</p>
      </div>
      <div className="pair">
        <ActionButton testId="lk-keep" onClick={onCancel}>
          {m.cancel}
        </ActionButton>
        <ActionButton main testId="lk-disconnect-confirm" onClick={onConfirm}>
          {m.disconnectAll}
        </ActionButton>
      </div>
    </div>
  );
};
