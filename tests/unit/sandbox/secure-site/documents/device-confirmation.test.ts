import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceConfirmation } from '../../../../../sandbox/secure-site/documents/device-confirmation.js';

const EMAIL = 'ada@example.com';

/** A session whose device is confirmed when the test says so. */
const waiting = async () => {
  const state = { isConfirmed: false, codes: 0 };
  const confirmation = new DeviceConfirmation(
    {
      sendDeviceLink: async () => '42',
      isDeviceConfirmed: async () => state.isConfirmed,
      requestCode: async () => {
        state.codes += 1;
      },
    },
    { notify: async () => true },
  );
  await confirmation.begin(EMAIL);
  return { state, confirmation };
};
const { signal } = new AbortController();

describe('the confirmation of a device', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('mails the code once, for the newest of two requests', async () => {
    const { state, confirmation } = await waiting();
    const older = confirmation.wait(signal).catch((error: unknown) => String(error));
    const newer = confirmation.wait(signal);
    state.isConfirmed = true;
    await vi.advanceTimersByTimeAsync(2_000);
    await newer;
    expect(await older).toContain('another one came');
    expect(state.codes).toBe(1);
  });

  it('mails no code for a request that the host has aborted', async () => {
    const { state, confirmation } = await waiting();
    const controller = new AbortController();
    const aborted = confirmation.wait(controller.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);
    controller.abort(new Error('aborted'));
    state.isConfirmed = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await aborted).toEqual(new Error('aborted'));
    expect(state.codes).toBe(0);
    await confirmation.wait(signal);
    expect(state.codes).toBe(1);
  });
});
