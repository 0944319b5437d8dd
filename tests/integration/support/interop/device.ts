type Listener = (event: { readonly url: string }) => void;

/** A link that an app opened. */
export interface OpenedLink {
  readonly by: string;
  readonly url: string;
}

/**
 * A device on which apps open each other by links, with the members of React Native's `Linking` that the official clients use. The clients
 * pass their names, so one object serves all apps.
 */
export class Device {
  readonly opened: OpenedLink[] = [];
  readonly #listeners = new Map<string, Listener>();

  /** Registers an app by the name of the client: `wallet` handles the links of `https://wallet.example`. */
  readonly addEventListener = (_type: string, listener: Listener, name = ''): void => {
    this.#listeners.set(name, listener);
  };

  readonly getInitialURL = async (): Promise<string | null> => null;

  readonly openURL = async (url: string, by = ''): Promise<void> => {
    this.opened.push({ by, url });
    // The app is opened after the current one has returned.
    setTimeout(() => this.#listeners.get(new URL(url).hostname.split('.')[0] ?? '')?.({ url }), 1);
  };
}
