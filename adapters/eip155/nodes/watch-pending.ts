import type { Observable } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { fromAbortable } from '../../../application/shared/from-abortable.js';
import { pause } from '../../../application/shared/pause.js';

/** Options of {@link watchPending}. */
export interface WatchPendingOptions {
  readonly pollMs: number;
  readonly clock: Clock;
  /** Reads from the nodes of the network. */
  readonly read: (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
}

/**
 * Emits at each poll that finds new pending transactions. Never fails: a filter that its node has dropped is created again with the next poll.
 * @see https://ethereum.github.io/execution-apis/ eth_newPendingTransactionFilter
 */
export const watchPending = ({ pollMs, clock, read }: WatchPendingOptions): Observable<void> =>
  fromAbortable(async (signal, emit: (value: undefined) => void) => {
    for (let filter: unknown = null; ; ) {
      try {
        filter ??= await read('eth_newPendingTransactionFilter', [], signal);
        const changes = await read('eth_getFilterChanges', [filter], signal);
        if (Array.isArray(changes) && changes.length > 0) emit(undefined);
      } catch {
        signal.throwIfAborted();
        filter = null;
      }
      await pause(pollMs, clock, signal);
    }
  });
