import type { ReactElement } from 'react';
import type { Connector } from '../../../domain/connection/connector.js';
import { connectorRows } from '../../../domain/connection/connector-list.js';
import { type ViewData, view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { Notice } from '../../components/notice.js';
import { useAccounts } from '../../hooks/use-accounts.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModal } from '../../hooks/use-modal.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';

/** Shown if the selected network's namespace has no wallet: connect one, or stay on the current network. */
export const SwitchActiveChain = ({ chainId }: ViewData['SwitchActiveChain']): ReactElement => {
  const m = useMessages();
  const { useCases } = useLatchkey();
  const { network: current, networks } = useNetwork();
  const accounts = useAccounts();
  const connectors = useConnectors();
  const { push, goBack } = useRouter();
  const { open } = useModal();
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId);
  if (network === undefined) return <Notice icon="globe" title={m.networkNotFound} hint={m.switchFailedHint} />;

  const namespace = network.chainNamespace;
  const isConnected = ({ id, namespace }: Connector): boolean =>
    accounts.some((each) => each.connectorId === id && each.namespace === namespace);
  // The connected wallet may support the namespace too.
  const sameWallet = connectorRows(connectors)
    .find((row) => row.connectors.some(isConnected))
    ?.connectors.find((each) => each.namespace === namespace);
  const select = (): void => void useCases.switchNetwork.execute({ chainId }).subscribe();
  const currentName = current === undefined || current.unknown ? m.unknownNetwork : current.name;
  return (
    <div className="stack">
      <div className="mid">
        <NetworkPicture network={network} size={80} />
        <h2>{m.walletNeeded(network.name)}</h2>
        <p>{m.walletNeededHint(network.name)}</p>
      </div>
      {sameWallet === undefined ? null : (
        <ActionButton
          main
          testId="lk-connect-same"
          onClick={() => {
            select();
            push(
              sameWallet.type === 'WALLET_CONNECT'
                ? view('ConnectingWalletConnect', { walletId: null })
                : view('ConnectingExternal', { namespace, connectorId: sameWallet.id }),
            );
          }}
        >
          {m.openName(sameWallet.name)}
        </ActionButton>
      )}
      <ActionButton
        main={sameWallet === undefined}
        testId="lk-connect-other"
        onClick={() => {
          select();
          void open({ view: 'Connect', namespace });
        }}
      >
        {sameWallet === undefined ? m.connectWallet : m.anotherWallet}
      </ActionButton>
      <ActionButton testId="lk-stay" onClick={goBack}>
        {m.stayOn(currentName)}
      </ActionButton>
    </div>
  );
};
