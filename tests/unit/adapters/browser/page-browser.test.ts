import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectPlatform, PageBrowser, type PlatformSignals } from '../../../../adapters/browser/page-browser.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { withProperties } from '../support/page.js';

// @vitest-environment happy-dom

let browser: PageBrowser;

beforeEach(() => {
  document.head.innerHTML = '';
  document.title = '';
  browser = new PageBrowser(window);
});

describe('PageBrowser', () => {
  it('is visible and online on a server, without a location', async () => {
    const server = new PageBrowser(undefined);
    const seen: boolean[] = [];
    server.visible$.subscribe((value) => seen.push(value));
    server.online$.subscribe((value) => seen.push(value));
    expect([seen, server.location]).toEqual([[true, true], null]);
    expect(server.platform).toEqual({ mobile: false, ios: false, android: false, telegram: false, iframe: false });
    expect(server.pageMetadata()).toEqual({ name: '', description: '', url: '', icons: [] });
    expect([server.userAgent, browser.userAgent]).toEqual(['', navigator.userAgent]);
    expect([server.timeZone, browser.timeZone]).toEqual([null, Intl.DateTimeFormat().resolvedOptions().timeZone]);
    server.open('https://example.org', '_blank');
    await server.preloadImages(['https://example.org/a.png'], neverAborted());
    expect(await codeOf(server.copy('text'))).toBe('browser/clipboard-unavailable');
  });

  it('reads metadata from title, description, origin and first icon', () => {
    document.head.innerHTML = `
      <title> My app </title>
      <meta property="og:description" content=" What it does ">
      <link rel="apple-touch-icon" href="/touch.png">
      <link rel="shortcut icon" href="/favicon.svg">
      <link rel="icon" href="/second.png">`;
    const { name, description, url, icons } = browser.pageMetadata();
    expect([name, description, url, icons]).toEqual([
      'My app',
      'What it does',
      location.origin,
      [new URL('/favicon.svg', document.baseURI).href],
    ]);
  });

  it('opens a window that it navigates to web pages only, and hears nothing but its messages; an isolated one cannot reach the page', () => {
    const visited: string[] = [];
    const popup = { closed: false, close: () => undefined, location: { replace: (url: string) => visited.push(url) } };
    const opened: (readonly unknown[])[] = [];
    withProperties(window, {
      open: (...values: readonly unknown[]) => {
        opened.push(values);
        return popup;
      },
    });
    const window_ = browser.openPopup();
    expect(opened).toEqual([['', '_blank', 'width=600,height=800,scrollbars=yes']]);
    window_?.navigate('https://login.example/');
    window_?.navigate('javascript:alert(1)');
    expect(visited).toEqual(['https://login.example/']);
    const messages: unknown[] = [];
    window_?.messages$.subscribe((message) => messages.push(message));
    for (const source of [null, popup])
      window.dispatchEvent(
        Object.assign(new Event('message'), { source, origin: 'https://login.example', data: { source: source !== null } }),
      );
    expect(messages).toEqual([{ origin: 'https://login.example', data: { source: true } }]);
    const opener = {};
    const isolated = { ...popup, opener };
    withProperties(window, { open: () => isolated });
    browser.openPopup();
    expect(isolated.opener).toBe(opener);
    browser.openPopup({ isolated: true });
    expect(isolated.opener).toBeNull();
    withProperties(window, { open: () => null });
    expect([browser.openPopup(), new PageBrowser(undefined).openPopup()]).toEqual([null, null]);
  });

  it('replaces its address without loading it', () => {
    const before = location.href;
    browser.replaceUrl(`${before}#replaced`);
    expect(browser.location?.href).toBe(`${before}#replaced`);
    browser.replaceUrl(before);
  });

  it('uses the hostname without a title', () => {
    expect(browser.pageMetadata()).toEqual({ name: location.hostname, description: '', url: location.origin, icons: [] });
  });

  it('reads the location', () => {
    expect(browser.location).toEqual({ origin: location.origin, href: location.href, hostname: location.hostname });
  });

  it('detects Telegram’s web view', () => {
    const telegram = (properties: Readonly<Record<string, unknown>>): boolean => {
      const all = { Telegram: undefined, TelegramWebviewProxy: undefined, TelegramWebviewProxyProto: undefined, ...properties };
      withProperties(window, all);
      return browser.platform.telegram;
    };
    expect(telegram({})).toBe(false);
    expect(telegram({ Telegram: { Login: {} } })).toBe(false);
    expect(telegram({ Telegram: { WebApp: { platform: 'unknown' } } })).toBe(false);
    expect(telegram({ Telegram: { WebApp: { platform: 'ios' } } })).toBe(true);
    expect(telegram({ TelegramWebviewProxy: {} })).toBe(true);
    expect(telegram({ TelegramWebviewProxyProto: () => {} })).toBe(true);
    telegram({});
  });

  it('detects an iframe', () => {
    expect(browser.platform.iframe).toBe(false);
    const top = Object.getOwnPropertyDescriptor(window, 'top');
    withProperties(window, { top: {} });
    expect(browser.platform.iframe).toBe(true);
    if (top === undefined) Reflect.deleteProperty(window, 'top');
    else Object.defineProperty(window, 'top', top);
  });
});

describe('open', () => {
  const opened: unknown[][] = [];
  beforeEach(() => {
    opened.length = 0;
    withProperties(window, { open: (...parameters: unknown[]) => void opened.push(parameters) });
  });

  it('opens new windows with noopener and noreferrer', () => {
    browser.open('https://wallet.example/', '_blank');
    browser.open('wallet://connect', '_self');
    expect(opened).toEqual([
      ['https://wallet.example/', '_blank', 'noopener,noreferrer'],
      ['wallet://connect', '_self'],
    ]);
  });

  describe('in Telegram', () => {
    const inTelegram = (methods: Readonly<Record<string, unknown>>): void => {
      withProperties(window, { Telegram: { WebApp: { platform: 'ios', ...methods } } });
    };
    afterEach(() => void withProperties(window, { Telegram: undefined }));

    it('uses Telegram’s methods for web and t.me links', () => {
      inTelegram({
        openLink: (...parameters: unknown[]) => void opened.push(['openLink', ...parameters]),
        openTelegramLink: (...parameters: unknown[]) => void opened.push(['openTelegramLink', ...parameters]),
      });
      browser.open('https://wallet.example/wc?requestId=1', '_blank');
      browser.open('https://t.me/wallet/app?startapp=a', '_blank');
      browser.open('wallet://wc?requestId=1', '_blank');
      browser.open('javascript:alert(1)', '_blank');
      expect(opened).toEqual([
        ['openLink', 'https://wallet.example/wc?requestId=1'],
        ['openTelegramLink', 'https://t.me/wallet/app?startapp=a'],
        ['wallet://wc?requestId=1', '_blank', 'noopener,noreferrer'],
      ]);
    });

    it('opens links itself if Telegram cannot, or outside Telegram', () => {
      const openLink = (): void => {
        throw new Error('WebAppMethodUnsupported');
      };
      for (const methods of [{}, { openLink }, { platform: 'unknown', openLink: () => void opened.push(['openLink']) }]) {
        inTelegram(methods);
        browser.open('https://wallet.example/', '_blank');
      }
      expect(opened).toEqual(Array.from({ length: 3 }, () => ['https://wallet.example/', '_blank', 'noopener,noreferrer']));
    });
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://app.example/1',
    'vbscript:x',
    'file:///etc/passwd',
    'about:blank',
    'http://[',
  ])('ignores %j', (url) => {
    browser.open(url, '_blank');
    browser.open(url, '_self');
    expect(opened).toEqual([]);
  });
});

describe('copy', () => {
  it('falls back to a copy event without the clipboard API', async () => {
    const texts: (string | undefined)[] = [];
    withProperties(navigator, { clipboard: undefined });
    withProperties(document, {
      execCommand: () => {
        const clipboardData = { setData: (_type: string, text: string) => void texts.push(text) };
        return document.dispatchEvent(Object.assign(new Event('copy', { cancelable: true }), { clipboardData }));
      },
    });
    await browser.copy('0xabc');
    document.dispatchEvent(Object.assign(new Event('copy'), { clipboardData: { setData: () => texts.push('leak') } }));
    expect(texts).toEqual(['0xabc']);
  });

  it('rejects when neither method works', async () => {
    withProperties(navigator, { clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } });
    const implementations = [
      () => false,
      () => {
        throw new Error('no');
      },
      undefined,
    ];
    for (const execCommand of implementations) {
      withProperties(document, { execCommand });
      expect(await codeOf(browser.copy('text'))).toBe('browser/clipboard-unavailable');
    }
  });
});

describe('preloadImages', () => {
  const pictures: { src: string; settle: (ok: boolean) => void; removed: boolean }[] = [];
  beforeEach(() => {
    pictures.length = 0;
    class TestImage extends Image {
      readonly #record = { src: '', settle: (_ok: boolean): void => {}, removed: false };

      override decode(): Promise<void> {
        this.#record.src = this.src;
        pictures.push(this.#record);
        return new Promise((resolve, reject) => {
          this.#record.settle = (ok) => (ok ? resolve() : reject(new DOMException('broken', 'EncodingError')));
        });
      }

      override removeAttribute(name: string): void {
        this.#record.removed = name === 'src';
        super.removeAttribute(name);
      }
    }
    withProperties(window, { Image: TestImage });
  });

  it('resolves when every image is decoded or has failed', async () => {
    let isDone = false;
    const loading = browser.preloadImages(['data:image/png;base64,AA', 'data:image/png;base64,BB'], neverAborted()).then(() => {
      isDone = true;
    });
    pictures[0]?.settle(true);
    await Promise.resolve();
    expect(isDone).toBe(false);
    pictures[1]?.settle(false);
    await loading;
    expect(pictures.map(({ src }) => src)).toEqual(['data:image/png;base64,AA', 'data:image/png;base64,BB']);
  });

  it('stops loading on abort', async () => {
    const controller = new AbortController();
    const loading = browser.preloadImages(['data:image/png;base64,AA'], controller.signal);
    controller.abort();
    await loading;
    expect(pictures.map(({ removed }) => removed)).toEqual([true]);
  });

  it('skips images without decode()', async () => {
    class OldImage extends Image {
      override decode = JSON.parse('null');
    }
    withProperties(window, { Image: OldImage });
    expect(await browser.preloadImages(['data:image/png;base64,AA'], neverAborted())).toBe(undefined);
  });
});

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1';
const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const UNKNOWN_PHONE = 'Mozilla/5.0 (Mobile; Some OS 1.0)';

const signals = (changes: Partial<PlatformSignals>): PlatformSignals => ({
  userAgent: MAC,
  touchPoints: 0,
  coarsePointer: false,
  telegram: false,
  iframe: false,
  ...changes,
});

describe('the platform', () => {
  it.each<[string, Partial<PlatformSignals>, string]>([
    ['a Mac', { userAgent: MAC }, ''],
    ['an iPad that calls itself a Mac', { userAgent: MAC, touchPoints: 5, coarsePointer: true }, 'mobile ios'],
    ['a PC', { userAgent: WINDOWS }, ''],
    ['a PC with a touch screen', { userAgent: WINDOWS, touchPoints: 10, coarsePointer: true }, ''],
    ['a Linux desktop', { userAgent: LINUX }, ''],
    ['a Chromebook with a touch screen', { userAgent: CHROMEBOOK, touchPoints: 10, coarsePointer: true }, ''],
    ['an iPhone', { userAgent: IPHONE, touchPoints: 5, coarsePointer: true }, 'mobile ios'],
    ['an old iPad', { userAgent: IPAD, touchPoints: 5, coarsePointer: true }, 'mobile ios'],
    ['Chrome on Android', { userAgent: PIXEL, touchPoints: 5, coarsePointer: true }, 'mobile android'],
    ['Firefox on Android', { userAgent: FIREFOX_ANDROID, touchPoints: 5, coarsePointer: true }, 'mobile android'],
    ['Android with a mouse', { userAgent: PIXEL }, 'mobile android'],
    ['a phone of an unknown model', { userAgent: UNKNOWN_PHONE, coarsePointer: true }, 'mobile'],
    ['an empty user agent', { userAgent: '' }, ''],
    ['Telegram on an iPhone', { userAgent: IPHONE, telegram: true }, 'mobile ios telegram'],
    ['a frame', { iframe: true }, 'iframe'],
  ])('detects %s', (_name, changes, flags) => {
    const platform = detectPlatform(signals(changes));
    const set = (['mobile', 'ios', 'android', 'telegram', 'iframe'] as const).filter((flag) => platform[flag]);
    expect(set.join(' ')).toBe(flags);
  });
});
