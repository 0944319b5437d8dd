import type { SecureFrame } from '../../application/ports/secure-frame.port.js';
import type { FrameAction, FrameReply } from '../../domain/embedded-wallet/frame-actions.js';
import type { FrameEvent } from '../../domain/embedded-wallet/frame-messages.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { codeOf, flushPromises, type TestApi } from './test-api.js';

/** A secure frame to test, and its site. */
export interface SecureFrameHarness {
  readonly frame: SecureFrame;
  /** Has the site answer an action with a reply, with an error text, or never. */
  answer<Action extends FrameAction>(action: Action, answer: (() => FrameReply<Action>) | { readonly error: string } | 'never'): void;
  /** Has the site say something unasked. */
  emit(event: FrameEvent): void;
  stop?(): Promise<void>;
}

/**
 * Contract of every `SecureFrame`.
 * @example secureFrameContract({ describe, it, expect }, 'MyFrame', () => ({ frame, answer, emit }));
 */
export const secureFrameContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => SecureFrameHarness | Promise<SecureFrameHarness>,
): void => {
  describe(`${name}: SecureFrame contract`, () => {
    const run = async (test: (harness: SecureFrameHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        harness.frame.dispose();
        await harness.stop?.();
      }
    };
    const { signal } = new AbortController();
    const sign = (frame: SecureFrame): Promise<unknown> =>
      frame.request('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', '0x00'] }, signal);
    const read = (frame: SecureFrame): Promise<unknown> =>
      frame.request('RPC_REQUEST', { method: 'eth_getBalance', params: ['0x00', 'latest'] }, signal);

    it('returns what the reply holds', () =>
      run(async ({ frame, answer }) => {
        answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' as const }));
        expect(await frame.request('CONNECT_EMAIL', { email: 'a@example.com' }, signal)).toEqual({ action: 'VERIFY_OTP' });
      }));

    it('fails with the text of an error reply', () =>
      run(async ({ frame, answer }) => {
        answer('CONNECT_OTP', { error: 'Wrong code' });
        const error: unknown = await frame.request('CONNECT_OTP', { otp: '000000' }, signal).catch((cause: unknown) => cause);
        expect(isLatchkeyError(error, 'secure-frame/error-reply') && [error.context.reason, error.message]).toEqual([
          'Wrong code',
          'Wrong code',
        ]);
      }));

    it('aborts approvals and no reads', () =>
      run(async ({ frame, answer }) => {
        answer('RPC_REQUEST', 'never');
        const signed = codeOf(sign(frame));
        let isRead = false;
        const reading = codeOf(read(frame)).finally(() => {
          isRead = true;
        });
        await flushPromises();
        frame.abortApprovals();
        expect([await signed, isRead]).toEqual(['secure-frame/request-aborted', false]);
        frame.dispose();
        expect(await reading).toBe('config/disposed');
      }));

    it('fails with the reason of the signal', () =>
      run(async ({ frame, answer }) => {
        answer('IS_CONNECTED', 'never');
        const controller = new AbortController();
        const request = frame.request('IS_CONNECTED', undefined, controller.signal).catch((cause: unknown) => cause);
        const reason = new Error('left');
        controller.abort(reason);
        expect(await request).toBe(reason);
      }));

    it('emits what the frame says unasked', () =>
      run(async ({ frame, answer, emit }) => {
        answer('IS_CONNECTED', () => ({ isConnected: false }));
        const events: FrameEvent[] = [];
        frame.events$.subscribe((event) => event.type !== 'ready' && events.push(event));
        await frame.request('IS_CONNECTED', undefined, signal);
        emit({ type: 'show', id: 'one', height: 400 });
        expect(events).toEqual([{ type: 'show', id: 'one', height: 400 }]);
      }));
  });
};
