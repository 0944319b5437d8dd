import type { Cacao } from '../../../domain/wallet-protocol/authentication/cacao.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { onAbort } from '../../shared/on-abort.js';

/** What a wallet's owner has agreed to. */
export interface Authenticated {
  /** What was signed; left out where the wallet knows proposals only. */
  readonly auths?: readonly Cacao[];
  /** Left out where the sign-in allows no method. */
  readonly session?: ProtocolSession;
}

/** A request to sign in that somebody in this page waits for. */
export interface Waiting {
  readonly id: number;
  readonly pairingTopic: string;
  /** Id of the proposal that went with it; `null` where there is none any more. */
  fallbackId: number | null;
}

interface Wait {
  readonly waiting: Waiting;
  readonly settle: (outcome: Authenticated) => void;
  readonly fail: (error: unknown) => void;
}

/** Who waits for which sign-in. What comes before anybody looks is kept, and a failure is never an unhandled rejection. */
export class SignInWaits {
  readonly #waits = new Map<number, Wait>();

  constructor(life: AbortSignal) {
    onAbort(life, () => this.#failAll(life.reason));
  }

  add(waiting: Waiting): Promise<Authenticated> {
    const response = new Promise<Authenticated>((settle, fail) => this.#waits.set(waiting.id, { waiting, settle, fail }));
    response.catch(() => undefined);
    return response;
  }

  get(id: number): Waiting | null {
    return this.#waits.get(id)?.waiting ?? null;
  }

  on(pairingTopic: string): Waiting | null {
    return this.#find((waiting) => waiting.pairingTopic === pairingTopic);
  }

  byFallback(id: number): Waiting | null {
    return this.#find(({ fallbackId }) => fallbackId === id);
  }

  settle(id: number, outcome: Authenticated): void {
    this.#take(id)?.settle(outcome);
  }

  fail(id: number, error: unknown): void {
    this.#take(id)?.fail(error);
  }

  #find(isSought: (waiting: Waiting) => boolean): Waiting | null {
    return [...this.#waits.values()].find(({ waiting }) => isSought(waiting))?.waiting ?? null;
  }

  #take(id: number): Wait | undefined {
    const wait = this.#waits.get(id);
    this.#waits.delete(id);
    return wait;
  }

  #failAll(reason: Error): void {
    for (const id of [...this.#waits.keys()]) this.fail(id, reason);
  }
}
