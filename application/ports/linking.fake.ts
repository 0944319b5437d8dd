import { ReplaySubject } from 'rxjs';
import type { Linking } from './linking.port.js';

/** A device with apps in memory: a link that is opened arrives at the app that it begins with. */
export class FakeDevice {
  /** Every link that was opened, oldest first. */
  readonly opened: string[] = [];
  readonly apps = new Map<string, FakeLinking>();

  /** An app, by its universal link. */
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
  /** Set by a test: whether links can be opened from code. */
  canOpen = true;
  /** Set by a test: what opening a link fails with. */
  failure: Error | null = null;

  constructor(device = new FakeDevice()) {
    this.#device = device;
  }

  readonly open = async (url: string): Promise<void> => {
    if (this.failure !== null) throw this.failure;
    this.#device.opened.push(url);
    for (const [link, app] of this.#device.apps) if (url.startsWith(`${link}?`)) app.receive(url);
  };

  /** A link opens this app. */
  receive(url: string): void {
    this.#urls.next(url);
  }
}
