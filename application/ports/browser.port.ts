import type { Observable } from 'rxjs';
import { token } from '../shared/token.js';

/** The platform that the app runs on. */
export interface Platform {
  readonly mobile: boolean;
  readonly ios: boolean;
  readonly android: boolean;
  readonly telegram: boolean;
  readonly iframe: boolean;
}

/** A window that this page has opened. Its pages are of another site. */
export interface Popup {
  /** True once the window is closed, or the policy of a page has cut the connection to it. @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies */
  readonly closed: boolean;
  /** Messages that the window posts to this page. */
  readonly messages$: Observable<{ readonly origin: string; readonly data: unknown }>;
  /** Loads a web page. Addresses of other kinds are ignored: they would run in this page's origin. */
  navigate(url: string): void;
  close(): void;
}

/** Options of a new window. */
export interface PopupOptions {
  /** The pages of the window cannot reach this page: not navigate it, and post no messages. Default: they can. */
  readonly isolated?: boolean;
}

/** Browser APIs: visibility, clipboard, navigation, image preloading. */
export interface Browser {
  /** Evaluated on each read, because Telegram's script may load late; the same object while nothing has changed. */
  readonly platform: Platform;
  /** Location of the web page, `null` outside a browser; the same object while nothing has changed. */
  readonly location: { readonly origin: string; readonly href: string; readonly hostname: string } | null;
  /** Name and version of the browser as it states them; empty outside a browser. @see https://www.rfc-editor.org/rfc/rfc9110#name-user-agent */
  readonly userAgent: string;
  /** IANA time zone of the device, such as `Europe/Berlin`; `null` if it is not known. */
  readonly timeZone: string | null;
  /** Metadata of the web page, to be shown by wallets. */
  pageMetadata(): { readonly name: string; readonly description: string; readonly url: string; readonly icons: readonly string[] };
  /** First value synchronous. */
  readonly visible$: Observable<boolean>;
  /** First value synchronous. */
  readonly online$: Observable<boolean>;
  /** @throws LatchkeyError `browser/clipboard-unavailable` */
  copy(text: string): Promise<void>;
  /** Opens an address; new windows never get an opener. */
  open(url: string, target: '_blank' | '_self' | '_top'): void;
  /** Opens an empty window; `null` if the browser blocks it. Call it in the handler of a click, before anything is awaited. */
  openPopup(options?: PopupOptions): Popup | null;
  /** Replaces the address of this page without loading it. */
  replaceUrl(url: string): void;
  /** Resolves when every picture is decoded or has failed. Never rejects. */
  preloadImages(urls: readonly string[], signal: AbortSignal): Promise<void>;
}

/** Token of the browser port. */
export const BROWSER = token<Browser>('Browser');
