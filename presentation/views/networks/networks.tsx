import { type ReactElement, useEffect, useState } from 'react';
import type { Network } from '../../../domain/network/network.js';
import { isNetworkDisabled, searchNetworks, sortApprovedFirst } from '../../../domain/network/network-list.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { NetworkRow } from '../../components/network-row.js';
import { Notice } from '../../components/notice.js';
import { SearchField } from '../../components/search-field.js';
import { useChooseNetwork } from '../../components/use-choose-network.js';
import { useMissingPermissionTexts } from '../../components/use-missing-permission-texts.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Debounce of the search. */
const SEARCH_DEBOUNCE_MS = 100;
/** Minimum number of networks for a search field. */
const SEARCH_FROM = 5;

const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // An empty field shows all networks immediately.
  return text === '' ? '' : settled;
};

/** All configured networks, approved ones first. */
export const Networks = (): ReactElement => {
  const m = useMessages();
  const { network: current, networks, approvedChainIds } = useNetwork();
  const { push } = useRouter();
  const track = useTrack();
  const choose = useChooseNetwork(current);
  const missingPermissionTexts = useMissingPermissionTexts();
  const [text, setText] = useState('');
  const search = useDebounced(text);

  const results = searchNetworks(sortApprovedFirst(networks, approvedChainIds), search);
  return (
    <div className="stack">
      {networks.length < SEARCH_FROM ? null : (
        <div className="pinned">
          <SearchField value={text} label={m.searchNetworks} onValueChange={setText} />
        </div>
      )}
      <p className="sr" role="status">
        {search === '' ? '' : m.networksFound(results.length)}
      </p>
      <p className="sr" role="status">
        {missingPermissionTexts.join(' ')}
      </p>
      {results.length === 0 ? (
        <Notice icon="globe" title={m.noNetworks} hint={m.noNetworksHint(search)} />
      ) : (
        <ul className="list" aria-label={m.networkList}>
          {results.map((network) => (
            <li key={network.caipNetworkId}>
              <NetworkItem network={network} current={network.caipNetworkId === current?.caipNetworkId} onClick={() => choose(network)} />
            </li>
          ))}
        </ul>
      )}
      <ActionButton
        focusKey="help"
        onClick={() => {
          track('CLICK_NETWORK_HELP');
          push(view('WhatIsANetwork'));
        }}
      >
        {m.titleWhatIsNetwork}
      </ActionButton>
    </div>
  );
};

interface NetworkItemProps {
  readonly network: Network;
  readonly current: boolean;
  readonly onClick: () => void;
}

/** Row of a network, disabled if the wallet connected in its namespace does not approve it. */
const NetworkItem = ({ network, current, onClick }: NetworkItemProps): ReactElement => {
  const m = useMessages();
  const scope = { namespace: network.chainNamespace };
  const { approvedChainIds, supportsAllNetworks } = useNetwork(scope);
  const { isConnected, connectedWalletInfo } = useAccount(scope);
  const access = { connected: isConnected, supportsAllNetworks, approvedChainIds, embeddedWallet: false };
  return (
    <NetworkRow
      network={network}
      current={current}
      disabled={isNetworkDisabled(network, access)}
      reason={m.notOfferedBy(connectedWalletInfo?.name ?? m.yourWallet)}
      onClick={onClick}
    />
  );
};
