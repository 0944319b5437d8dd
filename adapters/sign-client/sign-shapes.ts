import type { EngineEventMap } from '../../application/wallet-protocol/engine/engine-events.js';
import type { VerifyContext } from '../../domain/wallet-protocol/origin/verify-context.js';
import type { Pairing } from '../../domain/wallet-protocol/pairing.js';
import type { PendingAuthRequest } from '../../domain/wallet-protocol/pending-auth-request.js';
import type { PendingRequest } from '../../domain/wallet-protocol/pending-request.js';
import type { Proposal } from '../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { SignClientEvents, SignPairing, SignPendingAuthRequest, SignPendingRequest, SignProposal, SignSession } from './sign-types.js';

/** Copies a value, so that changes by the app do not affect the engine. */
const copyOf = <Value>(value: unknown): Value => structuredClone(value) as Value;

/** Context of a request whose origin was not verified. */
const UNKNOWN_CONTEXT: VerifyContext = { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } };

export const toSignSession = ({ verifyContext: _, ...session }: ProtocolSession): SignSession => copyOf(session);

export const toSignPairing = (pairing: Pairing): SignPairing => copyOf(pairing);

export const toSignProposal = ({ isOwn: _, sessionTopic: __, verifyContext: ___, ...proposal }: Proposal): SignProposal => copyOf(proposal);

export const toSignRequest = ({ topic, id, params, verifyContext }: PendingRequest): SignPendingRequest =>
  copyOf({ topic, id, params, verifyContext });

export const toSignAuthRequest = ({
  isOwn: _,
  walletLink: __,
  isForLinkOnly: ___,
  verifyContext = UNKNOWN_CONTEXT,
  ...request
}: PendingAuthRequest): SignPendingAuthRequest => copyOf({ ...request, verifyContext });

/** Converts the data of an engine event. */
export const toSignEvent = <Name extends keyof SignClientEvents>(name: Name, data: EngineEventMap[Name]): SignClientEvents[Name] => {
  if (name !== 'session_proposal') return copyOf(data);
  const { id, params, verifyContext } = data as EngineEventMap['session_proposal'];
  return copyOf({ id, params: toSignProposal(params), verifyContext });
};

/** Converts a session, keeping members that only the engine has. */
export const fromSignSession = (session: SignSession, stored: ProtocolSession | null): ProtocolSession =>
  copyOf(stored?.verifyContext === undefined ? session : { ...session, verifyContext: stored.verifyContext });

/** Converts a proposal, keeping members that only the engine has. */
export const fromSignProposal = (proposal: SignProposal, stored: Proposal | null): Proposal =>
  copyOf({ isOwn: false, ...stored, ...proposal } satisfies Omit<Proposal, keyof SignProposal> & SignProposal);

/** Converts a session request. @param expiry in seconds since 1970, if the request has none */
export const fromSignRequest = (request: SignPendingRequest, stored: PendingRequest | null, expiry: number): PendingRequest =>
  copyOf({ ...stored, ...request, expiry: request.params.request.expiryTimestamp ?? stored?.expiry ?? expiry });

/** Converts a sign-in request, keeping members that only the engine has. */
export const fromSignAuthRequest = (request: SignPendingAuthRequest, stored: PendingAuthRequest | null): PendingAuthRequest =>
  copyOf({ isOwn: false, transportType: 'relay', ...stored, ...request });
