/** The installed wallet that is announced on every page. */
export const WALLET = 'Bench Wallet';

/**
 * Runs in the page before its own scripts. Announces an installed wallet, records when the button is visible, and, from the first click on,
 * checks after each frame whether a dialog and the wallet in its list are visible. Frame 1 is the first one after the click.
 */
export const probe = (walletName) => {
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  const info = Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: walletName, icon, rdns: 'example.bench' });
  const provider = { request: () => Promise.resolve([]), on: () => provider, removeListener: () => provider };
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: Object.freeze(provider) }) }));
  addEventListener('eip6963:requestProvider', announce);
  announce();

  /** All descendants, including those in shadow trees. */
  const elements = function* (root) {
    for (const element of root.querySelectorAll('*')) {
      yield element;
      if (element.shadowRoot !== null) yield* elements(element.shadowRoot);
    }
  };
  const isSeen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height, top, left, bottom, right } = element.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]';
  const isDialog = (element) => element.matches(DIALOG) && isSeen(element);
  // Checks the element's own text, because a parent may be drawn before.
  const isRow = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() === walletName) && isSeen(element);
  const find = (test) => {
    for (const element of elements(document)) if (test(element)) return true;
    return false;
  };

  globalThis.latchkeyHasDialog = () => find(isDialog);
  const seen = { buttonMs: null, dialog: null, list: null };
  globalThis.latchkeyProbe = seen;
  const lookForButton = () => {
    const button = document.getElementById('connect');
    // An empty element of a kit does not count.
    if (button !== null && isSeen(button)) seen.buttonMs = performance.now();
    else requestAnimationFrame(lookForButton);
  };
  requestAnimationFrame(lookForButton);
  const start = (event) => {
    let frames = 0;
    const drawn = new MessageChannel();
    const look = () => {
      const at = { ms: performance.now() - event.timeStamp, frames };
      if (seen.dialog === null && find(isDialog)) seen.dialog = at;
      if (seen.dialog !== null && seen.list === null && find(isRow)) seen.list = at;
      if (seen.list !== null) drawn.port1.close();
    };
    drawn.port1.onmessage = look;
    const onFrame = () => {
      if (seen.list !== null) return;
      frames += 1;
      // Received after this frame is drawn.
      drawn.port2.postMessage(null);
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  };
  addEventListener('click', start, { capture: true, once: true });
};
