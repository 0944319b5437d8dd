import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { PendingRequest } from '../../domain/wallet-protocol/pending-request.js';
import type { Proposal } from '../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import { fromSignProposal, fromSignRequest, fromSignSession, toSignProposal, toSignRequest, toSignSession } from './sign-shapes.js';
import { SignStore } from './sign-store.js';
import type { SignPendingRequest, SignProposal, SignSession } from './sign-types.js';

/** Default expiry of a request, in seconds. */
const REQUEST_EXPIRY_S = 300;

/** The stores of a client, with their official names. */
export interface SignStores {
  readonly session: SignStore<string, SignSession, ProtocolSession>;
  readonly proposal: SignStore<number, SignProposal, Proposal>;
  readonly pendingRequest: SignStore<number, SignPendingRequest, PendingRequest>;
}

/** Sessions by topic. */
export const sessionStore = ({ tables, deleted }: EngineContext, logger: Logger): SignStores['session'] =>
  new SignStore({
    name: 'session',
    kind: 'session',
    table: tables.sessions,
    keyOf: ({ topic }) => topic,
    toPublic: toSignSession,
    fromPublic: fromSignSession,
    isDeleted: (topic) => deleted.of(topic) === 'session',
    logger,
  });

/** Own and received proposals, by id. */
export const proposalStore = ({ tables, deleted }: EngineContext, logger: Logger): SignStores['proposal'] =>
  new SignStore({
    name: 'proposal',
    kind: 'proposal',
    table: tables.proposals,
    keyOf: ({ id }) => id,
    toPublic: toSignProposal,
    fromPublic: fromSignProposal,
    isDeleted: (id) => deleted.of(id) === 'proposal',
    logger,
  });

/** Session requests that await this wallet's response, by id. */
export const requestStore = ({ tables, deleted, clock }: EngineContext, logger: Logger): SignStores['pendingRequest'] =>
  new SignStore({
    name: 'request',
    kind: 'request',
    table: tables.requests,
    keyOf: ({ id }) => id,
    toPublic: toSignRequest,
    fromPublic: (request: SignPendingRequest, stored): PendingRequest =>
      fromSignRequest(request, stored, Math.floor(clock.now() / 1_000) + REQUEST_EXPIRY_S),
    isDeleted: (id) => deleted.of(id) === 'request',
    // A request whose response is being sent is no longer pending.
    isVisible: ({ answer }) => answer === undefined,
    logger,
  });
