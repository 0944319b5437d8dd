import type { ProtocolSession } from '../../../../../../domain/wallet-protocol/session.js';
import { EnginePage } from '../support/engine-page.js';

/** A page that records which sessions it has seen. */
export class ModelPage extends EnginePage {
  /** Expiries of the sessions seen, by topic, in seconds since 1970. */
  readonly seen = new Map<string, number>();
  /** Topics of the sessions that the page has disconnected. */
  readonly disconnected = new Set<string>();

  get sessions(): readonly ProtocolSession[] {
    return this.engine.context.tables.sessions.all();
  }

  session(topic: string): ProtocolSession | null {
    return this.engine.context.tables.sessions.get(topic);
  }

  /** Adds the current sessions to `seen`. */
  recordSessions(): void {
    if (!this.ports.isKilled) for (const { topic, expiry } of this.sessions) this.seen.set(topic, expiry);
  }

  /** Closes the page. */
  close(): void {
    this.engine.dispose();
    this.relay.dispose();
  }

  kill(): void {
    if (!this.ports.isKilled) this.ports.killNow();
    this.close();
  }
}

/** Session topics of a page, sorted. */
export const topicsOf = (page: ModelPage): readonly string[] => page.sessions.map(({ topic }) => topic).sort();
