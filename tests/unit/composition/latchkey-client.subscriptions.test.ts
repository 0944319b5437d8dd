import { describe, expect, it } from 'vitest';
import { CONNECTION_STORE, type ConnectionStore } from '../../../application/connect/connection.store.js';
import type { Unsubscribe } from '../../../application/latchkey.js';
import { CLOSING_GUARD } from '../../../application/modal/modal.store.js';
import { settle } from '../../../application/ports/clock.fake.js';
import { defineModule } from '../../../composition/wire.js';
import { ADDRESS, client, EVM_WALLET } from './support/client.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const connected = async (...given: Parameters<typeof client>) => {
  const here = client(...given);
  await here.latchkey.connect({ connectorId: EVM_WALLET });
  return here;
};
/** Everything a subscription tells. */
const hear = <T>(subscribe: (listener: (value: T) => void) => Unsubscribe) => {
  const values: T[] = [];
  return { values, stop: subscribe((value) => values.push(value)) };
};

describe('subscriptions of the client', () => {
  it('tell the value now and each change, until they are ended', async () => {
    const { latchkey, chain } = client();
    const addresses = hear((listener: (value: { readonly address: string | undefined }) => void) => latchkey.subscribeAccount(listener));
    await latchkey.connect({ connectorId: EVM_WALLET });
    chain.wallet(EVM_WALLET).selectAccount(OTHER);
    addresses.stop();
    addresses.stop();
    chain.wallet(EVM_WALLET).selectAccount(ADDRESS);
    expect(addresses.values.map(({ address }) => address)).toEqual([undefined, undefined, ADDRESS, OTHER]);
  });

  it('follow one namespace where one is named', async () => {
    const { latchkey } = client();
    const accounts = hear((listener: (value: { readonly status: string }) => void) => latchkey.subscribeAccount(listener, 'solana'));
    await latchkey.connect({ connectorId: EVM_WALLET });
    expect(accounts.values.map(({ status }) => status)).toEqual(['disconnected']);
  });

  it('tell the network with its chain id, once per network', async () => {
    const { latchkey, chain } = await connected();
    const networks = hear(latchkey.subscribeNetwork);
    const plain = hear(latchkey.subscribeCaipNetworkChange);
    chain.wallet(EVM_WALLET).selectChain('eip155:137');
    chain.wallet(EVM_WALLET).selectAccount(OTHER);
    chain.wallet(EVM_WALLET).selectChain('eip155:99');
    expect(networks.values.map(({ chainId, network }) => [chainId, network?.unknown])).toEqual([
      [1, false],
      [137, false],
      [99, true],
    ]);
    expect(plain.values.map((network) => network?.name)).toEqual(['Ethereum', 'Polygon', 'Unknown Network']);
  });

  it('tell providers only where they are connected, and never one that cannot be called', async () => {
    const { latchkey, chain } = client();
    const providers = hear(latchkey.subscribeProviders);
    await latchkey.connect({ connectorId: EVM_WALLET });
    chain.wallet(EVM_WALLET).selectChain('eip155:137');
    chain.wallet(EVM_WALLET).lock();
    expect(providers.values).toEqual([{}, { eip155: chain.wallet(EVM_WALLET) }, {}]);
  });

  it('tell the address that the app shall move to, until the session ends', async () => {
    const stores: ConnectionStore[] = [];
    const catching = defineModule((wire) =>
      wire(CLOSING_GUARD, [CONNECTION_STORE], (store) => {
        stores.push(store);
        return () => ({ signInRequired: false, hasSignInSession: false });
      }),
    );
    const { latchkey } = await connected({ modules: [catching] });
    const addresses = hear(latchkey.subscribeShouldUpdateToAddress);
    stores[0]?.dispatch({ type: 'details-changed', namespace: 'eip155', details: { shouldUpdateToAddress: OTHER } });
    expect(latchkey.getAccount().shouldUpdateToAddress).toBe(OTHER);
    await latchkey.disconnect();
    expect(addresses.values).toEqual([undefined, OTHER, undefined]);
  });

  it('tell the theme, the state, the wallet and the connection', async () => {
    const { latchkey } = client();
    const themes = hear(latchkey.subscribeTheme);
    const states = hear(latchkey.subscribeState);
    const wallets = hear(latchkey.subscribeWalletInfo);
    const connections = hear(latchkey.subscribeConnection);
    latchkey.setThemeMode('light');
    latchkey.setTermsConditionsUrl('https://app.example/terms');
    await latchkey.connect({ connectorId: EVM_WALLET });
    await latchkey.open();
    expect(themes.values.map(({ themeMode }) => themeMode)).toEqual(['dark', 'light']);
    expect(states.values.map(({ open }) => open).at(-1)).toBe(true);
    expect(new Set(states.values.map((state) => JSON.stringify(state))).size).toBe(states.values.length);
    expect(wallets.values.map((wallet) => wallet?.name)).toEqual([undefined, 'Example']);
    expect(connections.values.at(-1)).toBe(latchkey.useCases.watchConnection.current());
  });

  it('tell the last event and each new one', async () => {
    const { latchkey } = client();
    const events = hear(latchkey.subscribeEvents);
    await latchkey.open();
    expect(events.values.map(({ event }) => event)).toEqual(['INITIALIZE', 'MODAL_OPEN']);
    expect(latchkey.getEvent().event).toBe('MODAL_OPEN');
  });

  it('tell that no address is asked for yet', () => {
    expect(hear(client().latchkey.subscribeShouldUpdateToAddress).values).toEqual([undefined]);
  });

  it('see the newest state last, also where a listener acts on what it hears', async () => {
    const { latchkey } = client();
    latchkey.subscribeAccount(({ isConnected }) => {
      if (isConnected) void latchkey.disconnect().catch(() => undefined);
    });
    const later = hear((listener: (value: { readonly isConnected: boolean }) => void) => latchkey.subscribeAccount(listener));
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'connection/cancelled' });
    await settle();
    expect(later.values.at(-1)?.isConnected).toBe(false);
    expect(latchkey.getAccount().isConnected).toBe(false);
  });
});
