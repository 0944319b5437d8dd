import type { Adoption, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import { awaitWallet } from '../shared/await-wallet.js';
import { type InjectedExtension, isInjectedExtension, type ListenToAccounts } from './injected-extension.js';
import { InjectedWallet, onAccounts } from './injected-wallet.js';
import type { DiscoveredExtension, PolkadotDiscovery } from './polkadot-discovery.js';
import { PolkadotSession, type SessionDeps } from './polkadot-session.js';
import { RemoteWallet } from './remote-wallet.js';
import { toLatchkeyError } from './to-latchkey-error.js';

export interface OpenExtensionOptions {
  readonly discovered: DiscoveredExtension;
  readonly network: Network;
  /** App name shown by the extension. */
  readonly originName: string;
  readonly clock: Clock;
  readonly locks: SessionDeps['locks'];
  readonly reader: SessionDeps['reader'];
  /** Stores the extension's account listener for `sharing`. */
  readonly registerListener: (listen: ListenToAccounts) => void;
}

/** Requests access from an extension; `null` when it shares no account. @throws LatchkeyError `wallet/…` */
export const openExtension = async (
  { discovered: { connector, provider }, network, originName, clock, locks, reader, registerListener }: OpenExtensionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const extension = await enable(provider, originName, signal);
  registerListener((handler) => onAccounts(extension, handler));
  const wallet = await InjectedWallet.open(connector, extension, clock, signal);
  if (wallet.accountsOn(network.caipNetworkId).length > 0) return new PolkadotSession({ wallet, network, reader, clock, locks });
  wallet.release();
  return null;
};

const enable = async (provider: DiscoveredExtension['provider'], originName: string, signal: AbortSignal): Promise<InjectedExtension> => {
  const method = 'enable';
  signal.throwIfAborted();
  try {
    // It may throw synchronously or return a non-native thenable: the promise constructor normalizes both.
    const extension = await abortable(new Promise<unknown>((resolve) => resolve(provider.enable(originName))), signal);
    if (isInjectedExtension(extension)) return extension;
  } catch (error) {
    signal.throwIfAborted();
    throw toLatchkeyError(error, method);
  }
  throw new LatchkeyError('wallet/invalid-response', { method });
};

/** Waits for an extension that is injected late. @throws LatchkeyError `connection/connector-not-found` */
export const awaitExtension = (
  discovery: PolkadotDiscovery,
  connectorId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<DiscoveredExtension> => awaitWallet(discovery, connectorId, clock, signal);

/** Opens a Polkadot session over a WalletConnect session; `null` when it shares no account of a configured network. */
export const openRemote = (
  { remote, connector, network, networks }: Adoption,
  deps: Pick<SessionDeps, 'reader' | 'clock' | 'locks'>,
): WalletSession | null => {
  const wallet = new RemoteWallet(connector, remote);
  const shared = chainsOf(remote.namespaces, 'polkadot').filter((chainId) => wallet.canSignFor(chainId));
  const start = [network, ...networks()].find(({ caipNetworkId }) => shared.includes(caipNetworkId));
  return start === undefined ? null : new PolkadotSession({ ...deps, wallet, network: start, networks });
};
