import { Observable } from 'rxjs';
import type { HostLinking, Linking } from '../../application/ports/linking.port.js';

/** The links of the host's device. What the host has is looked up anew each time: it may come later than the client. */
export class AppLinking implements Linking {
  readonly #host: () => HostLinking | null | undefined;
  readonly #client: string;
  #isStarted = false;

  /** @param client name of the client, for hosts with several */
  constructor(host: () => HostLinking | null | undefined, client: string) {
    this.#host = host;
    this.#client = client;
  }

  get canOpen(): boolean {
    return typeof this.#host()?.openURL === 'function';
  }

  readonly urls$ = new Observable<string>((subscriber) => {
    const host = this.#host();
    const listening: unknown = host?.addEventListener?.('url', (event) => subscriber.next(String(event?.url)), this.#client);
    if (!this.#isStarted) {
      this.#isStarted = true;
      const started = async (): Promise<void> => {
        const url = await host?.getInitialURL?.();
        if (typeof url === 'string') subscriber.next(url);
      };
      // A host that does not say what has started it has not been started by a link.
      started().catch(() => undefined);
    }
    return () => {
      if (isSubscription(listening)) listening.remove();
    };
  });

  async open(url: string): Promise<void> {
    const host = this.#host();
    if (host == null) throw new Error('This device opens no links');
    await host.openURL(url, this.#client);
  }
}

const isSubscription = (value: unknown): value is { remove(): void } =>
  typeof value === 'object' && value !== null && 'remove' in value && typeof value.remove === 'function';
