// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { PageBrowser } from '../../adapters/browser/page-browser.js';
import { FakeBrowser } from '../../application/ports/browser.fake.js';
import { browserContract } from '../../testing/contracts/browser.contract.js';
import { withProperties } from '../unit/adapters/support/page.js';

const api = { describe, it, expect };

browserContract(api, 'FakeBrowser', () => {
  const browser = new FakeBrowser();
  return {
    browser,
    setVisible: (visible) => browser.setVisible(visible),
    setOnline: (online) => browser.setOnline(online),
    breakClipboard: () => {
      browser.clipboard = 'unavailable';
    },
    copied: () => browser.copied,
    opened: () => browser.opened,
    stallImages: () => {
      browser.images = 'slow';
    },
  };
});

browserContract(api, 'PageBrowser', () => {
  const copied: string[] = [];
  const opened: { url: string; target: string }[] = [];
  class StalledImage extends Image {
    override decode(): Promise<void> {
      return new Promise(() => {});
    }
  }
  withProperties(document, { visibilityState: 'visible', execCommand: () => false });
  withProperties(navigator, { onLine: true, clipboard: { writeText: async (text: string) => void copied.push(text) } });
  withProperties(window, { open: (url: string, target: string) => void opened.push({ url, target }) });
  return {
    browser: new PageBrowser(window),
    setVisible: (visible) => {
      withProperties(document, { visibilityState: visible ? 'visible' : 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    setOnline: (online) => {
      withProperties(navigator, { onLine: online });
      window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    },
    breakClipboard: () => withProperties(navigator, { clipboard: undefined }),
    copied: () => copied,
    opened: () => opened,
    stallImages: () => withProperties(window, { Image: StalledImage }),
  };
});
