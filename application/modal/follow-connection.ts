import { map, pairwise, type Subscription } from 'rxjs';
import type { ConnectionState, NamespaceState } from '../../domain/connection/connection-state.js';
import { networkOf, shownSessionOf } from '../../domain/connection/connection-views.js';
import type { Network } from '../../domain/network/network.js';
import { opensUnsupportedChain } from '../../domain/network/unsupported-network.js';
import type { Options } from '../../domain/options/options.js';
import { type ViewName, view } from '../../domain/router/views.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { CloseModal } from './close-modal.use-case.js';
import type { ModalStore } from './modal.store.js';
import type { OpenModal } from './open-modal.use-case.js';

/** What the modal reacts to, in the active namespace at one time. */
interface Situation {
  readonly state: ConnectionState;
  readonly own: NamespaceState | undefined;
  readonly network: Network | undefined;
  readonly connected: boolean;
  /** Also while the connection of the last page is taken up: that is no moment at which anything comes or goes. */
  readonly shown: boolean;
}

const situationOf = (state: ConnectionState): Situation => {
  const own = state.namespaces[state.activeNamespace];
  return { state, own, network: own && networkOf(own), connected: own?.session != null, shown: shownSessionOf(own) !== null };
};

/** Whether a person's wish to connect came true, also where another wallet was connected before. */
const hasArrived = ({ own: before }: Situation, { own: after }: Situation): boolean =>
  after?.session != null && after.session !== before?.session && before?.attempt?.silent === false && after.attempt === null;

/** Views that go on with whatever account is the active one. */
const ACCOUNT_VIEWS: readonly ViewName[] = ['Account', 'AccountSettings', 'Profile', 'SwitchAddress'];

/** Views that were opened to reach a network: they have served when it is reached. */
const NETWORK_VIEWS: readonly ViewName[] = ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'];

/**
 * Moves the modal when the connection changes, whoever changed it: the page, the wallet or another tab. Connected: it
 * closes, unless further namespaces are being connected. Disconnected: it closes, unless another namespace is connected and
 * takes the place of the one that ended. On a network that is not configured: it opens the way out. On another network: the
 * views that led there are left; where no wallet is connected for it, one is offered. The network in use is remembered.
 */
export const followConnection = (
  connections: ConnectionStore,
  memory: ConnectionMemory,
  options: OptionsStore,
  modal: ModalStore,
  open: Pick<OpenModal, 'execute'>,
  close: Pick<CloseModal, 'execute'>,
): Subscription => {
  const closeByApp = (): void => void close.execute({ by: 'app' }).subscribe();

  const react = (before: Situation, after: Situation): void => {
    const { network } = after;
    const { name } = modal.snapshot.view;
    const moved = before.network?.caipNetworkId !== network?.caipNetworkId || before.network?.unknown !== network?.unknown;
    const switched = before.state.activeNamespace !== after.state.activeNamespace;
    const arrived = hasArrived(before, after);
    const cameOrWent = before.shown !== after.shown || arrived;
    if (moved && network !== undefined && !network.unknown) memory.rememberNetwork(network.chainNamespace, network.caipNetworkId);
    if (isStranded(after, options.current) && (moved || arrived || before.connected !== after.connected)) {
      open.execute({ view: view('UnsupportedChain') }).subscribe();
    } else if ((modal.snapshot.modal.open || options.current.enableEmbedded) && !(name === 'ConnectingMultiChain' && after.connected)) {
      // The view left out connects several, and says itself when it is done.
      if (cameOrWent && !switched) closeByApp();
      else if (switched && before.connected && !after.connected) modal.navigate({ type: 'reset', view: view('Connect') });
      else if ((moved || switched) && NETWORK_VIEWS.includes(name)) modal.navigate({ type: 'network-switched' }, closeByApp);
      else if (switched && after.connected && !ACCOUNT_VIEWS.includes(name)) closeByApp();
    }
    if (switched) connections.dispatch({ type: 'namespace-switch-settled' });
  };

  return connections.state$.pipe(map(situationOf), pairwise()).subscribe(([before, after]) => react(before, after));
};

const isStranded = (
  { own, network, connected }: Situation,
  { allowUnsupportedChain, enableNetworkSwitch }: Pick<Options, 'allowUnsupportedChain' | 'enableNetworkSwitch'>,
): boolean =>
  own !== undefined &&
  network !== undefined &&
  opensUnsupportedChain({
    chainId: network.caipNetworkId,
    requested: own.requested,
    connected,
    allowUnsupportedChain,
    enableNetworkSwitch,
  });
