import type { Observable } from 'rxjs';

/**
 * Links between apps of one device, as native apps have them: one that an app opens brings the app to the front that it belongs to. The
 * system asks the site of a universal link which app that is.
 * @see https://reactnative.dev/docs/linking
 */
export interface Linking {
  /** Whether links can be opened from code; asked anew each time. Pages cannot: a browser opens apps only from a tap. */
  readonly canOpen: boolean;
  /** The links that open this app; to the first subscriber also the one that has started it. Never errors. */
  readonly urls$: Observable<string>;
  /** Opens a link. Rejects where the system does not. */
  open(url: string): Promise<void>;
}

/** The links of a device as React Native gives them to apps. @see https://reactnative.dev/docs/linking */
export interface HostLinking {
  /** @param client name of the client that opens it, for hosts with several */
  openURL(url: string, client?: string): Promise<unknown>;
  /** Gives what ends the listening. */
  addEventListener?(type: 'url', listener: (event: { readonly url: string }) => void, client?: string): unknown;
  /** The link that has started the app. */
  getInitialURL?(): Promise<string | null>;
}
