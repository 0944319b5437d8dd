import { distinctUntilChanged, filter, fromEvent, map, merge, NEVER, type Observable, startWith } from 'rxjs';
import type { Browser, Platform, Popup, PopupOptions } from '../../application/ports/browser.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { attempt } from '../../domain/wire.js';

/** Browser signals that identify the device. */
export interface PlatformSignals {
  readonly userAgent: string;
  /** Maximum number of simultaneous touch points. */
  readonly touchPoints: number;
  /** The primary pointer is coarse (touch). */
  readonly coarsePointer: boolean;
  /** The page runs inside Telegram. */
  readonly telegram: boolean;
  /** The page is in an iframe. */
  readonly iframe: boolean;
}

const MOBILE = /android|webos|iphone|ipad|ipod|blackberry|opera mini/i;
const IOS = /iphone|ipad|ipod/i;
/** Systems without mobile wallets, whatever their screen: a Windows tablet counts as desktop. */
const DESKTOP = /windows nt|macintosh|x11|cros/i;

/** Detects the platform. An iPad that requests desktop sites reports Macintosh; only the iPad has a touch screen. */
export const detectPlatform = ({ userAgent, touchPoints, coarsePointer, telegram, iframe }: PlatformSignals): Platform => {
  const disguisedIpad = /macintosh/i.test(userAgent) && touchPoints > 1;
  const ios = IOS.test(userAgent) || disguisedIpad;
  const mobile = ios || MOBILE.test(userAgent) || (coarsePointer && !DESKTOP.test(userAgent));
  return { mobile, ios, android: /android/i.test(userAgent), telegram, iframe };
};

/** The members of `window` that are used, plus those of Telegram's web views. */
export type PageWindow = Pick<
  Window & typeof globalThis,
  'document' | 'navigator' | 'location' | 'history' | 'open' | 'addEventListener' | 'removeEventListener'
> &
  Partial<Pick<Window & typeof globalThis, 'matchMedia' | 'Image' | 'self' | 'top'>>;

/** Used on a server. */
const NO_PLATFORM: Platform = { mobile: false, ios: false, android: false, telegram: false, iframe: false };

const PLATFORM_FLAGS = ['mobile', 'ios', 'android', 'telegram', 'iframe'] as const;

/** URLs with these protocols would run code or show content with this page's own privileges. */
const UNSAFE_PROTOCOLS: readonly string[] = ['javascript:', 'data:', 'blob:', 'vbscript:', 'file:', 'about:'];

/** Large enough for the pages of all social logins. */
const POPUP_FEATURES = 'width=600,height=800,scrollbars=yes';

/** The page's browser. On a server it reports a visible, online page without content. */
export class PageBrowser implements Browser {
  readonly visible$: Observable<boolean>;
  readonly online$: Observable<boolean>;
  readonly #page: PageWindow | undefined;
  #platform = NO_PLATFORM;
  #location: Browser['location'] = null;

  constructor(page: PageWindow | undefined) {
    this.#page = page;
    this.visible$ = watch(page?.document, ['visibilitychange'], () => page?.document.visibilityState !== 'hidden');
    // Only an explicit `false` counts: some web views do not report their network state.
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
    if (PLATFORM_FLAGS.some((flag) => before[flag] !== now[flag])) this.#platform = now;
    return this.#platform;
  }

  get location(): Browser['location'] {
    if (this.#page === undefined) return null;
    const { origin, href, hostname } = this.#page.location;
    if (this.#location?.href !== href) this.#location = { origin, href, hostname };
    return this.#location;
  }

  get userAgent(): string {
    return this.#page?.navigator.userAgent ?? '';
  }

  get timeZone(): string | null {
    // That of a server is not the user's.
    return this.#page === undefined ? null : Intl.DateTimeFormat().resolvedOptions().timeZone || null;
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
      // Absent outside secure contexts, and rejected if the page's permissions policy forbids it.
      await this.#page?.navigator.clipboard.writeText(text);
      if (this.#page !== undefined) return;
    } catch {
      if (copyWithExecCommand(this.#page?.document, text)) return;
    }
    throw new LatchkeyError('browser/clipboard-unavailable', {});
  }

  open(url: string, target: '_blank' | '_self' | '_top'): void {
    const page = this.#page;
    if (page === undefined || !isSafeUrl(url, page.location.href)) return;
    if (target === '_blank' && tryOpenInTelegram(page, url)) return;
    if (target === '_blank') page.open(url, target, 'noopener,noreferrer');
    else page.open(url, target);
  }

  openPopup({ isolated = false }: PopupOptions = {}): Popup | null {
    const page = this.#page;
    const popup = page?.open('', '_blank', POPUP_FEATURES) ?? null;
    if (page === undefined || popup === null) return null;
    // The empty page is of this origin: what it is set to stays for the pages after it. @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-opener
    if (isolated) popup.opener = null;
    return {
      get closed() {
        return popup.closed;
      },
      messages$: fromEvent<MessageEvent>(page, 'message').pipe(
        filter(({ source }) => source === popup),
        map(({ origin, data }) => ({ origin, data })),
      ),
      navigate: (url) => {
        if (isSafeUrl(url, page.location.href)) popup.location.replace(url);
      },
      close: () => popup.close(),
    };
  }

  replaceUrl(url: string): void {
    this.#page?.history.replaceState(this.#page.history.state, '', url);
  }

  async preloadImages(urls: readonly string[], signal: AbortSignal): Promise<void> {
    const ImageConstructor = this.#page?.Image;
    if (ImageConstructor === undefined || signal.aborted) return;
    const images = urls.map((url) => Object.assign(new ImageConstructor(), { src: url }));
    await abortable(Promise.all(images.map(decode)), signal).catch(() => {
      // Removing the source stops the download.
      for (const image of images) image.removeAttribute('src');
    });
  }
}

const decode = async (image: HTMLImageElement): Promise<void> => {
  try {
    await image.decode();
  } catch {
    // A broken image is skipped.
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

/** Members that Telegram adds to `window`. @see https://core.telegram.org/bots/webapps#initializing-mini-apps */
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

/** Telegram's script can run on any page; it reports a platform only inside Telegram. */
const isTelegram = (page: PageWindow & TelegramWindow): boolean => {
  const { TelegramWebviewProxy, TelegramWebviewProxyProto, Telegram } = page;
  const platform = Telegram?.WebApp?.platform;
  return Boolean(TelegramWebviewProxy ?? TelegramWebviewProxyProto) || (platform !== undefined && platform !== 'unknown');
};

/** Opens web URLs through Telegram's own API: its web views may block a window opened by the page. */
const tryOpenInTelegram = (page: PageWindow & TelegramWindow, url: string): boolean => {
  const app = isTelegram(page) && /^https:/i.test(url) ? page.Telegram?.WebApp : undefined;
  try {
    const open = /^https:\/\/t\.me\//i.test(url) ? app?.openTelegramLink : app?.openLink;
    open?.call(app, url);
    return open !== undefined;
  } catch {
    // Older versions have the method but throw.
    return false;
  }
};

const isSafeUrl = (url: string, base: string): boolean => attempt(() => !UNSAFE_PROTOCOLS.includes(new URL(url, base).protocol)) ?? false;

/** The legacy method, which also works outside secure contexts; it needs no element, so focus does not move. */
const copyWithExecCommand = (document: Document | undefined, text: string): boolean => {
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
    // Same as a browser without copy support.
  }
  document?.removeEventListener('copy', fill);
  return copied;
};
