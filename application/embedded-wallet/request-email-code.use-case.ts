import type { Observable } from 'rxjs';
import type { FrameReply } from '../../domain/embedded-wallet/frame-actions.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';
import type { FrameLoginRepository } from './frame-login.repository.js';

/** The address that gets a code. */
export interface RequestEmailCodeInput {
  readonly email: string;
}

/** What comes next: approving this device by the mailed link, entering the mailed code, or nothing. */
export type NextLoginStep = 'approve-device' | 'enter-code' | 'none';

/** What comes next. */
export type RequestEmailCodeState = UseCaseState<'working', NextLoginStep, FrameErrorCode | 'embedded-wallet/email-cooldown'>;

const NEXT: Readonly<Record<FrameReply<'CONNECT_EMAIL'>['action'], NextLoginStep>> = {
  VERIFY_DEVICE: 'approve-device',
  VERIFY_OTP: 'enter-code',
  CONNECT: 'none',
};

/** Begins a login by email: the site mails a code or a link. Also sends another one, after a cooldown. */
export class RequestEmailCode {
  readonly #frame: SecureFrame;
  readonly #login: FrameLoginRepository;
  readonly #events: EventBus;

  constructor(frame: SecureFrame, login: FrameLoginRepository, events: EventBus) {
    this.#frame = frame;
    this.#login = login;
    this.#events = events;
  }

  execute({ email }: RequestEmailCodeInput): Observable<RequestEmailCodeState> {
    return runUseCase('working', async ({ signal }) => {
      // Before the frame is loaded.
      this.#login.checkCooldown();
      this.#events.track('EMAIL_SUBMITTED');
      const { action } = await this.#frame.request('CONNECT_EMAIL', { email: email.trim() }, signal);
      this.#login.rememberCode();
      if (action === 'VERIFY_OTP') this.#events.track('EMAIL_VERIFICATION_CODE_SENT');
      return NEXT[action];
    });
  }
}
