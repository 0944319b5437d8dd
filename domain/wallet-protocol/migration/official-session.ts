import { readCacao } from '../authentication/auth-response.js';
import { isNumber, isPlainObject, isRelay } from '../primitives.js';
import { readProperties } from '../properties.js';
import type { Participant, ProtocolSession } from '../session.js';
import { readSessionGrants } from '../session-grants.js';
import { readPeerMetadata } from '../settlement.js';
import { isHex32 } from './official-keychain.js';
import { readProposalNamespaces } from './official-namespaces.js';

const readParticipant = (value: unknown): Participant | null =>
  isPlainObject(value) && isHex32(value.publicKey) ? { publicKey: value.publicKey, metadata: readPeerMetadata(value.metadata) } : null;

/**
 * Reads a session that an official client has stored; `null` for what is none, or shares no account. Whether it is over is
 * another question.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const readOfficialSession = (value: unknown): ProtocolSession | null => {
  if (!isPlainObject(value)) return null;
  const { topic, pairingTopic, relay, expiry, acknowledged, controller, transportType, authentication, sessionConfig } = value;
  const namespaces = readSessionGrants(value.namespaces);
  const [self, peer] = [readParticipant(value.self), readParticipant(value.peer)];
  if (!isHex32(topic) || !isNumber(expiry) || !isHex32(controller) || namespaces === null || self === null || peer === null) return null;
  // Who controls it is one of the two.
  if (controller !== self.publicKey && controller !== peer.publicKey) return null;
  if (!isPlainObject(relay) || !isRelay(relay)) return null;
  const signed = (Array.isArray(authentication) ? authentication : []).map(readCacao).filter((cacao) => cacao !== null);
  return {
    topic,
    // A session that began with a sign-in by link may have none.
    pairingTopic: isHex32(pairingTopic) ? pairingTopic : '',
    relay: { protocol: String(relay.protocol) },
    expiry,
    acknowledged: acknowledged === true,
    controller,
    namespaces,
    requiredNamespaces: readProposalNamespaces(value.requiredNamespaces),
    optionalNamespaces: readProposalNamespaces(value.optionalNamespaces),
    self,
    peer,
    ...readProperties({ sessionProperties: value.sessionProperties, scopedProperties: value.scopedProperties }),
    ...(isPlainObject(sessionConfig) && sessionConfig.disableDeepLink === true ? { sessionConfig: { disableDeepLink: true } } : {}),
    ...(signed.length === 0 ? {} : { authentication: signed }),
    ...(transportType === 'relay' || transportType === 'link_mode' ? { transportType } : {}),
  };
};
