import type { Observable } from 'rxjs';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';

/** `approve-in-mail` until the user has approved this device on the page behind the mailed link; then a code is mailed. */
export type ApproveDeviceState = UseCaseState<'approve-in-mail', null, FrameErrorCode>;

/** Waits until the user has approved this device. The wait is renewed when it times out, until the caller unsubscribes. */
export class ApproveDevice {
  readonly #frame: SecureFrame;
  readonly #events: EventBus;

  constructor(frame: SecureFrame, events: EventBus) {
    this.#frame = frame;
    this.#events = events;
  }

  execute(): Observable<ApproveDeviceState> {
    return runUseCase('approve-in-mail', async ({ signal }) => {
      while (!(await this.#isApproved(signal)));
      this.#events.track('DEVICE_REGISTERED_FOR_EMAIL');
      this.#events.track('EMAIL_VERIFICATION_CODE_SENT');
      return null;
    });
  }

  async #isApproved(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#frame.request('CONNECT_DEVICE', undefined, signal);
      return true;
    } catch (error) {
      if (isLatchkeyError(error, 'secure-frame/aborted')) return false;
      throw error;
    }
  }
}
