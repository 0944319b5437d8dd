import type { Browser } from '../../application/ports/browser.port.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

/** A browser to test. */
export interface BrowserHarness {
  readonly browser: Browser;
  setVisible(visible: boolean): void;
  setOnline(online: boolean): void;
  /** Makes the clipboard unavailable. */
  breakClipboard(): void;
  /** Texts copied so far. */
  copied(): readonly string[];
  /** URLs opened so far. */
  opened(): readonly { readonly url: string; readonly target: string }[];
  /** Stops images from loading. */
  stallImages(): void;
}

/**
 * Contract of every `Browser`.
 * @example browserContract({ describe, it, expect }, 'MyBrowser', makeHarness);
 */
export const browserContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => BrowserHarness): void => {
  describe(`${name}: Browser contract`, () => {
    it('returns the same platform and location objects while they are unchanged', () => {
      const { browser } = makeHarness();
      expect(browser.platform).toBe(browser.platform);
      expect(browser.location).toBe(browser.location);
    });

    it('emits the current visibility, then each change once', () => {
      const { browser, setVisible } = makeHarness();
      const seen: boolean[] = [];
      const subscription = browser.visible$.subscribe((visible) => seen.push(visible));
      expect(seen).toEqual([true]);
      setVisible(false);
      setVisible(false);
      setVisible(true);
      subscription.unsubscribe();
      setVisible(false);
      expect(seen).toEqual([true, false, true]);
    });

    it('emits the current online state, then each change once', () => {
      const { browser, setOnline } = makeHarness();
      const seen: boolean[] = [];
      const subscription = browser.online$.subscribe((online) => seen.push(online));
      expect(seen).toEqual([true]);
      setOnline(false);
      setOnline(false);
      setOnline(true);
      subscription.unsubscribe();
      setOnline(false);
      expect(seen).toEqual([true, false, true]);
    });

    it('emits the current state to late subscribers', () => {
      const { browser, setVisible, setOnline } = makeHarness();
      setVisible(false);
      setOnline(false);
      const seen: boolean[] = [];
      browser.visible$.subscribe((visible) => seen.push(visible)).unsubscribe();
      browser.online$.subscribe((online) => seen.push(online)).unsubscribe();
      expect(seen).toEqual([false, false]);
    });

    it('copies text unchanged', async () => {
      const { browser, copied } = makeHarness();
      await browser.copy('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb');
      expect(copied()).toEqual(['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb']);
    });

    it('rejects if the clipboard is unavailable', async () => {
      const { browser, breakClipboard } = makeHarness();
      breakClipboard();
      expect(await codeOf(browser.copy('text'))).toBe('browser/clipboard-unavailable');
    });

    it('opens URLs in the given target', () => {
      const { browser, opened } = makeHarness();
      browser.open('https://wallet.example/', '_blank');
      browser.open('metamask://wc', '_self');
      expect(opened()).toEqual([
        { url: 'https://wallet.example/', target: '_blank' },
        { url: 'metamask://wc', target: '_self' },
      ]);
    });

    it('stops waiting for images on abort, and never rejects', async () => {
      const { browser, stallImages } = makeHarness();
      await browser.preloadImages([], neverAborted());
      stallImages();
      const controller = new AbortController();
      const loading = browser.preloadImages(['data:image/png;base64,AA=='], controller.signal);
      controller.abort();
      expect(await loading).toBe(undefined);
      expect(await browser.preloadImages(['data:image/png;base64,AA=='], controller.signal)).toBe(undefined);
    });

    it('has a platform and page metadata', () => {
      const { browser } = makeHarness();
      expect(Object.keys(browser.platform).sort()).toEqual(['android', 'iframe', 'ios', 'mobile', 'telegram']);
      expect(Object.keys(browser.pageMetadata()).sort()).toEqual(['description', 'icons', 'name', 'url']);
      expect(typeof browser.userAgent).toBe('string');
    });
  });
};
