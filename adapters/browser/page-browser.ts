import { distinctUntilChanged, fromEvent, map, merge, NEVER, type Observable, startWith } from 'rxjs';
import type { Browser, Platform } from '../../application/ports/browser.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { attempt } from '../../domain/wire.js';

/** What a page can tell of the device it runs on. */
export interface PlatformFacts {
  readonly userAgent: string;
  /** Number of simultaneous touches the screen takes. */
  readonly touchPoints: number;
  /** Whether the first pointing device is a finger. */
  readonly coarsePointer: boolean;
  /** The page runs inside Telegram. */
  readonly telegram: boolean;
  /** The page is framed by another. */
  readonly iframe: boolean;
}

const MOBILE = /android|webos|iphone|ipad|ipod|blackberry|opera mini/i;
const IOS = /iphone|ipad|ipod/i;
/** Systems that no mobile wallet runs on, whatever their screen: a tablet with Windows is still a desktop here. */
const DESKTOP = /windows nt|macintosh|x11|cros/i;

/**
 * Tells the device from what its browser says. An iPad that asks for desktop pages calls itself a Macintosh; only it has
 * a touch screen.
 */
export const detectPlatform = ({ userAgent, touchPoints, coarsePointer, telegram, iframe }: PlatformFacts): Platform => {
  const disguisedIpad = /macintosh/i.test(userAgent) && touchPoints > 1;
  const ios = IOS.test(userAgent) || disguisedIpad;
  const mobile = ios || MOBILE.test(userAgent) || (coarsePointer && !DESKTOP.test(userAgent));
  return { mobile, ios, android: /android/i.test(userAgent), telegram, iframe };
};

/** The part of `window` that is used, with what Telegram's web views put there. */
export type PageWindow = Pick<
  Window & typeof globalThis,
  'document' | 'navigator' | 'location' | 'open' | 'addEventListener' | 'removeEventListener'
> &
  Partial<Pick<Window & typeof globalThis, 'matchMedia' | 'Image' | 'self' | 'top'>>;

/** Outside of a page there is no device. */
const NO_PLATFORM: Platform = { mobile: false, ios: false, android: false, telegram: false, iframe: false };

const FACTS = ['mobile', 'ios', 'android', 'telegram', 'iframe'] as const;

/** What an address of these kinds would run or show has this page's own rights. */
const UNSAFE_PROTOCOLS: readonly string[] = ['javascript:', 'data:', 'blob:', 'vbscript:', 'file:', 'about:'];

/** The page's own browser. Works without a page too: on a server it is a visible, online page with nothing on it. */
export class PageBrowser implements Browser {
  readonly visible$: Observable<boolean>;
  readonly online$: Observable<boolean>;
  readonly #page: PageWindow | undefined;
  #platform = NO_PLATFORM;
  #location: Browser['location'] = null;

  constructor(page: PageWindow | undefined) {
    this.#page = page;
    this.visible$ = watch(page?.document, ['visibilitychange'], () => page?.document.visibilityState !== 'hidden');
    // Only a clear "no" counts: some web views know nothing of their network.
    this.online$ = watch(page, ['online', 'offline'], () => page?.navigator.onLine !== false);
  }

  get platform(): Platform {
    const page = this.#page;
    if (page === undefined) return NO_PLATFORM;
    const now = detectPlatform({
      userAgent: page.navigator.userAgent,
      touchPoints: page.navigator.maxTouchPoints ?? 0,
      coarsePointer: page.matchMedia?.('(pointer: coarse)').matches ?? false,
      telegram: isTelegram(page),
      iframe: page.self !== page.top,
    });
    const before = this.#platform;
    if (FACTS.some((fact) => before[fact] !== now[fact])) this.#platform = now;
    return this.#platform;
  }

  get location(): Browser['location'] {
    if (this.#page === undefined) return null;
    const { origin, href, hostname } = this.#page.location;
    if (this.#location?.href !== href) this.#location = { origin, href, hostname };
    return this.#location;
  }

  pageMetadata(): ReturnType<Browser['pageMetadata']> {
    const page = this.#page;
    if (page === undefined) return { name: '', description: '', url: '', icons: [] };
    const { document, location } = page;
    const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href;
    return {
      name: document.title.trim() || location.hostname,
      description: document.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content.trim() ?? '',
      url: location.origin,
      icons: icon ? [icon] : [],
    };
  }

  async copy(text: string): Promise<void> {
    try {
      // Absent outside of a secure context, and refused where the page's permissions policy says so.
      await this.#page?.navigator.clipboard.writeText(text);
      if (this.#page !== undefined) return;
    } catch {
      if (copyByEvent(this.#page?.document, text)) return;
    }
    throw new LatchkeyError('browser/clipboard-unavailable', {});
  }

  open(url: string, target: '_blank' | '_self' | '_top'): void {
    const page = this.#page;
    if (page === undefined || !isSafeUrl(url, page.location.href)) return;
    if (target === '_blank' && openedByTelegram(page, url)) return;
    if (target === '_blank') page.open(url, target, 'noopener,noreferrer');
    else page.open(url, target);
  }

  async preloadImages(urls: readonly string[], signal: AbortSignal): Promise<void> {
    const ImageOfPage = this.#page?.Image;
    if (ImageOfPage === undefined || signal.aborted) return;
    const images = urls.map((url) => Object.assign(new ImageOfPage(), { src: url }));
    await abortable(Promise.all(images.map(decode)), signal).catch(() => {
      // Without a source the browser stops loading.
      for (const image of images) image.removeAttribute('src');
    });
  }
}

const decode = async (image: HTMLImageElement): Promise<void> => {
  try {
    await image.decode();
  } catch {
    // A picture that cannot be shown is not waited for.
  }
};

const watch = (
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined,
  events: readonly string[],
  read: () => boolean,
) => {
  const events$ = target === undefined ? NEVER : merge(...events.map((event) => fromEvent(target, event)));
  return events$.pipe(startWith(null), map(read), distinctUntilChanged());
};

/** What Telegram adds to a window, where it does. @see https://core.telegram.org/bots/webapps#initializing-mini-apps */
interface TelegramWindow {
  readonly TelegramWebviewProxy?: unknown;
  readonly TelegramWebviewProxyProto?: unknown;
  readonly Telegram?: {
    readonly WebApp?: {
      readonly platform?: string;
      readonly openLink?: (url: string) => void;
      readonly openTelegramLink?: (url: string) => void;
    };
  };
}

/** Telegram's script can be on any page; only inside of Telegram it knows its platform. */
const isTelegram = (page: PageWindow & TelegramWindow): boolean => {
  const { TelegramWebviewProxy, TelegramWebviewProxyProto, Telegram } = page;
  const platform = Telegram?.WebApp?.platform;
  return Boolean(TelegramWebviewProxy ?? TelegramWebviewProxyProto) || (platform !== undefined && platform !== 'unknown');
};

/** Telegram opens addresses of the web by its own means, its own ones among them; its web views may drop a window that a page opens. */
const openedByTelegram = (page: PageWindow & TelegramWindow, url: string): boolean => {
  const app = isTelegram(page) && /^https:/i.test(url) ? page.Telegram?.WebApp : undefined;
  try {
    const open = /^https:\/\/t\.me\//i.test(url) ? app?.openTelegramLink : app?.openLink;
    open?.call(app, url);
    return open !== undefined;
  } catch {
    // An older one knows the call and cannot do it.
    return false;
  }
};

const isSafeUrl = (url: string, base: string): boolean => attempt(() => !UNSAFE_PROTOCOLS.includes(new URL(url, base).protocol)) ?? false;

/** The old way, which also works outside of a secure context; it needs no element, so nothing moves the focus. */
const copyByEvent = (document: Document | undefined, text: string): boolean => {
  let copied = false;
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    copied = event.clipboardData !== null;
  };
  document?.addEventListener('copy', fill);
  try {
    document?.execCommand?.('copy');
  } catch {
    // The same as a browser that does not copy.
  }
  document?.removeEventListener('copy', fill);
  return copied;
};
