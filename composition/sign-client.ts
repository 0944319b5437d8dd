import { PageBrowser } from '../adapters/browser/page-browser.js';
import { SYSTEM_CLOCK } from '../adapters/browser/system-clock.js';
import { Core } from '../adapters/sign-client/core.js';
import { SignClientFacade } from '../adapters/sign-client/sign-client-facade.js';
import type { SignClientOptions } from '../adapters/sign-client/sign-options.js';
import { loadPart } from '../application/shared/load-part.js';
import { hostLogger } from './host-logger.js';
import { pageWindow } from './page-window.js';

/**
 * A client of the wallet protocol, app or wallet or both, with the members that hosts know from `@walletconnect/sign-client`. The page
 * "Coming from WalletConnect" lists what differs. Calls reject with `ProtocolError` for what the protocol has a number for, else with
 * `LatchkeyError`.
 * @example const client = await SignClient.init({ projectId, metadata });
 */
export class SignClient extends SignClientFacade {
  /**
   * Makes a client and takes up what is stored. Opens no line where nothing is.
   * @throws LatchkeyError `config/project-id-missing`, `config/dependency-missing`
   */
  static async init(options: SignClientOptions = {}): Promise<SignClient> {
    const page = pageWindow();
    const browser = new PageBrowser(page);
    const clock = SYSTEM_CLOCK;
    const logger = hostLogger(options.logger ?? (options.core instanceof Core ? options.core.logger : undefined), clock);
    const load = (): Promise<typeof import('./start-sign-client.js')> => import('./start-sign-client.js');
    const { startSignClient } = await loadPart('the wallet protocol', load, '@walletconnect/core');
    return startSignClient({ options, browser, clock, logger, page }, (parts) => new SignClient(parts));
  }
}
