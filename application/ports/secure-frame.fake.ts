import { type Observable, Subject } from 'rxjs';
import type { FrameAction, FramePayload, FrameReply } from '../../domain/embedded-wallet/frame-actions.js';
import type { FrameEvent } from '../../domain/embedded-wallet/frame-messages.js';
import { needsApproval } from '../../domain/embedded-wallet/frame-rules.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { abortable } from '../shared/abortable.js';
import type { SecureFrame } from './secure-frame.port.js';

/** How the fake frame answers an action: with a reply, with an error text, or never. */
export type FakeFrameAnswer<Action extends FrameAction> =
  | ((payload: FramePayload<Action>) => FrameReply<Action> | Promise<FrameReply<Action>>)
  | { readonly error: string }
  | 'never';

/** A request that the fake frame got. */
export interface FakeFrameRequest {
  readonly action: FrameAction;
  readonly payload: unknown;
}

/**
 * Secure frame in memory, with a switch for every failure. Requests without an answer fail with an error reply.
 * @example
 * const frame = new FakeSecureFrame();
 * frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }));
 */
export class FakeSecureFrame implements SecureFrame {
  readonly #answers = new Map<FrameAction, FakeFrameAnswer<never>>();
  readonly #events = new Subject<FrameEvent>();
  readonly #controllers = new Map<AbortController, { readonly action: FrameAction; readonly method: string | null }>();
  /** Requests so far, oldest first. */
  readonly requests: FakeFrameRequest[] = [];
  readonly acknowledged: FrameEvent[] = [];
  isVisible = false;
  heightPx = 600;
  /** The frame cannot be loaded. */
  isBlocked = false;

  readonly events$: Observable<FrameEvent> = this.#events.asObservable();

  answer<Action extends FrameAction>(action: Action, answer: FakeFrameAnswer<Action>): void {
    // The map holds each answer under its own action.
    this.#answers.set(action, answer as FakeFrameAnswer<never>);
  }

  emit(event: FrameEvent): void {
    this.#events.next(event);
  }

  async request<Action extends FrameAction>(
    action: Action,
    payload: FramePayload<Action>,
    signal: AbortSignal,
  ): Promise<FrameReply<Action>> {
    signal.throwIfAborted();
    const method = action === 'RPC_REQUEST' ? (payload as FramePayload<'RPC_REQUEST'>).method : null;
    this.requests.push({ action, payload });
    await abortable(Promise.resolve(), signal);
    if (this.isBlocked) throw new LatchkeyError('secure-frame/load-failed', {});
    // Stored under its own action.
    const answer = this.#answers.get(action) as FakeFrameAnswer<Action> | undefined;
    if (answer === 'never') {
      const controller = new AbortController();
      this.#controllers.set(controller, { action, method });
      return abortable(new Promise<never>(() => undefined), signal, controller.signal);
    }
    if (typeof answer === 'function') return abortable(Promise.resolve(answer(payload)), signal);
    throw new LatchkeyError('secure-frame/error-reply', { action, reason: answer?.error ?? null });
  }

  acknowledge(event: FrameEvent): void {
    this.acknowledged.push(event);
  }

  setVisible(isVisible: boolean, heightPx = 600): void {
    this.isVisible = isVisible;
    this.heightPx = heightPx;
  }

  abortApprovals(): void {
    for (const [controller, { action, method }] of this.#controllers)
      if (method !== null && needsApproval({ action, method }))
        controller.abort(new LatchkeyError('secure-frame/request-aborted', { method, reason: 'modal-closed' }));
  }

  dispose(): void {
    for (const controller of this.#controllers.keys()) controller.abort(new LatchkeyError('config/disposed', {}));
    this.#events.complete();
  }
}
