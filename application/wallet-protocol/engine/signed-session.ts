import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { SESSION_EXPIRY_S } from './sessions.js';

/** Members of a one-click auth session that the parties supply. */
export type SignedSessionDetails = Pick<ProtocolSession, 'topic' | 'pairingTopic' | 'namespaces' | 'self' | 'peer' | 'controller'> &
  Required<Pick<ProtocolSession, 'authentication' | 'transportType'>> &
  Pick<ProtocolSession, 'verifyContext'>;

/** Creates the session of a sign-in, the same for both parties: without a proposal and without an acknowledgement. */
export const createSignedSession = (details: SignedSessionDetails, nowMs: number): ProtocolSession => ({
  ...details,
  relay: { protocol: RELAY_PROTOCOL },
  expiry: Math.floor(nowMs / 1_000) + SESSION_EXPIRY_S,
  acknowledged: true,
  requiredNamespaces: {},
  optionalNamespaces: {},
});
