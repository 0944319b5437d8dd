import type { VerifyContext } from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { Pairing } from '../../../domain/wallet-protocol/pairing.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import type { PendingRequest } from '../../../domain/wallet-protocol/pending-request.js';
import type { Proposal } from '../../../domain/wallet-protocol/proposal.js';
import type { DeletedKind } from '../../../domain/wallet-protocol/rules/record-faults.js';
import type { PeerMetadata, ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { Clock } from '../../ports/clock.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { MessageRelay } from '../message-relay.js';
import type { Tidy } from '../tidy.js';
import type { Calls, LinkWay, MessageOrigin } from './calls.js';
import type { EngineEvents } from './engine-events.js';
import type { Expiries } from './expiries.js';
import type { ProtocolTable } from './protocol-table.js';

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

/** What was deleted a while ago, so that a late use gets the right answer. */
export interface DeletedMemory {
  of(key: unknown): DeletedKind | null;
  remember(key: string | number, kind: DeletedKind): void;
  forget(key: string | number): void;
}

/** Finds out where a message came from. Bounded in time, never rejects: without an answer the origin is UNKNOWN. */
export type OriginCheck = (
  message: { readonly method: string; readonly params: unknown; readonly id: number; readonly origin: MessageOrigin },
  peer: PeerMetadata,
) => Promise<VerifyContext>;

/** What this party says of itself. */
export interface OwnMetadata extends PeerMetadata {
  /** The service that attests its origin. */
  readonly verifyUrl?: string;
}

/** What the parts are made of that an app alone needs. */
export interface RequesterContext {
  readonly relay: MessageRelay;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when the engine ends, with `config/disposed`. */
  readonly life: AbortSignal;
  readonly tidy: Tidy;
  readonly calls: Calls;
  readonly tables: RequesterTables;
  readonly expiries: Expiries;
  readonly deleted: DeletedMemory;
  readonly events: EngineEvents;
  readonly metadata: () => OwnMetadata;
  /** The way by the peer's link that the requests of a session and their answers go, in the place of the relay; `null` for the relay. */
  readonly linkTo: (session: Pick<ProtocolSession, 'transportType' | 'peer'>) => LinkWay | null;
}

/** What every part of the engine is made of. */
export interface EngineContext extends RequesterContext {
  readonly tables: EngineTables;
  readonly checkOrigin: OriginCheck;
}
