import { distinctUntilChanged, filter, map, Subscription, skip } from 'rxjs';
import type { DappData } from '../../domain/embedded-wallet/frame-actions.js';
import { frameThemeOf } from '../../domain/embedded-wallet/frame-theme.js';
import { SDK_TYPE, SDK_VERSION } from '../../domain/options/sdk.js';
import { themeModeOf } from '../../domain/options/theme-mode.js';
import type { Browser } from '../ports/browser.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { OptionsStore } from '../shared/options.store.js';

/** Dependencies of {@link FrameSync}. */
export interface FrameSyncDeps {
  readonly frame: SecureFrame;
  readonly options: OptionsStore;
  readonly browser: Pick<Browser, 'pageMetadata'>;
  readonly logger: Logger;
}

/** Sends the app's metadata and theme to the secure frame: when it is ready, and the theme when it changes. */
export class FrameSync {
  readonly #deps: FrameSyncDeps;
  readonly #controller = new AbortController();
  readonly #subscriptions = new Subscription();
  #isReady = false;

  constructor(deps: FrameSyncDeps) {
    this.#deps = deps;
    const { frame, options } = deps;
    this.#subscriptions.add(
      frame.events$.pipe(filter(({ type }) => type === 'ready')).subscribe(() => {
        this.#isReady = true;
        void this.#sendDappData();
        void this.sendTheme();
      }),
    );
    this.#subscriptions.add(
      options.options$
        .pipe(
          map((current) => JSON.stringify([themeModeOf(current), current.themeVariables])),
          distinctUntilChanged(),
          skip(1),
          // Earlier, it would load the frame.
          filter(() => this.#isReady),
        )
        .subscribe(() => void this.sendTheme()),
    );
  }

  /** Sends the theme. Never rejects: a frame with another theme works. */
  async sendTheme(): Promise<void> {
    const { frame, options } = this.#deps;
    const theme = frameThemeOf(themeModeOf(options.current), options.current.themeVariables);
    await this.#ignoreFailure('theme', frame.request('SYNC_THEME', theme, this.#controller.signal));
  }

  dispose(): void {
    this.#controller.abort();
    this.#subscriptions.unsubscribe();
  }

  async #sendDappData(): Promise<void> {
    const { frame, options, browser } = this.#deps;
    const { metadata = browser.pageMetadata(), projectId = '' } = options.current;
    const { name, description, url, icons } = metadata;
    const data: DappData = {
      metadata: { name, description, url, icons: [...icons] },
      sdkVersion: SDK_VERSION,
      sdkType: SDK_TYPE,
      projectId,
    };
    await this.#ignoreFailure('metadata', frame.request('SYNC_DAPP_DATA', data, this.#controller.signal));
  }

  async #ignoreFailure(subject: string, sending: Promise<unknown>): Promise<void> {
    try {
      await sending;
    } catch (error) {
      if (!this.#controller.signal.aborted) this.#deps.logger.warn(`The secure frame did not take the ${subject}`, error);
    }
  }
}
