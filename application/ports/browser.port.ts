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

/** Browser APIs: visibility, clipboard, navigation, image preloading. */
export interface Browser {
  /** Evaluated on each read, because Telegram's script may load late; the same object while nothing has changed. */
  readonly platform: Platform;
  /** Location of the web page, `null` outside a browser; the same object while nothing has changed. */
  readonly location: { readonly origin: string; readonly href: string; readonly hostname: string } | null;
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
  /** Resolves when every picture is decoded or has failed. Never rejects. */
  preloadImages(urls: readonly string[], signal: AbortSignal): Promise<void>;
}

/** Token of the browser port. */
export const BROWSER = token<Browser>('Browser');
