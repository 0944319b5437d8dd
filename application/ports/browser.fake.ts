import { BehaviorSubject, distinctUntilChanged, type Observable, Subject } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Browser, Platform, Popup, PopupOptions } from './browser.port.js';

/** A desktop browser: no flag set. */
const DESKTOP: Platform = { mobile: false, ios: false, android: false, telegram: false, iframe: false };

/** Fake window that records where it was sent. */
export class FakePopup implements Popup {
  readonly #messages = new Subject<{ readonly origin: string; readonly data: unknown }>();
  readonly messages$ = this.#messages.asObservable();
  /** Addresses, oldest first. */
  readonly visited: string[] = [];
  closed = false;
  /** The window was opened without a way back to the page. */
  readonly isolated: boolean;

  constructor(isolated = false) {
    this.isolated = isolated;
  }

  navigate(url: string): void {
    this.visited.push(url);
  }

  close(): void {
    this.closed = true;
  }

  /** Posts a message to the page. */
  post(origin: string, data: unknown): void {
    this.#messages.next({ origin, data });
  }
}

/** Fake browser that records calls. */
export class FakeBrowser implements Browser {
  platform: Platform = DESKTOP;
  location: Browser['location'] = { origin: 'https://app.example', href: 'https://app.example/', hostname: 'app.example' };
  userAgent = 'Example/1.0';
  timeZone: string | null = 'Europe/Berlin';
  metadata: ReturnType<Browser['pageMetadata']> = { name: 'Example app', description: '', url: 'https://app.example', icons: [] };
  /** Behaviour of the clipboard. */
  clipboard: 'working' | 'unavailable' = 'working';
  /** Images load immediately, or when {@link finishImages} is called. */
  images: 'ready' | 'slow' = 'ready';
  /** Copied texts, oldest first. */
  readonly copied: string[] = [];
  /** Opened URLs, oldest first. */
  readonly opened: { readonly url: string; readonly target: '_blank' | '_self' | '_top' }[] = [];
  /** Behaviour of new windows. */
  popups: 'allowed' | 'blocked' = 'allowed';
  /** Opened windows, oldest first. */
  readonly openedPopups: FakePopup[] = [];
  /** Preloaded image URLs, oldest first. */
  readonly preloaded: string[] = [];
  readonly #visible = new BehaviorSubject(true);
  readonly #online = new BehaviorSubject(true);
  readonly #waiting = new Set<() => void>();

  readonly visible$: Observable<boolean> = this.#visible.pipe(distinctUntilChanged());
  readonly online$: Observable<boolean> = this.#online.pipe(distinctUntilChanged());

  /** Sets the visibility of the web page. */
  setVisible(visible: boolean): void {
    this.#visible.next(visible);
  }

  /** Sets the network status. */
  setOnline(online: boolean): void {
    this.#online.next(online);
  }

  readonly pageMetadata = (): ReturnType<Browser['pageMetadata']> => this.metadata;

  readonly copy = async (text: string): Promise<void> => {
    if (this.clipboard === 'unavailable') throw new LatchkeyError('browser/clipboard-unavailable', {});
    this.copied.push(text);
  };

  readonly open = (url: string, target: '_blank' | '_self' | '_top'): void => {
    this.opened.push({ url, target });
  };

  readonly openPopup = ({ isolated = false }: PopupOptions = {}): Popup | null => {
    if (this.popups === 'blocked') return null;
    const popup = new FakePopup(isolated);
    this.openedPopups.push(popup);
    return popup;
  };

  readonly replaceUrl = (url: string): void => {
    const { origin, href, hostname } = new URL(url);
    this.location = { origin, href, hostname };
  };

  readonly preloadImages = (urls: readonly string[], signal: AbortSignal): Promise<void> => {
    this.preloaded.push(...urls);
    if (this.images === 'ready' || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  };

  /** Completes pending image loads. */
  finishImages(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
