import { type Pairing, readStoredPairing } from '../../../domain/wallet-protocol/pairing.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import type { PendingRequest } from '../../../domain/wallet-protocol/pending-request.js';
import { type Proposal, readStoredProposal } from '../../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { readStoredSession, storedSessionSummary, toStoredSession } from '../../../domain/wallet-protocol/stored-session.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { RECORD_PREFIXES } from '../protocol-records.js';
import { ProtocolTable } from './protocol-table.js';

/** Tables of an app. */
export interface RequesterTables {
  readonly sessions: ProtocolTable<string, ProtocolSession>;
  readonly pairings: ProtocolTable<string, Pairing>;
  readonly proposals: ProtocolTable<number, Proposal>;
}

/** Tables of the engine. */
export interface EngineTables extends RequesterTables {
  /** Session requests that await this wallet's response. */
  readonly requests: ProtocolTable<number, PendingRequest>;
  readonly authRequests: ProtocolTable<number, PendingAuthRequest>;
}

/** Creates the tables of an app without loading them. Sessions are parsed on first access, as there may be thousands. */
export const requesterTables = (store: RecordStore): RequesterTables => ({
  sessions: new ProtocolTable({
    store,
    prefix: RECORD_PREFIXES.sessions,
    read: readStoredSession,
    write: toStoredSession,
    summarize: storedSessionSummary,
  }),
  pairings: new ProtocolTable({ store, prefix: RECORD_PREFIXES.pairings, read: readStoredPairing }),
  proposals: new ProtocolTable({ store, prefix: RECORD_PREFIXES.proposals, read: readStoredProposal }),
});
