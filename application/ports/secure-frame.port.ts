import type { Observable } from 'rxjs';
import type { FrameAction, FramePayload, FrameReply } from '../../domain/embedded-wallet/frame-actions.js';
import type { FrameEvent } from '../../domain/embedded-wallet/frame-messages.js';
import { token } from '../shared/token.js';

/**
 * The one frame of the embedded wallet's site. It is loaded by the first request, and all requests wait until it is ready. A frame that
 * reloads gets pending reads again; other pending requests are aborted.
 */
export interface SecureFrame {
  /** What the frame says unasked. Hot. Never errors. */
  readonly events$: Observable<FrameEvent>;
  /**
   * Sends a request and returns what the reply holds.
   * @throws LatchkeyError `secure-frame/invalid-payload`, `secure-frame/load-failed` if the frame does not become ready,
   * `secure-frame/error-reply`, `secure-frame/aborted` without a reply in time (an RPC request: `secure-frame/request-aborted`),
   * `config/disposed`, or the signal's reason
   */
  request<Action extends FrameAction>(action: Action, payload: FramePayload<Action>, signal: AbortSignal): Promise<FrameReply<Action>>;
  /** Tells the frame that the host shows it, or does as it asked. */
  acknowledge(event: FrameEvent): void;
  /** Shows or hides the frame. @param heightPx its height in CSS pixels; default 600 */
  setVisible(isVisible: boolean, heightPx?: number): void;
  /** Aborts the pending RPC requests that the user approves (`secure-frame/request-aborted`). Others stay pending. */
  abortApprovals(): void;
  /** Removes the frame. Pending requests fail with `config/disposed`. */
  dispose(): void;
}

/** Token of the secure frame. */
export const SECURE_FRAME = token<SecureFrame>('SecureFrame');
