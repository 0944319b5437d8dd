import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { SESSION_EXPIRY_S } from './sessions.js';

/** What the parties know of a session that comes of signing in. */
export type SignedSession = Pick<ProtocolSession, 'topic' | 'pairingTopic' | 'namespaces' | 'self' | 'peer' | 'controller'> &
  Required<Pick<ProtocolSession, 'authentication' | 'transportType'>>;

/** The session that comes of signing in, the same for both parties: nobody proposed it, and nobody has to acknowledge it. */
export const signedSession = (known: SignedSession, nowMs: number): ProtocolSession => ({
  ...known,
  relay: { protocol: RELAY_PROTOCOL },
  expiry: Math.floor(nowMs / 1_000) + SESSION_EXPIRY_S,
  acknowledged: true,
  requiredNamespaces: {},
  optionalNamespaces: {},
});
