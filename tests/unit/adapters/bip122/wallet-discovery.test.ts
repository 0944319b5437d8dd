import { describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../../../adapters/bip122/bip122-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { Bip122TestWallet } from '../../../../testing/wallets/bip122-test-wallet.js';

const start = (window: EventTarget) => {
  const clock = new FakeClock();
  const chain = new Bip122Chain({ storage: new FakeStorage(), locks: new FakeLocks(), clock, window, esplora: () => [] });
  let list: readonly Connector[] = [];
  chain.connectors$.subscribe((connectors) => {
    list = connectors;
  });
  const rows = (): readonly string[] => list.map(({ id, name, type, suspicious }) => `${id} ${name} ${type}${suspicious ? ' !' : ''}`);
  return { chain, clock, rows };
};

describe('Bitcoin wallet discovery', () => {
  it('finds a wallet in each way, and lists it once', () => {
    const window = new EventTarget();
    const [xverse, unisat, leather, okx] = ['Xverse Wallet', 'UniSat', 'Leather', 'OKX Wallet'].map(
      (name) => new Bip122TestWallet({ name }),
    );
    Object.assign(window, {
      unisat: unisat?.unisat,
      okxwallet: { bitcoin: okx?.unisat },
      LeatherProvider: leather?.satsConnect,
      XverseProviders: { BitcoinProvider: xverse?.satsConnect },
      btc_providers: [
        { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: 'data:image/svg+xml;base64,AAAA' },
        { id: 'LeatherProvider', name: 'Leather', icon: '' },
        { id: 'nowhere', name: 'Ghost' },
        null,
      ],
    });
    const { rows, chain } = start(window);
    expect(rows()).toEqual([
      'Xverse Wallet Xverse Wallet ANNOUNCED',
      'Leather Leather ANNOUNCED',
      'UniSat UniSat INJECTED',
      'OKX Wallet OKX Wallet INJECTED',
    ]);
    xverse?.register(window);
    expect(rows()[0]).toBe('Xverse Wallet Xverse Wallet ANNOUNCED');
    expect(rows().length).toBe(4);
    chain.dispose();
  });

  it('finds wallets registered before and after the start, and late injected ones', async () => {
    const window = new EventTarget();
    new Bip122TestWallet({ name: 'Early' }).register(window);
    const { rows, clock, chain } = start(window);
    expect(rows()).toEqual(['Early Early ANNOUNCED']);
    new Bip122TestWallet({ name: 'Later' }).register(window);
    expect(rows()).toEqual(['Early Early ANNOUNCED', 'Later Later ANNOUNCED']);
    Object.assign(window, { unisat: new Bip122TestWallet().unisat });
    await clock.run(3_000);
    expect(rows()).toContain('UniSat UniSat INJECTED');
    chain.dispose();
  });

  it('marks wallets that register with the same name', () => {
    const window = new EventTarget();
    new Bip122TestWallet({ name: 'Same' }).register(window);
    new Bip122TestWallet({ name: 'Same' }).register(window);
    expect(start(window).rows()).toEqual(['Same Same ANNOUNCED !', 'Same#2 Same ANNOUNCED !']);
  });

  it('survives a window whose properties throw', () => {
    const window = new EventTarget();
    const trap = {
      get(): never {
        throw new Error('no');
      },
    };
    for (const name of ['unisat', 'btc_providers', 'okxwallet']) Object.defineProperty(window, name, trap);
    const { rows } = start(window);
    window.dispatchEvent(new Event('wallet-standard:register-wallet'));
    expect(rows()).toEqual([]);
  });

  it('rejects an invalid app wallet', () => {
    const make = (provider: object): unknown => {
      try {
        return new Bip122Chain({
          storage: new FakeStorage(),
          locks: new FakeLocks(),
          clock: new FakeClock(),
          providers: [provider as never],
          esplora: () => [],
        });
      } catch (error) {
        return isLatchkeyError(error, 'config/invalid-option') ? error.context.field : error;
      }
    };
    const good = { id: 'own', name: 'Own', provider: {}, dialect: 'unisat' };
    expect(make({ ...good, id: '' })).toBe('bip122.providers[0].id');
    expect(make({ ...good, name: ' ' })).toBe('bip122.providers[0].name');
    expect(make({ ...good, provider: null })).toBe('bip122.providers[0].provider');
    expect(make({ ...good, dialect: 'unknown' })).toBe('bip122.providers[0].dialect');
    expect(make(good)).toBeInstanceOf(Bip122Chain);
  });
});
