import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { briefOfSession, readStoredSession, storedSession } from '../../../domain/wallet-protocol/stored-session.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { PROTOCOL_RECORDS } from '../protocol-records.js';
import { ProtocolTable } from './protocol-table.js';

/** The sessions of a store. There may be thousands, of which a page uses one: each is read when it is asked for. */
export const sessionTable = (store: RecordStore): ProtocolTable<string, ProtocolSession> =>
  new ProtocolTable({ store, prefix: PROTOCOL_RECORDS.sessions, read: readStoredSession, write: storedSession, brief: briefOfSession });
