// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type Eip155Options, eip155 } from '../../../composition/entry/eip155.js';
import { createLatchkey } from '../../../composition/entry/index.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { Eip155TestWallet } from '../../../testing/wallets/eip155-test-wallet.js';
import { ADDRESS } from './support/client.js';

/** Options of an untyped caller. */
const untyped = (options: unknown): Eip155Options => options as Eip155Options;

describe('eip155', () => {
  it.each([
    ['null', null, 'eip155', 'use an object'],
    ['a string as providers', { providers: 'x' }, 'eip155.providers', 'use a list without duplicates'],
    ['a provider that is null', { providers: [null] }, 'eip155.providers[0]', 'use an object with "id", "name" and "provider"'],
    ['an unknown option', { provider: {} }, 'eip155.provider', 'use "providers"'],
  ])('rejects %s with the field and the fix', (_, options, field, fix) => {
    expect(() => eip155(untyped(options))).toThrow(expect.objectContaining({ code: 'config/invalid-option', context: { field, fix } }));
  });

  it('rejects an invalid provider in createLatchkey', () => {
    const modules = [eip155(untyped({ providers: [{ id: 'a', name: 'A', provider: {} }] }))];
    expect(() => createLatchkey({ networks: [mainnet], modules })).toThrow(
      expect.objectContaining({
        code: 'config/invalid-option',
        context: expect.objectContaining({ field: 'eip155.providers[0].provider' }),
      }),
    );
  });

  it.each([
    ['enableEIP6963', 'ANNOUNCED'],
    ['enableInjected', 'INJECTED'],
  ] as const)('lists wallets once %s is enabled at runtime', (option, type) => {
    const wallet = new Eip155TestWallet({ accounts: [ADDRESS] });
    const removeWallet = option === 'enableEIP6963' ? wallet.announce(window) : wallet.inject(window);
    const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()], [option]: false });
    expect(latchkey.getConnectors()).toEqual([]);
    latchkey.updateOptions({ [option]: true });
    expect(latchkey.getConnectors()).toEqual([expect.objectContaining({ type })]);
    latchkey.updateOptions({ [option]: false });
    expect(latchkey.getConnectors()).toEqual([]);
    latchkey.dispose();
    removeWallet?.();
    Reflect.deleteProperty(window, 'ethereum');
  });
});
