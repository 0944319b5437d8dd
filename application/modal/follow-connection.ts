import { map, pairwise, type Subscription } from 'rxjs';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { accountOf, activeNetworkOf } from '../../domain/connection/connection-views.js';
import type { Network } from '../../domain/network/network.js';
import { opensUnsupportedChain } from '../../domain/network/unsupported-network.js';
import { type ViewName, view } from '../../domain/router/views.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { CloseModal } from './close-modal.use-case.js';
import type { ModalStore } from './modal.store.js';
import type { OpenModal } from './open-modal.use-case.js';

/** What the modal reacts to, in one namespace at one time. */
interface Situation {
  readonly state: ConnectionState;
  readonly network: Network | undefined;
  readonly connected: boolean;
}

const situationOf = (state: ConnectionState): Situation => ({
  state,
  network: activeNetworkOf(state),
  connected: accountOf(state).isConnected,
});

/** Views that were opened to reach a network: they have served when it is reached. */
const NETWORK_VIEWS: readonly ViewName[] = ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'];

/**
 * Moves the modal when the connection changes, whoever changed it: the page, the wallet or another tab. Connected: it
 * closes. Disconnected: it closes. On a network that is not configured: it opens the way out. On another network: the
 * views that led there are left. The network in use is remembered.
 */
export const followConnection = (
  connections: ConnectionStore,
  memory: ConnectionMemory,
  options: OptionsStore,
  modal: ModalStore,
  open: OpenModal,
  close: CloseModal,
): Subscription => {
  const closeByApp = (): void => void close.execute({ by: 'app' }).subscribe();

  const react = (before: Situation, after: Situation): void => {
    const moved = before.network?.caipNetworkId !== after.network?.caipNetworkId;
    const switched = before.state.activeNamespace !== after.state.activeNamespace;
    if (moved && after.network !== undefined && !after.network.unknown) {
      memory.rememberNetwork(after.network.chainNamespace, after.network.caipNetworkId);
    }
    if (isStranded(after, options) && (moved || !before.connected)) {
      open.execute({ view: view('UnsupportedChain') }).subscribe();
    } else if (modal.snapshot.modal.open) {
      if (before.connected !== after.connected && !switched) closeByApp();
      else if ((moved || switched) && NETWORK_VIEWS.includes(modal.snapshot.view.name)) {
        if (modal.navigate({ type: 'network-switched' })) closeByApp();
      } else if (switched && after.connected) closeByApp();
    }
    if (switched) connections.dispatch({ type: 'namespace-switch-settled' });
  };

  return connections.state$.pipe(map(situationOf), pairwise()).subscribe(([before, after]) => react(before, after));
};

const isStranded = ({ state, network, connected }: Situation, { current }: OptionsStore): boolean => {
  const requested = state.namespaces[state.activeNamespace]?.requested;
  return (
    network !== undefined &&
    requested !== undefined &&
    opensUnsupportedChain({
      chainId: network.caipNetworkId,
      requested,
      connected,
      allowUnsupportedChain: current.allowUnsupportedChain,
      enableNetworkSwitch: current.enableNetworkSwitch,
    })
  );
};
