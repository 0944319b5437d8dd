import { Observable } from 'rxjs';

/** How long a browser without `requestIdleCallback` is left alone after the page has loaded, in ms. */
const PAUSE_MS = 200;

/** Emits once, when the page has loaded and has nothing better to do. Touches the page only while subscribed. */
export const pageIdle$: Observable<void> = new Observable((subscriber) => {
  const done = (): void => {
    subscriber.next();
    subscriber.complete();
  };
  const wait = (): void => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback(done);
      subscriber.add(() => cancelIdleCallback(request));
    } else {
      const timer = setTimeout(done, PAUSE_MS);
      subscriber.add(() => clearTimeout(timer));
    }
  };
  if (document.readyState === 'complete') wait();
  else {
    window.addEventListener('load', wait, { once: true });
    subscriber.add(() => window.removeEventListener('load', wait));
  }
});
