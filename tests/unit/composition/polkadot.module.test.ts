// @vitest-environment happy-dom
import { lastValueFrom } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { createLatchkey } from '../../../composition/entry/index.js';
import { type PolkadotOptions, polkadot, polkadotRelay, westend } from '../../../composition/entry/polkadot.js';
import { PolkadotTestWallet } from '../../../testing/wallets/polkadot-test-wallet.js';

const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const ALICE_ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';

/** Options of an untyped caller. */
const untyped = (options: unknown): PolkadotOptions => options as PolkadotOptions;

afterEach(() => {
  Reflect.deleteProperty(window, 'injectedWeb3');
});

describe('polkadot', () => {
  it.each([
    ['null', null, 'polkadot', 'use an object'],
    ['a string as extensions', { extensions: 'x' }, 'polkadot.extensions', 'use a list without duplicates'],
    ['an extension that is null', { extensions: [null] }, 'polkadot.extensions[0]', 'use an object with "id", "name" and "provider"'],
    ['an unknown option', { extension: {} }, 'polkadot.extension', 'use "extensions"'],
  ])('rejects %s with the field and the fix', (_, options, field, fix) => {
    expect(() => polkadot(untyped(options))).toThrow(expect.objectContaining({ code: 'config/invalid-option', context: { field, fix } }));
  });

  it('rejects an invalid extension in createLatchkey', () => {
    const modules = [polkadot(untyped({ extensions: [{ id: 'a', name: 'A', provider: {} }] }))];
    expect(() => createLatchkey({ networks: [polkadotRelay], modules })).toThrow(
      expect.objectContaining({
        code: 'config/invalid-option',
        context: expect.objectContaining({ field: 'polkadot.extensions[0].provider' }),
      }),
    );
  });

  it('connects an injected extension with the app name, and re-encodes addresses for the network', async () => {
    const wallet = new PolkadotTestWallet({ accounts: [{ address: ALICE, type: 'sr25519' }] });
    wallet.inject(window);
    const metadata = { name: 'My app', description: '', url: 'https://app.example', icons: [] };
    const latchkey = createLatchkey({ networks: [polkadotRelay, westend], modules: [polkadot()], metadata });
    const addresses = () =>
      latchkey.useCases.watchConnection.current().namespaces.polkadot?.session?.accounts.map(({ address }) => address);
    expect(latchkey.getConnectors().map(({ id, namespace }) => [id, namespace])).toEqual([[wallet.key, 'polkadot']]);
    await lastValueFrom(latchkey.useCases.connectWallet.execute({ namespace: 'polkadot', connectorId: wallet.key }));
    expect(wallet.requests[0]).toEqual({ method: 'enable', params: ['My app'] });
    expect(addresses()).toEqual([ALICE_ON_POLKADOT]);
    await latchkey.switchNetwork(westend);
    expect(addresses()).toEqual([ALICE]);
    latchkey.dispose();
    expect(wallet.listenerCount).toBe(0);
  });
});
