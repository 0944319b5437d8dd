import type { Observable } from 'rxjs';
import type { FrameReply } from '../../domain/embedded-wallet/frame-actions.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';
import type { FrameLoginRepository } from './frame-login.repository.js';

/** The user's new address. */
export interface UpdateEmailInput {
  readonly email: string;
}

/** Which mailed code comes next: the one for the present address, then the one for the new address. */
export type EmailUpdateStep = 'primary' | 'secondary';

/** The code to enter next. */
export type UpdateEmailState = UseCaseState<'working', EmailUpdateStep, FrameErrorCode>;

const NEXT: Readonly<Record<FrameReply<'UPDATE_EMAIL'>['action'], EmailUpdateStep>> = {
  VERIFY_PRIMARY_OTP: 'primary',
  VERIFY_SECONDARY_OTP: 'secondary',
};

/** Begins a change of the user's address: the site mails a code. Starts the cooldown, but does not wait for one. */
export class UpdateEmail {
  readonly #frame: SecureFrame;
  readonly #login: FrameLoginRepository;
  readonly #events: EventBus;

  constructor(frame: SecureFrame, login: FrameLoginRepository, events: EventBus) {
    this.#frame = frame;
    this.#login = login;
    this.#events = events;
  }

  execute({ email }: UpdateEmailInput): Observable<UpdateEmailState> {
    return runUseCase('working', async ({ signal }) => {
      this.#events.track('EMAIL_EDIT');
      const { action } = await this.#frame.request('UPDATE_EMAIL', { email: email.trim() }, signal);
      this.#login.rememberCode();
      return NEXT[action];
    });
  }
}
