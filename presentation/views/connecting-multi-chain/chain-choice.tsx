import { type ReactElement, type ReactNode, useState } from 'react';
import type { Namespace } from '../../../domain/caip/namespace.js';
import type { Connector } from '../../../domain/connection/connector.js';
import { ActionButton } from '../../components/action-button.js';
import { Picture } from '../../components/picture.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';

/** What there is to choose. */
export interface ChainChoiceProps {
  readonly name: string;
  readonly picture: ReactNode;
  readonly connectors: readonly Connector[];
  /** Chosen from the start, if the wallet speaks for it: no more is shared than a person asks for. */
  readonly first: Namespace;
  readonly connected: readonly Namespace[];
  readonly onConnect: (namespaces: readonly Namespace[]) => void;
}

/** Which namespaces of a wallet to connect: one, several or all. */
export const ChainChoice = ({ name: wallet, picture, connectors, first, connected, onConnect }: ChainChoiceProps): ReactElement => {
  const m = useMessages();
  const { networks } = useNetwork();
  const open = connectors.map(({ namespace }) => namespace).filter((namespace) => !connected.includes(namespace));
  const [chosen, choose] = useState<readonly Namespace[]>(() =>
    [open.find((each) => each === first) ?? open[0]].filter((each) => each !== undefined),
  );
  const wanted = open.filter((namespace) => chosen.includes(namespace));
  const toggle = (namespace: Namespace): void =>
    choose(chosen.includes(namespace) ? chosen.filter((each) => each !== namespace) : [...chosen, namespace]);
  return (
    <div className="stack">
      <div className="mid tight">
        {picture}
        <h2>{m.chooseChains}</h2>
        <p>{m.chooseChainsHint(wallet)}</p>
      </div>
      <fieldset className="list">
        <legend className="sr">{m.chooseChains}</legend>
        {connectors.map(({ namespace }) => {
          const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace);
          const isConnected = connected.includes(namespace);
          const name = m.chainName(namespace);
          const names = own.map((network) => network.name).join(', ');
          // A chain with one network of its name says nothing by it.
          const detail = isConnected ? m.connectedAlready : names === name ? undefined : names;
          return (
            <label className="row pick" part="row" key={namespace} data-testid={`lk-chain-${namespace}`}>
              <Picture src={own[0]?.assets.imageUrl} name={own[0]?.name ?? name} round />
              <span>
                {name}
                {detail === undefined ? null : <small>{detail}</small>}
              </span>
              <input
                type="checkbox"
                checked={isConnected || chosen.includes(namespace)}
                disabled={isConnected}
                onChange={() => toggle(namespace)}
              />
            </label>
          );
        })}
      </fieldset>
      <ActionButton main focusKey="connect" testId="lk-connect-chosen" busy={wanted.length === 0} onClick={() => onConnect(wanted)}>
        {m.connectChains(wanted.length)}
      </ActionButton>
      {open.length < 2 ? null : (
        <ActionButton focusKey="all" testId="lk-connect-all" onClick={() => onConnect(open)}>
          {m.connectAll}
        </ActionButton>
      )}
    </div>
  );
};
