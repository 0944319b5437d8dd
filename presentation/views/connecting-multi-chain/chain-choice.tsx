import { type ReactElement, type ReactNode, useState } from 'react';
import type { Namespace } from '../../../domain/caip/namespace.js';
import type { Connector } from '../../../domain/connection/connector.js';
import { ActionButton } from '../../components/action-button.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';

/** Props of {@link ChainChoice}. */
export interface ChainChoiceProps {
  readonly name: string;
  readonly picture: ReactNode;
  readonly connectors: readonly Connector[];
  /** Selected initially if the wallet supports it. The others are opt-in, so that only what the user selects is shared. */
  readonly first: Namespace;
  /** Connected by this wallet. */
  readonly connected: readonly Namespace[];
  readonly onConnect: (namespaces: readonly Namespace[]) => void;
  /** Called if nothing is left to connect. */
  readonly onDone: () => void;
}

/** Selection of a wallet's namespaces to connect. */
export const ChainChoice = ({ name: wallet, picture, connectors, first, connected, onConnect, onDone }: ChainChoiceProps): ReactElement => {
  const m = useMessages();
  const { networks } = useNetwork();
  const available = connectors.map(({ namespace }) => namespace).filter((namespace) => !connected.includes(namespace));
  const [selection, setSelection] = useState<readonly Namespace[]>(() =>
    [available.find((each) => each === first) ?? available[0]].filter((each) => each !== undefined),
  );
  const selected = available.filter((namespace) => selection.includes(namespace));
  const isAllSelected = selected.length === available.length;
  const toggle = (namespace: Namespace): void =>
    setSelection(selection.includes(namespace) ? selection.filter((each) => each !== namespace) : [...selection, namespace]);
  return (
    <div className="stack">
      <div className="mid tight">
        {picture}
        <h2>{m.chooseChains}</h2>
        <p>{m.chooseChainsHint(wallet)}</p>
      </div>
      <fieldset className="list">
        <legend className="sr">{m.chooseChains}</legend>
        {available.length < 2 ? null : (
          <button
            type="button"
            className="all"
            data-key="all"
            data-testid="lk-select-all"
            onClick={() => setSelection(isAllSelected ? [] : available)}
          >
            {isAllSelected ? m.deselectAll : m.selectAll}
          </button>
        )}
        {connectors.map(({ namespace }) => {
          const ownNetworks = networks.filter(({ chainNamespace }) => chainNamespace === namespace);
          const isConnected = connected.includes(namespace);
          const name = m.chainName(namespace);
          const names = ownNetworks.map((network) => network.name).join(', ');
          // Omitted if it only repeats the name of the chain.
          const detail = isConnected ? m.alreadyConnected : names === name ? undefined : names;
          return (
            <label className="row pick" part="row" key={namespace} data-testid={`lk-chain-${namespace}`}>
              <NetworkPicture network={ownNetworks[0]} name={ownNetworks[0]?.name ?? name} />
              <span>
                {name}
                {detail === undefined ? null : <small>{detail}</small>}
              </span>
              <input
                type="checkbox"
                checked={isConnected || selection.includes(namespace)}
                disabled={isConnected}
                onChange={() => toggle(namespace)}
              />
            </label>
          );
        })}
      </fieldset>
      {available.length === 0 ? (
        <ActionButton main focusKey="done" testId="lk-done" onClick={onDone}>
          {m.continueButton}
        </ActionButton>
      ) : (
        <ActionButton main focusKey="connect" testId="lk-connect-chosen" busy={selected.length === 0} onClick={() => onConnect(selected)}>
          {m.connectChains(selected.length)}
        </ActionButton>
      )}
    </div>
  );
};
