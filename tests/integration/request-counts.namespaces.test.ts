import { filter, firstValueFrom } from 'rxjs';
import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBrowser } from '../../application/ports/browser.fake.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { defineModule } from '../../composition/wire.js';
import { FOUR, FourChains } from './support/four-chains.js';
import { makeToken } from './support/solana-tokens.js';

const MINUTE_MS = 60_000;
const TOKENS = 20;

describe('requests of a tab with four namespaces to real nodes', () => {
  let chains: FourChains;
  let tokens: readonly string[];
  let clock: FakeClock;
  let browser: FakeBrowser;
  let latchkey: ReturnType<FourChains['createClient']>;

  beforeAll(async () => {
    chains = await FourChains.start();
    const { evm, solana, bitcoin, bitcoinKey } = chains;
    const onSolana: string[] = [];
    for (let made = 0; made < TOKENS; made += 1) {
      const mint = await makeToken(solana.net, solana.tokenAuthority, solana.alice.address, 5n, { decimals: 2 });
      onSolana.push(solana.tokenOf(mint));
    }
    // Deploys the code of one token at twenty addresses.
    const onEvm = Array.from({ length: TOKENS }, (_, index) => getAddress(`0x${(0xabc000 + index).toString(16).padStart(40, '0')}`));
    const bytecode = (await evm.client.getCode({ address: evm.contracts.oldToken })) ?? '0x';
    for (const address of onEvm) await evm.client.setCode({ address, bytecode });
    tokens = [...onSolana, ...onEvm.map((token) => evm.asset(token))];
    await bitcoin.fund(bitcoinKey.addressOn('regtest'), 5);
    await bitcoin.mine();
  }, 120_000);
  afterAll(() => chains.stop());
  beforeEach(async () => {
    clock = new FakeClock();
    browser = new FakeBrowser();
    chains.reset();
    latchkey = chains.createClient({
      tokens,
      modules: [
        defineModule((wire) => {
          wire(CLOCK, [], () => clock);
          wire(BROWSER, [], () => browser);
          wire(STORAGE, [], () => new FakeStorage());
        }),
      ],
    });
    await latchkey.ready;
  });
  afterEach(() => latchkey.dispose());

  const { watchBalance, watchAssetBalances, lookUpName } = {
    watchBalance: () => latchkey.useCases.watchBalance,
    watchAssetBalances: () => latchkey.useCases.watchAssetBalances,
    lookUpName: () => latchkey.useCases.lookUpName,
  };
  /** Subscribes like a page that displays everything. */
  const watchAll = (): void => {
    for (const namespace of FOUR) {
      watchBalance().execute({ namespace }).subscribe();
      watchAssetBalances().execute({ namespace }).subscribe();
    }
  };
  /** Resolves when all balances were read and no request is pending. */
  const allRead = async (): Promise<void> => {
    for (const namespace of FOUR) {
      await firstValueFrom(
        watchBalance()
          .execute({ namespace })
          .pipe(filter(({ loading, balance }) => !loading && balance !== null)),
      );
      await firstValueFrom(
        watchAssetBalances()
          .execute({ namespace })
          .pipe(filter(({ pending }) => !pending)),
      );
    }
  };
  /** Connects all namespaces and waits for their balances. */
  const begin = async (): Promise<void> => {
    await chains.connect(latchkey);
    // The name of the account is looked up once and cached. Only EVM chains have names here.
    const named = await firstValueFrom(
      lookUpName()
        .execute({ address: chains.evm.alice.address, namespace: 'eip155' })
        .pipe(filter(({ status }) => status !== 'pending')),
    );
    expect(named).toEqual({ status: 'success', data: null });
    chains.reset();
    await latchkey.load('balances');
    watchAll();
    await clock.run(0);
    await allRead();
  };

  it('are none before the user acts', async () => {
    watchAll();
    await clock.run(60 * MINUTE_MS);
    expect(chains.counts()).toEqual([0, 0, 0, 0]);
  });

  it('are at most three per chain for the native currency and twenty tokens', async () => {
    await begin();
    for (const namespace of ['eip155', 'solana'] as const) {
      const { balances } = watchAssetBalances().current({ namespace });
      expect(balances).toHaveLength(TOKENS);
      expect(chains.proxies[namespace].requests).toBeLessThanOrEqual(3);
    }
    expect(
      watchAssetBalances()
        .current({ namespace: 'solana' })
        .balances?.every(({ value }) => value === 5n),
    ).toBe(true);
    expect(chains.proxies.bip122.requests).toBeLessThanOrEqual(3);
  });

  it('are one per account and minute, none while the page is hidden, and one when it is visible again', {
    timeout: 60_000,
  }, async () => {
    await begin();
    for (let minute = 1; minute <= 5; minute += 1) {
      chains.reset();
      await clock.run(MINUTE_MS - 1);
      expect(chains.counts()).toEqual([0, 0, 0, 0]);
      await clock.run(1);
      await allRead();
      expect(chains.counts(), chains.requestLog()).toEqual([1, 1, 1, 1]);
    }
    chains.reset();
    browser.setVisible(false);
    await clock.run(10 * MINUTE_MS);
    expect(chains.counts()).toEqual([0, 0, 0, 0]);
    browser.setVisible(true);
    await clock.run(0);
    await allRead();
    expect(chains.counts(), chains.requestLog()).toEqual([1, 1, 1, 1]);
    await clock.run(MINUTE_MS - 1);
    expect(chains.counts()).toEqual([1, 1, 1, 1]);
    // An early request would have been sent by now.
    await clock.run(1);
    await allRead();
    expect(chains.counts(), chains.requestLog()).toEqual([2, 2, 2, 2]);
  });
});
