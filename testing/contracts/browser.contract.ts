import type { Browser } from '../../application/ports/browser.port.js';
import { codeOf, patient, type TestApi } from './test-api.js';

/** A browser to test. */
export interface BrowserHarness {
  readonly browser: Browser;
  setVisible(visible: boolean): void;
  setOnline(online: boolean): void;
  /** From now on the clipboard cannot be written. */
  breakClipboard(): void;
  /** Texts copied so far. */
  copied(): readonly string[];
  /** Addresses opened so far. */
  opened(): readonly { readonly url: string; readonly target: string }[];
  /** From now on pictures never arrive. */
  stallImages(): void;
}

/**
 * What every browser does.
 * @example browserContract({ describe, it, expect }, 'MyBrowser', makeHarness);
 */
export const browserContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => BrowserHarness): void => {
  describe(`${name} keeps the contract of a browser`, () => {
    it('gives the same platform and place until they are others, so that who watches them has nothing to do', () => {
      const { browser } = makeHarness();
      expect(browser.platform).toBe(browser.platform);
      expect(browser.location).toBe(browser.location);
    });

    it('says at once whether the page is visible, then each change once', () => {
      const { browser, setVisible } = makeHarness();
      const seen: boolean[] = [];
      const watching = browser.visible$.subscribe((visible) => seen.push(visible));
      expect(seen).toEqual([true]);
      setVisible(false);
      setVisible(false);
      setVisible(true);
      watching.unsubscribe();
      setVisible(false);
      expect(seen).toEqual([true, false, true]);
    });

    it('says at once whether the network is there, then each change once', () => {
      const { browser, setOnline } = makeHarness();
      const seen: boolean[] = [];
      const watching = browser.online$.subscribe((online) => seen.push(online));
      expect(seen).toEqual([true]);
      setOnline(false);
      setOnline(false);
      setOnline(true);
      watching.unsubscribe();
      setOnline(false);
      expect(seen).toEqual([true, false, true]);
    });

    it('tells late watchers the state of now', () => {
      const { browser, setVisible, setOnline } = makeHarness();
      setVisible(false);
      setOnline(false);
      const seen: boolean[] = [];
      browser.visible$.subscribe((visible) => seen.push(visible)).unsubscribe();
      browser.online$.subscribe((online) => seen.push(online)).unsubscribe();
      expect(seen).toEqual([false, false]);
    });

    it('copies a text as it is', async () => {
      const { browser, copied } = makeHarness();
      await browser.copy('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb');
      expect(copied()).toEqual(['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb']);
    });

    it('says when nothing can be copied', async () => {
      const { browser, breakClipboard } = makeHarness();
      breakClipboard();
      expect(await codeOf(browser.copy('text'))).toBe('browser/clipboard-unavailable');
    });

    it('opens addresses in the asked place', () => {
      const { browser, opened } = makeHarness();
      browser.open('https://wallet.example/', '_blank');
      browser.open('metamask://wc', '_self');
      expect(opened()).toEqual([
        { url: 'https://wallet.example/', target: '_blank' },
        { url: 'metamask://wc', target: '_self' },
      ]);
    });

    it('waits for pictures no longer than it is asked to, and never fails', async () => {
      const { browser, stallImages } = makeHarness();
      await browser.preloadImages([], patient());
      stallImages();
      const controller = new AbortController();
      const loading = browser.preloadImages(['data:image/png;base64,AA=='], controller.signal);
      controller.abort();
      expect(await loading).toBe(undefined);
      expect(await browser.preloadImages(['data:image/png;base64,AA=='], controller.signal)).toBe(undefined);
    });

    it('knows its place and itself', () => {
      const { browser } = makeHarness();
      expect(Object.keys(browser.platform).sort()).toEqual(['android', 'iframe', 'ios', 'mobile', 'telegram']);
      expect(Object.keys(browser.pageMetadata()).sort()).toEqual(['description', 'icons', 'name', 'url']);
    });
  });
};
