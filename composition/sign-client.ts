import { PageBrowser } from '../adapters/browser/page-browser.js';
import { SYSTEM_CLOCK } from '../adapters/browser/system-clock.js';
import { Core } from '../adapters/sign-client/core.js';
import { SignClientFacade } from '../adapters/sign-client/sign-client-facade.js';
import type { SignClientOptions } from '../adapters/sign-client/sign-options.js';
import { loadChunk } from '../application/shared/load-chunk.js';
import { createLogger } from './create-logger.js';
import { pageWindow } from './page-window.js';

/**
 * WalletConnect Sign client, for apps and wallets, with the API of `@walletconnect/sign-client`. The guide "Coming from WalletConnect"
 * lists the differences. Calls reject with `ProtocolError` for errors that have a protocol code, else with `LatchkeyError`.
 * @example const client = await SignClient.init({ projectId, metadata });
 */
export class SignClient extends SignClientFacade {
  /**
   * Creates a client and restores stored sessions and pairings. It connects to the relay only if there are any.
   * @throws LatchkeyError `config/project-id-missing`, `config/dependency-missing`, `config/invalid-option` for a core of another package or
   * one that is used by another client
   */
  static async init(options: SignClientOptions = {}): Promise<SignClient> {
    const page = pageWindow();
    const browser = new PageBrowser(page);
    const clock = SYSTEM_CLOCK;
    const logger = createLogger(options.logger ?? (options.core instanceof Core ? options.core.loggerOption : undefined), clock);
    const load = (): Promise<typeof import('./start-sign-client.js')> => import('./start-sign-client.js');
    const { startSignClient } = await loadChunk('WalletConnect', load, '@walletconnect/core');
    return startSignClient({ options, browser, clock, logger, page }, (deps) => new SignClient(deps));
  }
}
