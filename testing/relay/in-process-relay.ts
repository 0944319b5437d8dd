import { asyncScheduler } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { FakeMessageRelay } from '../../application/wallet-protocol/message-relay.fake.js';
import { RemoteTestWallet, type RemoteTestWalletOptions } from '../wallets/remote-test-wallet.js';

/** The time of the machine. */
const REAL_TIME: Clock = { now: () => Date.now(), scheduler: asyncScheduler };

/**
 * A relay of the wallet protocol inside a page or a process, with the wallets at it: sessions begin, work and end without a
 * network, a project id or a phone. Keys are simulated; who can look into the process can read everything.
 * @example
 * const relay = new InProcessRelay();
 * const client = createLatchkey({ networks, modules: [eip155(), walletconnect(), inProcessRelay(relay)] });
 * const wallet = relay.wallet({ accounts: ['eip155:1:0xf39F…'] });
 */
export class InProcessRelay {
  /** The page's end of it, with a switch for every failure. */
  readonly page: FakeMessageRelay;
  readonly #clock: Clock;

  /** @param clock default: that of the machine */
  constructor(clock: Clock = REAL_TIME) {
    this.#clock = clock;
    this.page = new FakeMessageRelay(clock);
  }

  /** A wallet at this relay. */
  wallet(options: RemoteTestWalletOptions): RemoteTestWallet {
    return new RemoteTestWallet(this.page.peer(), () => this.#clock.now(), options);
  }
}
