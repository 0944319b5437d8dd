import type { Observable } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';

/** Returns whether a text is the absolute address of a web page. Those of other schemes open apps, or run code. */
const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** URL of the sign-in request, which the Farcaster app opens: as a QR code, or as a link on a phone. */
export type RequestFarcasterUrlState = UseCaseState<'working', string, FrameErrorCode>;

/** Begins a login to the embedded wallet with Farcaster. */
export class RequestFarcasterUrl {
  readonly #frame: SecureFrame;
  readonly #events: EventBus;

  constructor(frame: SecureFrame, events: EventBus) {
    this.#frame = frame;
    this.#events = events;
  }

  execute(): Observable<RequestFarcasterUrlState> {
    return runUseCase('working', async ({ signal }) => {
      this.#events.track('SOCIAL_LOGIN_STARTED', { provider: 'farcaster' });
      try {
        const { url } = await this.#frame.request('GET_FARCASTER_URI', undefined, signal);
        if (!isWebUrl(url)) throw new LatchkeyError('secure-frame/error-reply', { action: 'GET_FARCASTER_URI', reason: null });
        return url;
      } catch (error) {
        if (!signal.aborted) this.#events.track('SOCIAL_LOGIN_ERROR', { provider: 'farcaster' });
        throw error;
      }
    });
  }
}
