type Listener = (event: { readonly url: string }) => void;

/** A link that was opened, by the app of a name. */
export interface OpenedLink {
  readonly by: string;
  readonly url: string;
}

/**
 * A device on which apps open each other, with the members of `Linking` of React Native that the official clients use: they tell it their
 * names, so that one object stands for the modules of all apps.
 */
export class Device {
  readonly opened: OpenedLink[] = [];
  readonly #listeners = new Map<string, Listener>();

  /** An app as the official clients' names have it: the one named `wallet` has the links of `https://wallet.example`. */
  readonly addEventListener = (_type: string, listener: Listener, name = ''): void => {
    this.#listeners.set(name, listener);
  };

  readonly getInitialURL = async (): Promise<string | null> => null;

  readonly openURL = async (url: string, by = ''): Promise<void> => {
    this.opened.push({ by, url });
    // The app comes to the front when the one before has let it.
    setTimeout(() => this.#listeners.get(new URL(url).hostname.split('.')[0] ?? '')?.({ url }), 1);
  };
}
