import type { ProtocolSession } from '../../../../../../domain/wallet-protocol/session.js';
import { EnginePage } from '../support/engine-page.js';

/** A page whose host takes down what it sees. */
export class ModelPage extends EnginePage {
  /** The sessions that its host has seen, by topic: when each ends, in seconds since 1970. */
  readonly seen = new Map<string, number>();
  /** Topics of the sessions that its host has ended. */
  readonly left = new Set<string>();

  get sessions(): readonly ProtocolSession[] {
    return this.engine.context.tables.sessions.all();
  }

  session(topic: string): ProtocolSession | null {
    return this.engine.context.tables.sessions.get(topic);
  }

  /** Takes down which sessions there are. */
  look(): void {
    if (!this.ports.isKilled) for (const { topic, expiry } of this.sessions) this.seen.set(topic, expiry);
  }

  /** The page is closed by its host. */
  close(): void {
    this.engine.dispose();
    this.relay.dispose();
  }

  /** The page is gone from one moment to the next. */
  vanish(): void {
    if (!this.ports.isKilled) this.ports.die();
    this.close();
  }
}

/** The topics of the sessions of a page, in order. */
export const topicsOf = (page: ModelPage): readonly string[] => page.sessions.map(({ topic }) => topic).sort();
