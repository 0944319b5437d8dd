import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { PendingRequest } from '../../domain/wallet-protocol/pending-request.js';
import type { Proposal } from '../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import { ofSignProposal, ofSignRequest, ofSignSession, toSignProposal, toSignRequest, toSignSession } from './sign-shapes.js';
import { SignStore } from './sign-store.js';
import type { SignPendingRequest, SignProposal, SignSession } from './sign-types.js';

/** How long a request waits that says nothing of it, in seconds. */
const REQUEST_EXPIRY_S = 300;

/** The stores of a client, by the names that hosts know. */
export interface SignStores {
  readonly session: SignStore<string, SignSession, ProtocolSession>;
  readonly proposal: SignStore<number, SignProposal, Proposal>;
  readonly pendingRequest: SignStore<number, SignPendingRequest, PendingRequest>;
}

/** The sessions, by topic. */
export const sessionStore = ({ tables, deleted }: EngineContext, logger: Logger): SignStores['session'] =>
  new SignStore({
    name: 'session',
    kind: 'session',
    table: tables.sessions,
    keyOf: ({ topic }) => topic,
    toHost: toSignSession,
    ofHost: ofSignSession,
    isDeleted: (topic) => deleted.of(topic) === 'session',
    logger,
  });

/** The proposals, own ones and those of peers, by id. */
export const proposalStore = ({ tables, deleted }: EngineContext, logger: Logger): SignStores['proposal'] =>
  new SignStore({
    name: 'proposal',
    kind: 'proposal',
    table: tables.proposals,
    keyOf: ({ id }) => id,
    toHost: toSignProposal,
    ofHost: ofSignProposal,
    isDeleted: (id) => deleted.of(id) === 'proposal',
    logger,
  });

/** The session requests that wait for this wallet's answer, by id. */
export const requestStore = ({ tables, deleted, clock }: EngineContext, logger: Logger): SignStores['pendingRequest'] =>
  new SignStore({
    name: 'request',
    kind: 'request',
    table: tables.requests,
    keyOf: ({ id }) => id,
    toHost: toSignRequest,
    ofHost: (request: SignPendingRequest, known): PendingRequest =>
      ofSignRequest(request, known, Math.floor(clock.now() / 1_000) + REQUEST_EXPIRY_S),
    isDeleted: (id) => deleted.of(id) === 'request',
    // One whose answer is on its way waits for nobody.
    isShown: ({ answer }) => answer === undefined,
    logger,
  });
