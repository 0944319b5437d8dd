import { map, pairwise, type Subscription } from 'rxjs';
import type { ConnectionState, NamespaceState } from '../../domain/connection/connection-state.js';
import { displayedSessionOf, networkOf } from '../../domain/connection/connection-views.js';
import type { Network } from '../../domain/network/network.js';
import { shouldOpenUnsupportedChain } from '../../domain/network/unsupported-network.js';
import type { Options } from '../../domain/options/options.js';
import { type ViewName, view } from '../../domain/router/views.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { CloseModal } from './close-modal.use-case.js';
import type { ModalStore } from './modal.store.js';
import type { OpenModal } from './open-modal.use-case.js';

/** Properties of the active namespace's connection that the modal reacts to. */
interface ConnectionSnapshot {
  readonly state: ConnectionState;
  readonly own: NamespaceState | undefined;
  readonly network: Network | undefined;
  readonly connected: boolean;
  /** True also while a stored connection is being restored, which must not open or close the modal. */
  readonly isConnectionVisible: boolean;
}

const snapshotOf = (state: ConnectionState): ConnectionSnapshot => {
  const own = state.namespaces[state.activeNamespace];
  return {
    state,
    own,
    network: own && networkOf(own),
    connected: own?.session != null,
    isConnectionVisible: displayedSessionOf(own) !== null,
  };
};

/** Returns true if an attempt of the user has succeeded, even if another wallet was connected before. */
const didUserConnect = ({ own: before }: ConnectionSnapshot, { own: after }: ConnectionSnapshot): boolean =>
  after?.session != null && after.session !== before?.session && before?.attempt?.isAutomatic === false && after.attempt === null;

/** Views that stay open when the active account changes. */
const ACCOUNT_VIEWS: readonly ViewName[] = ['Account', 'AccountSettings', 'Profile', 'SwitchAddress'];

/** Views that close once the network has been switched. */
const NETWORK_VIEWS: readonly ViewName[] = ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'];

/**
 * Updates the modal when the connection changes, by the app, the wallet or another tab:
 * - connected: closes as the `AfterConnect` policy decides, unless further namespaces are being connected;
 * - disconnected: closes, unless another connected namespace becomes active;
 * - wallet on a network that is not configured: opens the view to switch it;
 * - network switched: leaves the network views, and opens the connect view if the namespace is not connected.
 * Also stores the active network.
 */
export const followConnection = (
  connections: ConnectionStore,
  repository: ConnectionRepository,
  options: OptionsStore,
  modal: ModalStore,
  open: Pick<OpenModal, 'execute'>,
  close: Pick<CloseModal, 'execute'>,
): Subscription => {
  const closeByApp = (): void => void close.execute({ by: 'app' }).subscribe();
  const closeAfterConnect = (): void => void close.execute({ by: 'connected' }).subscribe();

  const react = (before: ConnectionSnapshot, after: ConnectionSnapshot): void => {
    const { network } = after;
    const { name } = modal.snapshot.view;
    const didNetworkChange = before.network?.caipNetworkId !== network?.caipNetworkId || before.network?.unknown !== network?.unknown;
    const didNamespaceChange = before.state.activeNamespace !== after.state.activeNamespace;
    const didConnect = didUserConnect(before, after);
    const didConnectionChange = before.isConnectionVisible !== after.isConnectionVisible || didConnect;
    if (didNetworkChange && network !== undefined && !network.unknown)
      repository.rememberNetwork(network.chainNamespace, network.caipNetworkId);
    if (isOnUnsupportedChain(after, options.current) && (didNetworkChange || didConnect || before.connected !== after.connected)) {
      open.execute({ view: view('UnsupportedChain') }).subscribe();
    } else if ((modal.snapshot.modal.open || options.current.enableEmbedded) && !(name === 'ConnectingMultiChain' && after.connected)) {
      // `ConnectingMultiChain` connects several namespaces and closes itself.
      if (didConnectionChange && !didNamespaceChange) (after.connected ? closeAfterConnect : closeByApp)();
      else if (didNamespaceChange && before.connected && !after.connected) modal.navigate({ type: 'reset', view: view('Connect') });
      else if ((didNetworkChange || didNamespaceChange) && NETWORK_VIEWS.includes(name))
        modal.navigate({ type: 'network-switched' }, closeByApp);
      else if (didNamespaceChange && after.connected && !ACCOUNT_VIEWS.includes(name)) closeAfterConnect();
    }
    if (didNamespaceChange) connections.dispatch({ type: 'namespace-switch-settled' });
  };

  return connections.state$.pipe(map(snapshotOf), pairwise()).subscribe(([before, after]) => react(before, after));
};

const isOnUnsupportedChain = (
  { own, network, connected }: ConnectionSnapshot,
  { allowUnsupportedChain, enableNetworkSwitch }: Pick<Options, 'allowUnsupportedChain' | 'enableNetworkSwitch'>,
): boolean =>
  own !== undefined &&
  network !== undefined &&
  shouldOpenUnsupportedChain({
    chainId: network.caipNetworkId,
    networks: own.networks,
    connected,
    allowUnsupportedChain,
    enableNetworkSwitch,
  });
