import { Observable } from 'rxjs';
import type { Linking, ReactNativeLinking } from '../../application/ports/linking.port.js';

/** React Native linking of the app's device. The module is looked up on each use: it may be registered after the client is created. */
export class NativeLinking implements Linking {
  readonly #getLinking: () => ReactNativeLinking | null | undefined;
  readonly #client: string;
  #isStarted = false;

  /** @param client name of the client, for apps with several */
  constructor(getLinking: () => ReactNativeLinking | null | undefined, client: string) {
    this.#getLinking = getLinking;
    this.#client = client;
  }

  get canOpen(): boolean {
    return typeof this.#getLinking()?.openURL === 'function';
  }

  readonly urls$ = new Observable<string>((subscriber) => {
    const linking = this.#getLinking();
    const subscription: unknown = linking?.addEventListener?.('url', (event) => subscriber.next(String(event?.url)), this.#client);
    if (!this.#isStarted) {
      this.#isStarted = true;
      const started = async (): Promise<void> => {
        const url = await linking?.getInitialURL?.();
        if (typeof url === 'string') subscriber.next(url);
      };
      // Without a readable initial URL, the app was not started by a link.
      started().catch(() => undefined);
    }
    return () => {
      if (isSubscription(subscription)) subscription.remove();
    };
  });

  async open(url: string): Promise<void> {
    const linking = this.#getLinking();
    if (linking == null) throw new Error('Linking is not available on this device');
    await linking.openURL(url, this.#client);
  }
}

const isSubscription = (value: unknown): value is { remove(): void } =>
  typeof value === 'object' && value !== null && 'remove' in value && typeof value.remove === 'function';
