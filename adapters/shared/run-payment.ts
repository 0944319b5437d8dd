import { timer } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Locks } from '../../application/ports/locks.port.js';
import type { OnSendEvent } from '../../application/ports/send-event.js';
import { onAbort } from '../../application/shared/on-abort.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** How long a payment waits for another one, whose prompt may be open in another tab: as long as a remote wallet has to respond. */
const MAX_WAIT_MS = 5 * 60_000;

export interface RunPaymentOptions<Result> {
  readonly locks: Locks;
  readonly clock: Clock;
  /** Name of the lock. */
  readonly name: string;
  readonly chainId: string;
  readonly action: () => Promise<Result>;
  readonly onEvent?: OnSendEvent | undefined;
}

/**
 * Makes a payment while no other one with the lock is made, in any tab. An abort ends the wait for another payment at once.
 * @throws LatchkeyError `send/other-payment-pending` if the other payment does not end in time: nothing was sent; the errors of `action`
 */
export const runPayment = async <Result>(
  { locks, clock, name, chainId, action, onEvent = () => undefined }: RunPaymentOptions<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  signal.throwIfAborted();
  const controller = new AbortController();
  const removeAbortListener = onAbort(signal, () => controller.abort(signal.reason));
  const timeout = timer(MAX_WAIT_MS, clock.scheduler).subscribe(() =>
    controller.abort(new LatchkeyError('send/other-payment-pending', { chainId })),
  );
  let isWaiting = false;
  const start = (): Promise<Result> => {
    timeout.unsubscribe();
    if (isWaiting) onEvent({ type: 'resumed' });
    return action();
  };
  const onWait = (): void => {
    isWaiting = true;
    onEvent({ type: 'waiting' });
  };
  try {
    return await locks.run(name, start, controller.signal, onWait);
  } finally {
    timeout.unsubscribe();
    removeAbortListener();
  }
};
