import { asyncScheduler } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { FakeMessageRelay } from '../../application/wallet-protocol/message-relay.fake.js';
import { RemoteTestWallet, type RemoteTestWalletOptions } from '../wallets/remote-test-wallet.js';

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), scheduler: asyncScheduler };

/**
 * An in-process WalletConnect relay with test wallets: sessions work without a network, a project id or a phone. Keys are simulated and
 * protect nothing.
 * @example
 * const relay = new InProcessRelay();
 * const client = createLatchkey({ networks, modules: [eip155(), walletconnect(), inProcessRelay(relay)] });
 * const wallet = relay.wallet({ accounts: ['eip155:1:0xf39F…'] });
 */
export class InProcessRelay {
  /** The relay client of the app, with a switch for every failure. */
  readonly appRelay: FakeMessageRelay;
  readonly #clock: Clock;

  /** @param clock default: the system clock */
  constructor(clock: Clock = SYSTEM_CLOCK) {
    this.#clock = clock;
    this.appRelay = new FakeMessageRelay(clock);
  }

  /** Creates a wallet that uses this relay. */
  wallet(options: RemoteTestWalletOptions): RemoteTestWallet {
    return new RemoteTestWallet(this.appRelay.peer(), () => this.#clock.now(), options);
  }
}
