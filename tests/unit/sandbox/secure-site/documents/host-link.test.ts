import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Envelope, formatReceived } from '../../../../../domain/embedded-wallet/frame-messages.js';
import { HostLink } from '../../../../../sandbox/secure-site/documents/host-link.js';

const ORIGIN = 'https://app.example';

/** The host's window, whose messages are noted. */
const hostWindow = () => {
  const posted: { readonly data: Envelope; readonly origin: string }[] = [];
  return { posted, window: { postMessage: (data: Envelope, origin: string): void => void posted.push({ data, origin }) } };
};

describe('the link to the host', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('resolves true for an event that the host acknowledges within a second', async () => {
    const { posted, window } = hostWindow();
    const link = new HostLink(window, ORIGIN);
    const known = link.notify({ type: 'show', height: 600 });
    expect(posted).toMatchObject([{ data: { type: '@latchkey-frame/SHOW', payload: { height: 600 } }, origin: ORIGIN }]);
    await vi.advanceTimersByTimeAsync(999);
    link.handle(formatReceived('another'));
    link.handle(formatReceived(posted[0]?.data.id ?? ''));
    expect(await known).toBe(true);
    const unknown = link.notify({ type: 'hide' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await unknown).toBe(false);
  });

  it('sends nothing but that it is ready before it knows the origin, which it takes once', async () => {
    const { posted, window } = hostWindow();
    const link = new HostLink(window, null);
    expect(await link.notify({ type: 'hide' })).toBe(false);
    link.ready('4');
    expect(posted.map(({ data, origin }) => [data.type, origin])).toEqual([['@w3m-frame/READY', '*']]);
    // The members that the link reads.
    const messageOf = (source: unknown, origin: string): MessageEvent => ({ source, origin }) as MessageEvent;
    expect(link.accepts(messageOf({}, 'https://other.example'))).toBe(false);
    expect(link.accepts(messageOf(window, ORIGIN))).toBe(true);
    expect(link.accepts(messageOf(window, 'https://other.example'))).toBe(false);
    expect(link.origin).toBe(ORIGIN);
  });
});
