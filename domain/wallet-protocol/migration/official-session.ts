import { readCacao } from '../authentication/auth-response.js';
import { isNumber, isPlainObject, isRelay } from '../primitives.js';
import type { Participant, ProtocolSession } from '../session.js';
import { readSessionNamespaces } from '../session-namespaces.js';
import { readPeerMetadata } from '../settlement.js';
import { isHex32 } from './official-keychain.js';
import { readProposalNamespaces } from './official-namespaces.js';

const readParticipant = (value: unknown): Participant | null =>
  isPlainObject(value) && isHex32(value.publicKey) ? { publicKey: value.publicKey, metadata: readPeerMetadata(value.metadata) } : null;

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] => (isPlainObject(value) ? Object.entries(value) : []);

/**
 * Reads a session that an official client has stored; `null` for what is none, or allows nothing that Latchkey knows. Whether it
 * is over is another question.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const readOfficialSession = (value: unknown): ProtocolSession | null => {
  if (!isPlainObject(value)) return null;
  const { topic, pairingTopic, relay, expiry, acknowledged, controller, transportType, authentication, sessionConfig } = value;
  const namespaces = readSessionNamespaces(value.namespaces);
  const [self, peer] = [readParticipant(value.self), readParticipant(value.peer)];
  if (!isHex32(topic) || !isNumber(expiry) || !isHex32(controller) || namespaces === null || self === null || peer === null) return null;
  // Who controls it is one of the two.
  if (controller !== self.publicKey && controller !== peer.publicKey) return null;
  if (!isPlainObject(relay) || !isRelay(relay)) return null;
  const properties = entriesOf(value.sessionProperties).filter(([, property]) => typeof property === 'string');
  const scoped = entriesOf(value.scopedProperties);
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
    // All values are texts: the others were left out above.
    ...(properties.length === 0 ? {} : { sessionProperties: Object.fromEntries(properties) as Readonly<Record<string, string>> }),
    ...(scoped.length === 0 ? {} : { scopedProperties: Object.fromEntries(scoped) }),
    ...(isPlainObject(sessionConfig) && sessionConfig.disableDeepLink === true ? { sessionConfig: { disableDeepLink: true } } : {}),
    ...(signed.length === 0 ? {} : { authentication: signed }),
    ...(transportType === 'relay' || transportType === 'link_mode' ? { transportType } : {}),
  };
};
