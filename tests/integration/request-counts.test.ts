import { lastValueFrom, map, type Observable } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Latchkey } from '../../application/latchkey.js';
import { FakeBrowser } from '../../application/ports/browser.fake.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { defineModule } from '../../composition/wire.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { EvmWorld } from './support/evm-world.js';

const MINUTE_MS = 60_000;

describe('the requests of a connected idle tab, counted before a real node', () => {
  let world: EvmWorld;
  let clock: FakeClock;
  let browser: FakeBrowser;
  let latchkey: Latchkey;

  beforeAll(async () => {
    world = await EvmWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    clock = new FakeClock();
    browser = new FakeBrowser();
    const { token, dollar, oldToken } = world.contracts;
    latchkey = createLatchkey({
      networks: [mainnet],
      customRpcUrls: { 'eip155:1': [{ url: world.proxy.url }] },
      tokens: [token, dollar, oldToken].map((address) => world.asset(address)),
      modules: [
        eip155({ providers: [{ id: 'test', name: 'Test', provider: world.wallet.provider }] }),
        defineModule((wire) => {
          wire(CLOCK, [], () => clock);
          wire(BROWSER, [], () => browser);
          wire(STORAGE, [], () => new FakeStorage());
        }),
      ],
    });
    await latchkey.ready;
    world.proxy.methods.length = 0;
    world.proxy.requests = 0;
  });
  afterEach(() => latchkey.dispose());

  /** Watches as a hook does; `read` resolves when a read that begins from now on has ended. */
  const watch = (isReading$: Observable<boolean>) => {
    let wasReading = false;
    let ended = (): void => undefined;
    const subscription = isReading$.subscribe((isReading) => {
      if (wasReading && !isReading) ended();
      wasReading = isReading;
    });
    const read = (): Promise<void> =>
      new Promise((resolve) => {
        ended = resolve;
      });
    return { subscription, read };
  };
  const watchCoin = () => watch(latchkey.useCases.watchBalance.execute().pipe(map(({ loading }) => loading)));
  const watchTokens = () => watch(latchkey.useCases.watchAssetBalances.execute().pipe(map(({ pending }) => pending)));
  const balanceRequests = () => world.proxy.methods.filter((method) => method === 'eth_getBalance').length;

  /** Connects, and waits for the name of the account, which is looked for once: it is no request of an idle tab. */
  const connect = async (): Promise<void> => {
    await latchkey.connect({ connectorId: 'test' });
    const named = await lastValueFrom(latchkey.useCases.lookUpName.execute({ address: world.alice.address }));
    expect(named).toEqual({ status: 'success', result: null });
    await Promise.all([import('../../application/balances/balance-poll.js'), import('../../composition/account-actions.js')]);
  };

  it('are none before somebody connects, and none for a balance that nobody watches', async () => {
    watchCoin();
    await clock.run(10 * MINUTE_MS);
    expect(world.proxy.requests).toBe(0);
  });

  it('are one for the balance in each minute, and none while the page is hidden', async () => {
    await connect();
    const coin = watchCoin();
    const second = watchCoin();
    let read = coin.read();
    await clock.run(0);
    await read;
    expect(balanceRequests()).toBe(1);
    for (let minute = 2; minute <= 5; minute += 1) {
      await clock.run(MINUTE_MS - 1);
      expect(balanceRequests()).toBe(minute - 1);
      read = coin.read();
      await clock.run(1);
      await read;
      expect(balanceRequests()).toBe(minute);
    }
    browser.setVisible(false);
    await clock.run(60 * MINUTE_MS);
    expect(balanceRequests()).toBe(5);
    read = coin.read();
    browser.setVisible(true);
    await clock.run(0);
    await read;
    expect(balanceRequests()).toBe(6);
    coin.subscription.unsubscribe();
    second.subscription.unsubscribe();
    await clock.run(10 * MINUTE_MS);
    expect(balanceRequests()).toBe(6);
  });

  it('are one for all tokens in each minute, and none while the page is hidden', async () => {
    await connect();
    const tokens = watchTokens();
    let read = tokens.read();
    await clock.run(0);
    await read;
    expect(latchkey.useCases.watchAssetBalances.current().balances).toHaveLength(3);
    for (let minute = 2; minute <= 4; minute += 1) {
      const before = world.proxy.requests;
      read = tokens.read();
      await clock.run(MINUTE_MS);
      await read;
      expect(world.proxy.requests - before).toBe(1);
    }
    const before = world.proxy.requests;
    browser.setVisible(false);
    await clock.run(60 * MINUTE_MS);
    expect(world.proxy.requests).toBe(before);
    // What was asked in hiding would have come by the time that the next answer is here.
    read = tokens.read();
    browser.setVisible(true);
    await clock.run(0);
    await read;
    expect(world.proxy.requests - before).toBe(1);
    tokens.subscription.unsubscribe();
  });
});
