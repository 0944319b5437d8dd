import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { TokenPoll } from './token.poll.js';

/** The namespace of the tokens; the active one by default. */
export interface RefreshTokensInput {
  readonly namespace?: Namespace;
}

/** Succeeds immediately; `watchTokens` emits the outcome of the read. */
export type RefreshTokensState = UseCaseState<'working', undefined, never>;

/**
 * Reads tokens and coin again: now, or on the next subscription to them. Not from a cache, even within 30 s after a failure, and after the service has
 * asked to be left alone.
 */
export class RefreshTokens {
  readonly #connections: ConnectionStore;
  readonly #poll: TokenPoll;

  constructor(connections: ConnectionStore, poll: TokenPoll) {
    this.#connections = connections;
    this.#poll = poll;
  }

  execute({ namespace }: RefreshTokensInput = {}): Observable<RefreshTokensState> {
    return runSync(() => {
      this.#poll.refresh(namespace ?? this.#connections.state.activeNamespace);
      return undefined;
    });
  }
}
