import { attempt, membersOf } from '../../wire.js';
import { type PairingUri, pairingParameter, parsePairingUri, RELAY_PROTOCOL } from '../pairing-uri.js';
import { isOver, isText, isUrlText } from '../primitives.js';
import { invalid, type ProtocolFault, paramsFault, protocolFault } from '../protocol-fault.js';
import { shown, withoutSecrets } from '../shown.js';

const uriFault = (uri: unknown): ProtocolFault => invalid(`pair() uri: ${withoutSecrets(shown(uri), 'key')}`);

const read = (uri: string): PairingUri | null => attempt(() => parsePairingUri(uri)) ?? null;

/**
 * Rule of `pair()`. In this order: parameters, a URL, its relay protocol, its key, all else that makes it a pairing URI, its expiry. What
 * may be a key is left out of every message.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri
 */
export const pairFault = (params: unknown, { nowMs }: { readonly nowMs: number }): ProtocolFault | null => {
  const { uri } = membersOf(params);
  const missing = paramsFault('pair()', params);
  if (missing !== null) return missing;
  if (!isUrlText(uri)) return uriFault(uri);
  if (pairingParameter(uri, 'relay-protocol') !== RELAY_PROTOCOL) return invalid('pair() uri#relay-protocol');
  if (!isText(pairingParameter(uri, 'symKey'))) return invalid('pair() uri#symKey');
  const pairing = read(uri);
  if (pairing === null) return uriFault(uri);
  return pairing.expiry !== null && isOver(pairing.expiry, nowMs)
    ? protocolFault('wallet-protocol/expired', { detail: 'pair() URI has expired. Please try again with a new connection URI.' })
    : null;
};

/** Rule of a URI that a wallet reads again: its pairing has not served yet. @param known of the pairing that the URI's topic names */
export const pairAgainFault = (
  topic: string,
  { pairing }: { readonly pairing: { readonly active: boolean } | null },
): ProtocolFault | null => (pairing?.active === true ? protocolFault('pairing/already-exists', { topic }) : null);
