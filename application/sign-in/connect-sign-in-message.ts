import type { ConnectSignIn } from '../connect/connect-sign-in.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { SignInService } from '../ports/sign-in.port.js';
import { withTimeout } from '../shared/with-timeout.js';

/** Browsers let a wallet open its window for some five seconds after the click. */
const TIMEOUT_MS = 3_000;

/** Creates messages for {@link ConnectSignIn}. A service that fails, or is slow, does not keep the user from connecting. */
export const connectSignInMessage =
  (service: SignInService, clock: Clock, logger: Logger): ConnectSignIn =>
  async (chainId) => {
    try {
      return await withTimeout(TIMEOUT_MS, clock, service.createMessage({ chainId, accountAddress: '' }));
    } catch (error) {
      logger.info('The wallet is connected without signing in', error);
      return null;
    }
  };
