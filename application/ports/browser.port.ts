import type { Observable } from 'rxjs';
import { token } from '../shared/token.js';

/** What Latchkey knows of the page it runs in. */
export interface Platform {
  readonly mobile: boolean;
  readonly ios: boolean;
  readonly android: boolean;
  readonly telegram: boolean;
  readonly iframe: boolean;
}

/** The page itself: visibility, clipboard, navigation, pictures. */
export interface Browser {
  /** Read anew each time, for Telegram's script may come late; the same object while nothing changed. */
  readonly platform: Platform;
  /** Origin and path of the page, `null` outside of one; the same object while they stay. */
  readonly location: { readonly origin: string; readonly href: string; readonly hostname: string } | null;
  /** What the page says of itself, for wallets that ask. */
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
