import type { Adoption, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import { awaitWallet } from '../shared/await-wallet.js';
import { type InjectedExtension, isInjectedExtension, type Listen } from './injected-extension.js';
import { InjectedWallet, onAccounts } from './injected-wallet.js';
import type { FoundExtension, PolkadotDiscovery } from './polkadot-discovery.js';
import { PolkadotSession, type SessionParts } from './polkadot-session.js';
import { RemoteWallet } from './remote-wallet.js';
import { toLatchkeyError } from './to-latchkey-error.js';

/** What a session with an extension is opened with. */
export interface OpenExtension {
  readonly found: FoundExtension;
  readonly network: Network;
  /** The site, as the extension shows it. */
  readonly originName: string;
  readonly clock: Clock;
  readonly reader: SessionParts['reader'];
  /** Keeps how the extension is listened to, for later. */
  readonly keep: (listen: Listen) => void;
}

/** Has an extension let the site in; `null` when it shares no account. @throws LatchkeyError `wallet/…` */
export const openExtension = async (
  { found: { connector, provider }, network, originName, clock, reader, keep }: OpenExtension,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const extension = await enable(provider, originName, signal);
  keep((hear) => onAccounts(extension, hear));
  const wallet = await InjectedWallet.open(connector, extension, clock, signal);
  if (wallet.accountsOn(network.caipNetworkId).length > 0) return new PolkadotSession({ wallet, network, reader });
  wallet.release();
  return null;
};

const enable = async (provider: FoundExtension['provider'], originName: string, signal: AbortSignal): Promise<InjectedExtension> => {
  const method = 'enable';
  signal.throwIfAborted();
  try {
    // It may throw at once, or answer with a promise of its own make: the inner promise tames both.
    const extension = await abortable(new Promise<unknown>((answer) => answer(provider.enable(originName))), signal);
    if (isInjectedExtension(extension)) return extension;
  } catch (error) {
    signal.throwIfAborted();
    throw toLatchkeyError(error, method);
  }
  throw new LatchkeyError('wallet/invalid-response', { method });
};

/** Waits a moment for an extension that comes late. @throws LatchkeyError `connection/connector-not-found` */
export const awaitExtension = (
  discovery: PolkadotDiscovery,
  connectorId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<FoundExtension> => awaitWallet(discovery, connectorId, clock, signal);

/** Makes a session of the wallet protocol one of this namespace; `null` when it shares no account of a configured network. */
export const openRemote = ({ remote, connector, network, networks }: Adoption, reader: SessionParts['reader']): WalletSession | null => {
  const wallet = new RemoteWallet(connector, remote);
  const shared = chainsOf(remote.namespaces, 'polkadot').filter((chainId) => wallet.allows(chainId));
  const start = [network, ...networks()].find(({ caipNetworkId }) => shared.includes(caipNetworkId));
  return start === undefined ? null : new PolkadotSession({ wallet, network: start, reader, networks });
};
