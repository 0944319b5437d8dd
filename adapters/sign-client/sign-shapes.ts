import type { EngineEventMap } from '../../application/wallet-protocol/engine/engine-events.js';
import type { VerifyContext } from '../../domain/wallet-protocol/origin/verify-context.js';
import type { Pairing } from '../../domain/wallet-protocol/pairing.js';
import type { PendingAuthRequest } from '../../domain/wallet-protocol/pending-auth-request.js';
import type { PendingRequest } from '../../domain/wallet-protocol/pending-request.js';
import type { Proposal } from '../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { SignClientEvents, SignPairing, SignPendingAuthRequest, SignPendingRequest, SignProposal, SignSession } from './sign-types.js';

/** Hosts get copies: what they change of one changes nothing of the engine. The copy is theirs to change, as its type says. */
const copied = <Value>(value: unknown): Value => structuredClone(value) as Value;

/** Of an origin that nobody was asked about. */
const UNKNOWN: VerifyContext = { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } };

/** A session as hosts know it. */
export const toSignSession = (session: ProtocolSession): SignSession => copied(session);

/** A pairing as hosts know it. */
export const toSignPairing = (pairing: Pairing): SignPairing => copied(pairing);

/** A proposal as hosts know it. */
export const toSignProposal = ({ isOwn: _, sessionTopic: __, verifyContext: ___, ...proposal }: Proposal): SignProposal => copied(proposal);

/** A session request as hosts know it. */
export const toSignRequest = ({ topic, id, params, verifyContext }: PendingRequest): SignPendingRequest =>
  copied({ topic, id, params, verifyContext });

/** A request to sign in as hosts know it. */
export const toSignAuthRequest = ({
  isOwn: _,
  walletLink: __,
  verifyContext = UNKNOWN,
  ...request
}: PendingAuthRequest): SignPendingAuthRequest => copied({ ...request, verifyContext });

/** What an event of the engine tells, as hosts know it. */
export const toSignEvent = <Name extends keyof SignClientEvents>(name: Name, data: EngineEventMap[Name]): SignClientEvents[Name] => {
  if (name !== 'session_proposal') return copied(data);
  const { id, params, verifyContext } = data as EngineEventMap['session_proposal'];
  return copied({ id, params: toSignProposal(params), verifyContext });
};

/** A session of a host. */
export const ofSignSession = (session: SignSession): ProtocolSession => copied(session);

/** A proposal of a host, kept with what the engine knows of it beyond that. */
export const ofSignProposal = (proposal: SignProposal, known: Proposal | null): Proposal =>
  copied({ isOwn: false, ...known, ...proposal } satisfies Omit<Proposal, keyof SignProposal> & SignProposal);

/** A session request of a host. @param expiry seconds since 1970, where its parameters say nothing of it */
export const ofSignRequest = (request: SignPendingRequest, known: PendingRequest | null, expiry: number): PendingRequest =>
  copied({ ...known, ...request, expiry: request.params.request.expiryTimestamp ?? known?.expiry ?? expiry });

/** A request to sign in of a host, kept with what the engine knows of it beyond that. */
export const ofSignAuthRequest = (request: SignPendingAuthRequest, known: PendingAuthRequest | null): PendingAuthRequest =>
  copied({ isOwn: false, transportType: 'relay', ...known, ...request });
