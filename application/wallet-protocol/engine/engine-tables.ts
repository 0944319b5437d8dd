import { type Pairing, readStoredPairing } from '../../../domain/wallet-protocol/pairing.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import type { PendingRequest } from '../../../domain/wallet-protocol/pending-request.js';
import { type Proposal, readStoredProposal } from '../../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { briefOfSession, readStoredSession, storedSession } from '../../../domain/wallet-protocol/stored-session.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { PROTOCOL_RECORDS } from '../protocol-records.js';
import { ProtocolTable } from './protocol-table.js';

/** What an app remembers. */
export interface RequesterTables {
  readonly sessions: ProtocolTable<string, ProtocolSession>;
  readonly pairings: ProtocolTable<string, Pairing>;
  readonly proposals: ProtocolTable<number, Proposal>;
}

/** What the engine remembers. */
export interface EngineTables extends RequesterTables {
  /** Session requests that wait for this wallet's answer. */
  readonly requests: ProtocolTable<number, PendingRequest>;
  readonly authRequests: ProtocolTable<number, PendingAuthRequest>;
}

/** The tables of an app, with nothing of what is stored read yet. There may be thousands of sessions: each is read when it is asked for. */
export const requesterTables = (store: RecordStore): RequesterTables => ({
  sessions: new ProtocolTable({
    store,
    prefix: PROTOCOL_RECORDS.sessions,
    read: readStoredSession,
    write: storedSession,
    brief: briefOfSession,
  }),
  pairings: new ProtocolTable({ store, prefix: PROTOCOL_RECORDS.pairings, read: readStoredPairing }),
  proposals: new ProtocolTable({ store, prefix: PROTOCOL_RECORDS.proposals, read: readStoredProposal }),
});
