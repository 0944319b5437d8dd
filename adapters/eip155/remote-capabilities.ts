import type { RemoteSession } from '../../application/ports/remote-session.port.js';
import {
  approvedCapabilities,
  askedChains,
  capabilitiesKey,
  keptCapabilities,
  type WalletCapabilities,
} from '../../domain/wallet-protocol/provider/capabilities.js';
import type { Eip1193Request } from './eip1193.js';

/**
 * What a wallet elsewhere said of its capabilities when it approved the session, so that it need not be asked: as the answer to
 * `wallet_getCapabilities`, for all chains of an address or for those that are asked about, or one by one. `null` where it said nothing.
 * @see https://eips.ethereum.org/EIPS/eip-5792, https://chainagnostic.org/CAIPs/caip-345
 */
export const approvedWith = (
  { sessionProperties, scopedProperties }: Pick<RemoteSession, 'sessionProperties' | 'scopedProperties'>,
  params: Eip1193Request['params'],
): WalletCapabilities | null => {
  const [address] = Array.isArray(params) ? params : [];
  if (typeof address !== 'string') return null;
  const chains = askedChains(params);
  return (
    keptCapabilities(sessionProperties, capabilitiesKey(address, chains)) ??
    keptCapabilities(sessionProperties, capabilitiesKey(address, [])) ??
    approvedCapabilities({ sessionProperties, scopedProperties }, address, chains)
  );
};
