import type { BrowserContext, Page } from '@playwright/test';

/** How small a picture may be that nobody looks at, in pixels. */
const SIDE = 16;

/** Chromium takes a page that is being filmed for one that is looked at. It stops to take pictures, but not to film, once none is fetched. */
const film = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const start = () => devtools.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: SIDE, maxHeight: SIDE });
  // A window that is just opening has no document that could be filmed.
  await start().catch(() => page.waitForLoadState('domcontentloaded').then(start));
};

/**
 * Keeps frames coming in every page of a context, whichever is in front. Else a page behind gets about one a second, and each step that
 * waits for it takes that long. Playwright's recorder has the same effect, at a third more work for the machine.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-startScreencast
 */
export const keepAwake = async (context: BrowserContext): Promise<void> => {
  // A page that closes meanwhile cannot be filmed and need not be.
  const filmed = (page: Page): Promise<void> => film(page).catch(() => undefined);
  context.on('page', (page) => void filmed(page));
  await Promise.all(context.pages().map(filmed));
};
