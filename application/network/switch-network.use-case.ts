import type { Observable } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains, WalletSession } from '../ports/chain.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import { findNetwork } from './find-network.js';

/** CAIP-2 id of a configured network. */
export interface SwitchNetworkInput {
  readonly chainId: string;
}

/** Error codes of switching the network. */
export type SwitchNetworkError =
  | WalletErrorCode
  | 'caip/invalid-chain-id'
  | 'network/client-not-set'
  | 'network/not-found'
  | 'network/not-supported'
  | 'wallet-protocol/switch-failed';

/** `approve-in-wallet` while the connected wallet prompts the user. */
export type SwitchNetworkState = UseCaseState<'working' | 'approve-in-wallet', Network, SwitchNetworkError>;

/**
 * Switches to a network and activates its namespace. A connected wallet is requested to switch, and to add the network if it
 * does not support it; without a connection the network is only selected.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export class SwitchNetwork {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #events: EventBus;

  constructor(chains: Chains, connections: ConnectionStore, events: EventBus) {
    this.#chains = chains;
    this.#connections = connections;
    this.#events = events;
  }

  execute({ chainId }: SwitchNetworkInput): Observable<SwitchNetworkState> {
    return runUseCase('working', async ({ signal, step }) => {
      const network = findNetwork(this.#chains, this.#connections.state, chainId);
      const { chainNamespace: namespace, caipNetworkId } = network;
      const session = this.#connections.sessionOf(namespace);
      const before = session?.chainId;
      if (session !== null && !isOn(session, network)) {
        step('approve-in-wallet');
        await switchWallet(session, network, signal);
      }
      const now = this.#connections.sessionOf(namespace);
      if (now === null) {
        this.#connections.dispatch({ type: 'network-selected', namespace, chainId: caipNetworkId });
      } else if (now === session && now.chainId === before) {
        // The wallet's own event may come after its response: update the state now.
        this.#connections.dispatch({ type: 'chain-changed', namespace, chainId: caipNetworkId });
      }
      this.#connections.dispatch({ type: 'namespace-activated', namespace });
      this.#events.track('SWITCH_NETWORK', { network: caipNetworkId });
      return network;
    });
  }
}

/** Returns true if the wallet is on the network, by its current or deprecated id. */
const isOn = ({ chainId }: WalletSession, { caipNetworkId, deprecatedCaipNetworkId }: Network): boolean =>
  chainId === caipNetworkId || chainId === deprecatedCaipNetworkId;

const switchWallet = async (session: WalletSession, network: Network, signal: AbortSignal): Promise<void> => {
  try {
    await switchOrAdd(session, network, signal);
  } catch (error) {
    // The wallet may emit the new chain before it responds; the calling view then unmounts, which aborts the request.
    if (!isOn(session, network)) throw error;
  }
};

const switchOrAdd = async (session: WalletSession, network: Network, signal: AbortSignal): Promise<void> => {
  try {
    await session.switchNetwork(network, signal);
  } catch (error) {
    if (!isLatchkeyError(error, 'network/unrecognized-chain')) throw error;
    await add(session, network, signal);
    signal.throwIfAborted();
    // Many wallets have switched by now; the session then sends no request.
    await session.switchNetwork(network, signal).catch((cause: unknown) => {
      throw isLatchkeyError(cause, 'network/unrecognized-chain')
        ? new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId }, { cause })
        : cause;
    });
  }
};

const add = async (session: WalletSession, network: Network, signal: AbortSignal): Promise<void> => {
  try {
    await session.addNetwork(network, signal);
  } catch (cause) {
    // A rejection or a pending request does not mean that the wallet lacks support.
    if (isLatchkeyError(cause, 'wallet/rejected') || isLatchkeyError(cause, 'wallet/request-pending')) throw cause;
    throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId }, { cause });
  }
};
