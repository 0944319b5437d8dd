import { type PendingAuthRequest, readStoredAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { RECORD_PREFIXES } from '../protocol-records.js';
import { ProtocolTable } from './protocol-table.js';

/** Creates the table of sign-in requests without loading it. */
export const authRequestTable = (store: RecordStore): ProtocolTable<number, PendingAuthRequest> =>
  new ProtocolTable({ store, prefix: RECORD_PREFIXES.authRequests, read: readStoredAuthRequest });
