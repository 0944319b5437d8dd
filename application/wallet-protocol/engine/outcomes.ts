import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';

/** How a proposal ended. */
export type Outcome = { readonly id: number } & ({ readonly session: ProtocolSession } | { readonly error: Error });

/**
 * Takes an outcome over: `true` when it is theirs, or a function that is called in the same moment, once the session is in the table of
 * sessions. A promise asks the wallet to wait: once it resolves the outcome is offered again to whoever is there then.
 */
export type OutcomeTaker = (outcome: Outcome) => boolean | (() => void) | Promise<void>;

/** What goes with an offer. */
export interface Offer {
  /** Whether the outcome still counts after somebody has asked for time. */
  readonly stillCounts?: () => boolean;
  /** Puts the session into the table. */
  readonly keep?: () => void;
  /** Whether an outcome that nobody takes is kept all the same. Default `false` */
  readonly isKeptAnyway?: boolean;
}

/** Who waits for the outcomes of proposals. There is nothing between the outcome and who takes it over. */
export class Outcomes {
  readonly #takers = new Set<OutcomeTaker>();
  readonly #waiting = new Set<(error: Error) => void>();

  /** Offers outcomes to a taker from now on, until the returned function is called. */
  follow(taker: OutcomeTaker): () => void {
    this.#takers.add(taker);
    return () => this.#takers.delete(taker);
  }

  /** The session that comes of a proposal. Never an unhandled rejection. */
  of(id: number): Promise<ProtocolSession> {
    const session = new Promise<ProtocolSession>((resolve, reject) => {
      const unfollow = this.follow((outcome) => {
        if (outcome.id !== id) return false;
        unfollow();
        this.#waiting.delete(reject);
        if ('session' in outcome) return () => resolve(outcome.session);
        reject(outcome.error);
        return true;
      });
      this.#waiting.add(reject);
    });
    session.catch(() => undefined);
    return session;
  }

  /** Whether somebody took an outcome over, in the same moment unless they asked for time; `null` where it does not count any more. */
  async offer(outcome: Outcome, { stillCounts = () => true, keep, isKeptAnyway = false }: Offer = {}): Promise<boolean | null> {
    for (;;) {
      let answer: ReturnType<OutcomeTaker> = false;
      for (const take of [...this.#takers]) answer ||= take(outcome);
      if (answer === false && isKeptAnyway) answer = true;
      if (typeof answer === 'boolean' || typeof answer === 'function') {
        if (answer !== false) keep?.();
        if (typeof answer === 'function') answer();
        return answer !== false;
      }
      await answer;
      if (!stillCounts()) return null;
    }
  }

  /** Nobody waits any more. */
  dispose(reason: Error): void {
    for (const fail of this.#waiting) fail(reason);
    this.#waiting.clear();
    this.#takers.clear();
  }
}
