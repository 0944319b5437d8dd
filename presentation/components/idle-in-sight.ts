/** Not in Safari. The pause gives what the page itself does first the time to be done. */
const NO_IDLE_CALLBACK_MS = 200;

type Page = Window & typeof globalThis;

/** The user asked for less traffic. @see https://wicg.github.io/savedata/ */
const savesData = ({ navigator }: Page): boolean => {
  // The Network Information API, which not every browser has, is not in TypeScript's DOM.
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};

const whenIdle = (page: Page, done: () => void): (() => void) => {
  if (typeof page.requestIdleCallback === 'function') {
    const idle = page.requestIdleCallback(done);
    return () => page.cancelIdleCallback(idle);
  }
  const timer = page.setTimeout(done, NO_IDLE_CALLBACK_MS);
  return () => page.clearTimeout(timer);
};

/**
 * Calls once, when an element has come in sight and the page is idle after that; never where the user saves data. The returned function
 * takes that back.
 * @see https://www.w3.org/TR/requestidlecallback/
 */
export const idleInSight = (element: Element, done: () => void): (() => void) => {
  const page = element.ownerDocument.defaultView;
  if (page === null || typeof page.IntersectionObserver !== 'function' || savesData(page)) return () => undefined;
  let cancel = (): void => observer.disconnect();
  const observer = new page.IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    cancel = whenIdle(page, done);
  });
  observer.observe(element);
  return () => cancel();
};
