import type { VerifyContext } from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { PeerMetadata, ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { Clock } from '../../ports/clock.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { MessageRelay } from '../message-relay.js';
import { type Tidy, tidyWith } from '../tidy.js';
import type { LinkWay, MessageOrigin } from './calls.js';
import { EngineEvents } from './engine-events.js';
import { type EngineTables, type RequesterTables, requesterTables } from './engine-tables.js';
import { Exchange, type ExchangeOptions } from './exchange.js';
import { Expiries } from './expiries.js';
import { RecentDeletions } from './recent-deletions.js';

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

/** What everything of the engine is made of that an app needs. */
export interface RequesterContext {
  readonly relay: MessageRelay;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when the engine ends, with `config/disposed`. */
  readonly life: AbortSignal;
  readonly tidy: Tidy;
  readonly calls: Exchange;
  readonly tables: RequesterTables;
  readonly expiries: Expiries;
  readonly deleted: RecentDeletions;
  readonly events: EngineEvents;
  readonly metadata: () => OwnMetadata;
  /** The way by the peer's link that the requests of a session and their answers go, in the place of the relay; `null` for the relay. */
  readonly linkTo: (session: Pick<ProtocolSession, 'transportType' | 'peer'>) => LinkWay | null;
}

/** What everything of the engine is made of. */
export interface EngineContext extends RequesterContext {
  readonly tables: EngineTables;
  readonly checkOrigin: OriginCheck;
}

/** A context for an app that opens no links. */
export const requesterContext = (options: ExchangeOptions & Pick<RequesterContext, 'metadata'>): RequesterContext => {
  const { relay, records, clock, logger, life, metadata } = options;
  return {
    relay,
    clock,
    logger,
    life,
    tidy: tidyWith(logger, life),
    calls: new Exchange(options),
    tables: requesterTables(records),
    expiries: new Expiries(clock),
    deleted: new RecentDeletions(),
    events: new EngineEvents(),
    metadata,
    linkTo: () => null,
  };
};

/** Ends every timer, and closes the connection. The signal of the context is aborted before. */
export const disposeContext = ({ expiries, events, relay }: RequesterContext): void => {
  expiries.dispose();
  events.dispose();
  relay.dispose();
};

/**
 * Forgets a topic with its key, and the key pairs that go with it. Unsubscribed before the keys go: nothing may come in that cannot be
 * opened.
 */
export const forgetTopic = async (
  { relay, calls }: Pick<RequesterContext, 'relay' | 'calls'>,
  topic: string,
  ...publicKeys: readonly string[]
): Promise<void> => {
  await relay.unsubscribe([topic]);
  await calls.giveUp(topic);
  await relay.keyChain.deleteKeys(topic, ...publicKeys);
};
