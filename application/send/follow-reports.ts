import type { Observable } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ReportedProgress } from '../../domain/send/reported-progress.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { TransactionProgress } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { pause } from '../shared/pause.js';

/** Polling intervals, with backoff from one second to about one block. */
const FIRST_POLL_MS = 1_000;
const MAX_POLL_MS = 15_000;
const POLL_BACKOFF_FACTOR = 1.5;
/** Maximum number of consecutive failed polls. */
const MAX_FAILED_POLLS = 3;

/** Reads the progress of one batch or operation; `null` if the report proves no outcome. */
export type ReadReport = (signal: AbortSignal) => Promise<ReportedProgress | null>;

/**
 * Follows what a wallet or a bundler reports of a batch of calls or a user operation: `seen` while pending, `included` with the block of its
 * last transaction. Never prompts the user. Fails with `network/transaction-dropped`, `network/transaction-reverted`,
 * `network/transaction-partly-reverted`, and with `network/unknown-outcome` if no report can be read or it proves nothing.
 */
export const followReports = (
  read: ReadReport,
  { hash, chainId }: Pick<SentTransaction, 'hash' | 'chainId'>,
  clock: Clock,
): Observable<TransactionProgress> =>
  fromAbortable(async (signal, emit: (progress: TransactionProgress) => void) => {
    let hasEmittedSeen = false;
    let failures = 0;
    for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(waitMs * POLL_BACKOFF_FACTOR, MAX_POLL_MS)) {
      try {
        const progress = progressOf(await read(signal), { chainId, hash });
        if (progress.settled || !hasEmittedSeen) emit(progress);
        if (progress.settled) return;
        hasEmittedSeen = true;
        failures = 0;
      } catch (cause) {
        signal.throwIfAborted();
        if (isOutcome(cause)) throw cause;
        failures += 1;
        if (failures === MAX_FAILED_POLLS) throw new LatchkeyError('network/unknown-outcome', { chainId, hash }, { cause });
      }
      await pause(waitMs, clock, signal);
    }
  });

const progressOf = (report: ReportedProgress | null, context: { readonly chainId: string; readonly hash: string }): TransactionProgress => {
  if (report === null) throw new LatchkeyError('network/unknown-outcome', context);
  switch (report.status) {
    case 'pending':
      return { status: 'seen', blockNumber: null, settled: false };
    case 'confirmed':
      return { status: 'included', blockNumber: report.blockNumber, settled: true };
    default:
      throw new LatchkeyError(`network/transaction-${report.status}`, context);
  }
};

const isOutcome = (error: unknown): boolean =>
  isLatchkeyError(error) && (error.code.startsWith('network/transaction-') || error.code === 'network/unknown-outcome');
