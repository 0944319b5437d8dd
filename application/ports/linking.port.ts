import type { Observable } from 'rxjs';

/**
 * Deep links and universal links between native apps on one device. Opening a link brings its app to the foreground; the
 * operating system resolves the app of a universal link through the link's website.
 * @see https://reactnative.dev/docs/linking
 */
export interface Linking {
  /** True if links can be opened from code; evaluated on each read. False in browsers, which open apps only on a user gesture. */
  readonly canOpen: boolean;
  /** Links that open this app; the first subscriber also receives the link that launched it. Never errors. */
  readonly urls$: Observable<string>;
  /** Opens a link. Rejects if the operating system does not open it. */
  open(url: string): Promise<void>;
}

/** The `Linking` API of React Native. @see https://reactnative.dev/docs/linking */
export interface ReactNativeLinking {
  /** @param client name of the client that opens the link, for apps with several clients */
  openURL(url: string, client?: string): Promise<unknown>;
  /** Returns a subscription that can be removed. */
  addEventListener?(type: 'url', listener: (event: { readonly url: string }) => void, client?: string): unknown;
  /** The link that launched the app. */
  getInitialURL?(): Promise<string | null>;
}
