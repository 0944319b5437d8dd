import type { Observable } from 'rxjs';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';
import type { FrameLoginRepository } from './frame-login.repository.js';

/** `scan-uri` until the user has approved in the Farcaster app; then the wallet can be connected. */
export type LogInWithFarcasterState = UseCaseState<'scan-uri', null, FrameErrorCode>;

/** Waits until the user has approved the login in the Farcaster app. Unsubscribing before resets the frame, which forgets the request. */
export class LogInWithFarcaster {
  readonly #frame: SecureFrame;
  readonly #login: FrameLoginRepository;
  readonly #events: EventBus;

  constructor(frame: SecureFrame, login: FrameLoginRepository, events: EventBus) {
    this.#frame = frame;
    this.#login = login;
    this.#events = events;
  }

  execute(): Observable<LogInWithFarcasterState> {
    return runUseCase('scan-uri', async ({ signal }) => {
      try {
        const { userName } = await this.#frame.request('CONNECT_FARCASTER', undefined, signal);
        this.#login.rememberProvider('farcaster', userName);
        this.#events.track('SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: 'farcaster' });
        this.#events.track('SOCIAL_LOGIN_SUCCESS', { provider: 'farcaster' });
        return null;
      } catch (error) {
        if (signal.aborted) this.#reset();
        else this.#events.track('SOCIAL_LOGIN_ERROR', { provider: 'farcaster' });
        throw error;
      }
    });
  }

  /** Reloads the frame: frames of other sites go on waiting for the app. */
  #reset(): void {
    // A frame that cannot be loaded waits for nothing.
    this.#frame.request('RELOAD', undefined, new AbortController().signal).catch(() => undefined);
  }
}
