import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LINGER_MS, type OpenedWindow, PageWindow } from '../../../../sandbox/wallet/service/page-window.js';

class FakeWindow implements OpenedWindow {
  readonly urls: string[];
  closed = false;
  readonly location = { replace: (url: string) => void this.urls.push(url) };

  constructor(url: string) {
    this.urls = [url];
  }

  close(): void {
    this.closed = true;
  }

  focus(): void {
    // Has no visible effect.
  }
}

describe('PageWindow', () => {
  let isBlocked: boolean;
  let windows: FakeWindow[];
  /** The button in the page; `null` if there is none. */
  let pressButton: (() => void) | null;
  let page: PageWindow;

  beforeEach(() => {
    vi.useFakeTimers();
    isBlocked = false;
    windows = [];
    pressButton = null;
    page = new PageWindow({
      urlOf: (id) => id,
      open: (id) => {
        if (isBlocked) return null;
        const opened = new FakeWindow(id);
        windows.push(opened);
        return opened;
      },
      showButton: (press) => {
        pressButton = press;
        return () => {
          pressButton = null;
        };
      },
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows requests that follow each other in one window, and closes it after the last', () => {
    page.show('a');
    page.settled('a');
    vi.advanceTimersByTime(LINGER_MS - 1);
    page.show('b');
    vi.advanceTimersByTime(LINGER_MS);
    expect(windows.map(({ urls, closed }) => ({ urls, closed }))).toEqual([{ urls: ['a', 'b'], closed: false }]);
    page.settled('b');
    vi.advanceTimersByTime(LINGER_MS);
    expect(windows[0]?.closed).toBe(true);
  });

  it('keeps a pending prompt while another request arrives, and shows that one next', () => {
    page.show('a');
    page.show('b');
    page.show('c');
    page.settled('b');
    expect(windows[0]?.urls).toEqual(['a']);
    page.settled('a');
    expect(windows.map(({ urls }) => urls)).toEqual([['a', 'c']]);
  });

  it('opens a new window after the user closed the last one', () => {
    page.show('a');
    windows[0]?.close();
    page.settled('a');
    page.show('b');
    expect(windows.map(({ urls }) => urls)).toEqual([['a'], ['b']]);
  });

  it('shows the first pending prompt again for a request after its window was closed', () => {
    page.show('a');
    windows[0]?.close();
    page.show('b');
    expect(windows.map(({ urls }) => urls)).toEqual([['a'], ['a']]);
  });

  it('offers a button while the browser blocks the window', () => {
    isBlocked = true;
    page.show('a');
    expect(windows).toEqual([]);
    isBlocked = false;
    pressButton?.();
    expect(windows.map(({ urls }) => urls)).toEqual([['a']]);
    expect(pressButton).toBeNull();
  });

  it('removes the button when the request is settled in another window', () => {
    isBlocked = true;
    page.show('a');
    page.settled('a');
    expect(pressButton).toBeNull();
  });
});
