import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADDRESS, actAndLoad, connectedClient } from '../hooks/support/connected.js';
import { expectAccessible } from '../support/axe.js';
import { actAndFlush, press, type RenderedModal, renderOpen } from '../support/render-modal.js';

let getUserMedia: ReturnType<typeof vi.fn>;

beforeEach(() => {
  getUserMedia = vi.fn();
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

/** Opens the form, and scans if the page can. */
const scan = async (): Promise<RenderedModal> => {
  const fake = await connectedClient();
  fake.chain.setBalance(ADDRESS, 10n ** 18n);
  const modal = await renderOpen(fake);
  await press(modal.ui.getByTestId('lk-send'));
  await actAndLoad(() => undefined);
  await actAndFlush(() => fake.clock.run(0));
  return modal;
};

describe('scanning the recipient', () => {
  it.each([
    ['NotAllowedError', /^The camera is blocked/],
    ['NotFoundError', /^There is no camera/],
    ['NotReadableError', /^The camera is in use/],
    ['UnknownError', /^The camera could not be started/],
  ])('explains %s, and tries again', async (name, text) => {
    getUserMedia.mockRejectedValue(new DOMException('', name));
    const modal = await scan();
    const { ui } = modal;
    await press(ui.getByTestId('lk-scan'));
    await actAndFlush(() => undefined);
    await expectAccessible(modal.view());
    expect(ui.getByTestId('lk-scan-note').textContent).toMatch(text);
    const before = getUserMedia.mock.calls.length;
    await press(ui.getByTestId('lk-try-again'));
    expect(getUserMedia.mock.calls.length).toBeGreaterThan(before);
    await press(ui.getByTestId('lk-scan-cancel'));
    expect(ui.getByTestId('lk-send-to')).not.toBeNull();
  });

  it('switches the camera off when the user cancels while the browser asks for it', async () => {
    const stop = vi.fn();
    let grant: (stream: unknown) => void = () => undefined;
    getUserMedia.mockImplementation(() => new Promise((resolve) => (grant = resolve)));
    const { ui } = await scan();
    await press(ui.getByTestId('lk-scan'));
    await press(ui.getByTestId('lk-scan-cancel'));
    await actAndFlush(() => grant({ getTracks: () => [{ stop }] }));
    expect(stop).toHaveBeenCalled();
  });

  it('is not offered where a page cannot ask for a camera', async () => {
    Reflect.deleteProperty(navigator, 'mediaDevices');
    expect((await scan()).ui.queryByTestId('lk-scan')).toBeNull();
  });
});
