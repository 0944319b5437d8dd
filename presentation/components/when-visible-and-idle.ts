/** Delay where `requestIdleCallback` is missing, as in Safari; gives the page time for its own work. */
const NO_IDLE_CALLBACK_MS = 200;

type BrowserWindow = Window & typeof globalThis;

/** True if the user requested reduced data usage. @see https://wicg.github.io/savedata/ */
const hasSaveData = ({ navigator }: BrowserWindow): boolean => {
  // TypeScript's DOM lacks the Network Information API.
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};

const whenIdle = (view: BrowserWindow, callback: () => void): (() => void) => {
  if (typeof view.requestIdleCallback === 'function') {
    const idle = view.requestIdleCallback(callback);
    return () => view.cancelIdleCallback(idle);
  }
  const timer = view.setTimeout(callback, NO_IDLE_CALLBACK_MS);
  return () => view.clearTimeout(timer);
};

/**
 * Calls back once, when the element is visible and the page then idle; never with Save-Data. The returned function cancels this.
 * @see https://www.w3.org/TR/requestidlecallback/
 */
export const whenVisibleAndIdle = (element: Element, callback: () => void): (() => void) => {
  const view = element.ownerDocument.defaultView;
  if (view === null || typeof view.IntersectionObserver !== 'function' || hasSaveData(view)) return () => undefined;
  let cancel = (): void => observer.disconnect();
  const observer = new view.IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    cancel = whenIdle(view, callback);
  });
  observer.observe(element);
  return () => cancel();
};
