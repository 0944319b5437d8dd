import { readStoredPairing } from '../../../domain/wallet-protocol/pairing.js';
import { readStoredProposal } from '../../../domain/wallet-protocol/proposal.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { PROTOCOL_RECORDS } from '../protocol-records.js';
import type { RequesterTables } from './engine-context.js';
import { ProtocolTable } from './protocol-table.js';
import { sessionTable } from './session-table.js';

/** The tables of an app, with nothing of what is stored read yet. */
export const requesterTables = (store: RecordStore): RequesterTables => ({
  sessions: sessionTable(store),
  pairings: new ProtocolTable({ store, prefix: PROTOCOL_RECORDS.pairings, read: readStoredPairing }),
  proposals: new ProtocolTable({ store, prefix: PROTOCOL_RECORDS.proposals, read: readStoredProposal }),
});
