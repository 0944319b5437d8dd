import type { Observable } from 'rxjs';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';
import type { FrameLoginRepository } from './frame-login.repository.js';

/** The mailed code. */
export interface EnterEmailCodeInput {
  readonly otp: string;
}

/** Success once the code is accepted: the wallet can be connected. */
export type EnterEmailCodeState = UseCaseState<'working', null, FrameErrorCode>;

/** Enters the code that was mailed to log in. */
export class EnterEmailCode {
  readonly #frame: SecureFrame;
  readonly #login: FrameLoginRepository;
  readonly #events: EventBus;

  constructor(frame: SecureFrame, login: FrameLoginRepository, events: EventBus) {
    this.#frame = frame;
    this.#login = login;
    this.#events = events;
  }

  execute({ otp }: EnterEmailCodeInput): Observable<EnterEmailCodeState> {
    return runUseCase('working', async ({ signal }) => {
      try {
        await this.#frame.request('CONNECT_OTP', { otp }, signal);
      } catch (error) {
        if (isLatchkeyError(error)) this.#events.track('EMAIL_VERIFICATION_CODE_FAIL', { message: error.message });
        throw error;
      }
      this.#login.rememberProvider(null);
      this.#events.track('EMAIL_VERIFICATION_CODE_PASS');
      return null;
    });
  }
}
