import type { VerifyContext } from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { PeerMetadata, ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { Clock } from '../../ports/clock.port.js';
import type { Logger } from '../../ports/logger.port.js';
import { type BestEffort, createBestEffort } from '../best-effort.js';
import type { MessageRelay } from '../message-relay.js';
import type { LinkTransport, MessageOrigin } from './calls.js';
import { EngineEvents } from './engine-events.js';
import { type EngineTables, type RequesterTables, requesterTables } from './engine-tables.js';
import { Expiries } from './expiries.js';
import { RecentDeletions } from './recent-deletions.js';
import { RpcExchange, type RpcExchangeOptions } from './rpc-exchange.js';

/** Verifies the origin of a message. Limited in time and never rejects: the result is `UNKNOWN` if the service does not respond. */
export type OriginCheck = (
  message: {
    readonly method: string;
    readonly params: unknown;
    readonly id: number;
    readonly origin: MessageOrigin;
    /** Session of the message, if it belongs to one. */
    readonly session?: Pick<ProtocolSession, 'verifyContext'>;
  },
  peer: PeerMetadata,
) => Promise<VerifyContext>;

/** Metadata of this party. */
export interface OwnMetadata extends PeerMetadata {
  /** Verify service that attests its origin. */
  readonly verifyUrl?: string;
}

/** Dependencies of the engine's classes that an app needs. */
export interface RequesterContext {
  readonly relay: MessageRelay;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted with `config/disposed` when the engine is disposed. */
  readonly lifetime: AbortSignal;
  readonly bestEffort: BestEffort;
  readonly calls: RpcExchange;
  readonly tables: RequesterTables;
  readonly expiries: Expiries;
  readonly deleted: RecentDeletions;
  readonly events: EngineEvents;
  readonly metadata: () => OwnMetadata;
  /** Returns the link transport of a session's peer; `null` if the session uses the relay. */
  readonly linkTo: (session: Pick<ProtocolSession, 'transportType' | 'peer'>) => LinkTransport | null;
}

/** Dependencies of all classes of the engine. */
export interface EngineContext extends RequesterContext {
  readonly tables: EngineTables;
  readonly checkOrigin: OriginCheck;
}

/** Creates the context of an app that uses no deep links. */
export const requesterContext = (options: RpcExchangeOptions & Pick<RequesterContext, 'metadata'>): RequesterContext => {
  const { relay, records, clock, logger, lifetime, metadata } = options;
  return {
    relay,
    clock,
    logger,
    lifetime,
    bestEffort: createBestEffort(logger, lifetime),
    calls: new RpcExchange(options),
    tables: requesterTables(records),
    expiries: new Expiries(clock),
    deleted: new RecentDeletions(),
    events: new EngineEvents(),
    metadata,
    linkTo: () => null,
  };
};

/** Clears all timers and closes the connection. The lifetime signal must be aborted before. */
export const disposeContext = ({ expiries, events, relay }: RequesterContext): void => {
  expiries.dispose();
  events.dispose();
  relay.dispose();
};

/** Unsubscribes a topic and removes its key and the given key pairs, in this order, so that every received message can be decrypted. */
export const forgetTopic = async (
  { relay, calls }: Pick<RequesterContext, 'relay' | 'calls'>,
  topic: string,
  ...publicKeys: readonly string[]
): Promise<void> => {
  await relay.unsubscribe([topic]);
  await calls.cancelTopic(topic);
  await relay.keyChain.deleteKeys(topic, ...publicKeys);
};
