import { Observable } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { TransactionProgress, WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { CallsStatus } from '../ports/wallet-calls.js';
import { pause } from '../shared/pause.js';

/** The wallet is asked in this rhythm: quickly at first, then as often as a block comes. It is never asked twice at a time. */
const FIRST_LOOK_MS = 1_000;
const LAST_LOOK_MS = 15_000;
const LOOK_GROWTH = 1.5;
/** So many questions in a row may fail before following ends. */
const FAILED_LOOKS = 3;

/**
 * Follows a batch of calls, which only the wallet that took it knows by its id: `seen` while it waits, `included` with the
 * block of its last transaction. Asks nobody but the wallet, and never the person. Fails with `network/transaction-dropped`,
 * `network/transaction-reverted`, `network/transaction-partly-reverted`, and with `network/unknown-outcome` when the wallet
 * does not tell.
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export const followCalls = (
  session: WalletSession,
  { hash: id, chainId }: Pick<SentTransaction, 'hash' | 'chainId'>,
  clock: Clock,
): Observable<TransactionProgress> =>
  new Observable((subscriber) => {
    const controller = new AbortController();
    const { signal } = controller;
    let wasSeen = false;
    const tell = (status: CallsStatus): boolean => {
      const progress = progressOf(status, { chainId, hash: id });
      if (progress.settled || !wasSeen) subscriber.next(progress);
      wasSeen = true;
      return progress.settled;
    };
    const follow = async (): Promise<void> => {
      let failures = 0;
      for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * LOOK_GROWTH, LAST_LOOK_MS)) {
        try {
          const status = await session.calls?.eip155?.getCallsStatus({ id }, signal);
          if (status === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'wallet_getCallsStatus' });
          if (tell(status)) return;
          failures = 0;
        } catch (cause) {
          signal.throwIfAborted();
          if (!isLatchkeyError(cause) || isOutcome(cause)) throw cause;
          failures += 1;
          if (failures === FAILED_LOOKS) throw new LatchkeyError('network/unknown-outcome', { chainId, hash: id }, { cause });
        }
        await pause(waitMs, clock, signal);
      }
    };
    follow().then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    );
    return () => controller.abort();
  });

/** What a status code means; its hundreds say it all. */
const progressOf = (
  { status, receipts }: CallsStatus,
  context: { readonly chainId: string; readonly hash: string },
): TransactionProgress => {
  const fail = (how: 'dropped' | 'reverted' | 'partly-reverted' | null): never => {
    throw new LatchkeyError(how === null ? 'network/unknown-outcome' : `network/transaction-${how}`, context);
  };
  const kind = Math.floor(status / 100);
  if (kind === 1) return { status: 'seen', blockNumber: null, settled: false };
  if (kind !== 2) return fail(({ 4: 'dropped', 5: 'reverted', 6: 'partly-reverted' } as const)[kind] ?? null);
  // A wallet that says "confirmed" has the receipts: without them it has said nothing that could be checked.
  const last = receipts.at(-1) ?? fail(null);
  return { status: 'included', blockNumber: last.blockNumber, settled: true };
};

const isOutcome = (error: LatchkeyError): boolean =>
  error.code.startsWith('network/transaction-') || error.code === 'network/unknown-outcome';
