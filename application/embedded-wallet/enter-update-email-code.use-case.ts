import type { Observable } from 'rxjs';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';
import type { FrameWallets } from './frame-wallets.js';
import type { EmailUpdateStep } from './update-email.use-case.js';

/** The mailed code, and which one it is. */
export interface EnterUpdateEmailCodeInput {
  readonly otp: string;
  readonly step: EmailUpdateStep;
}

/** The new address once it is in use; `null` after the code for the present address, when the other code is mailed. */
export type EnterUpdateEmailCodeState = UseCaseState<'working', string | null, FrameErrorCode>;

/** Enters a code that was mailed to change the user's address. */
export class EnterUpdateEmailCode {
  readonly #frame: SecureFrame;
  readonly #wallets: Pick<FrameWallets, 'setEmail'>;
  readonly #events: EventBus;

  constructor(frame: SecureFrame, wallets: Pick<FrameWallets, 'setEmail'>, events: EventBus) {
    this.#frame = frame;
    this.#wallets = wallets;
    this.#events = events;
  }

  execute({ otp, step }: EnterUpdateEmailCodeInput): Observable<EnterUpdateEmailCodeState> {
    return runUseCase('working', async ({ signal }) => {
      try {
        const newEmail = await this.#enter(step, otp, signal);
        this.#events.track('EMAIL_VERIFICATION_CODE_PASS');
        return newEmail;
      } catch (error) {
        if (isLatchkeyError(error)) this.#events.track('EMAIL_VERIFICATION_CODE_FAIL', { message: error.message });
        throw error;
      }
    });
  }

  async #enter(step: EmailUpdateStep, otp: string, signal: AbortSignal): Promise<string | null> {
    if (step === 'primary') {
      await this.#frame.request('UPDATE_EMAIL_PRIMARY_OTP', { otp }, signal);
      return null;
    }
    const { newEmail } = await this.#frame.request('UPDATE_EMAIL_SECONDARY_OTP', { otp }, signal);
    this.#wallets.setEmail(newEmail);
    return newEmail;
  }
}
