/**
 * Time that the request must have been on screen before it can be approved: a click that was meant for the page under the window must
 * not hit the button.
 */
const LOOK_MS = 800;

/** Enables the button when the request was on screen long enough, and the user has confirmed that it is dangerous. */
export const guardButton = (button: HTMLButtonElement, consent: HTMLInputElement | null = null): void => {
  let isSeen = false;
  const update = (): void => {
    button.disabled = !isSeen || consent?.checked === false;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    isSeen = false;
    update();
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
    timer = setTimeout(() => {
      isSeen = true;
      update();
    }, LOOK_MS);
  };
  consent?.addEventListener('change', update);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  window.addEventListener('blur', look);
  look();
};
