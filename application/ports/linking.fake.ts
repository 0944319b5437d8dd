import { ReplaySubject } from 'rxjs';
import type { Linking } from './linking.port.js';

/** In-memory device with apps: an opened link is received by the app whose universal link is its prefix. */
export class FakeDevice {
  /** Opened links, oldest first. */
  readonly opened: string[] = [];
  readonly apps = new Map<string, FakeLinking>();

  /** Adds an app with a universal link. */
  app(universalLink: string): FakeLinking {
    const app = new FakeLinking(this);
    this.apps.set(universalLink, app);
    return app;
  }
}

/** The links of an app on a {@link FakeDevice}. */
export class FakeLinking implements Linking {
  readonly #device: FakeDevice;
  readonly #urls = new ReplaySubject<string>(1);
  readonly urls$ = this.#urls.asObservable();
  /** Set by tests. */
  canOpen = true;
  /** Set by tests: the error that {@link open} rejects with. */
  failure: Error | null = null;

  constructor(device = new FakeDevice()) {
    this.#device = device;
  }

  readonly open = async (url: string): Promise<void> => {
    if (this.failure !== null) throw this.failure;
    this.#device.opened.push(url);
    for (const [link, app] of this.#device.apps) if (url.startsWith(`${link}?`)) app.receive(url);
  };

  /** Opens this app with a link. */
  receive(url: string): void {
    this.#urls.next(url);
  }
}
