import { describe, expect, it } from 'vitest';
import type { Unsubscribe } from '../../../application/latchkey.js';
import { settle } from '../../../application/ports/clock.fake.js';
import { lastOutcome } from '../../../application/shared/last-outcome.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { mainnet, optimism, polygon } from '../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../domain/network/networks/polkadot.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { ADDRESS, client, EVM_WALLET, fakes, SOLANA, SOLANA_WALLET } from './support/client.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const connected = async (...given: Parameters<typeof client>) => {
  const here = client(...given);
  await here.latchkey.connect({ connectorId: EVM_WALLET });
  return here;
};
const PAIRING_URI = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`;

describe('the client, before anything is connected', () => {
  it('tells what there is', () => {
    const { latchkey } = client();
    expect(latchkey.getState()).toEqual({
      initialized: false,
      open: false,
      loading: false,
      activeChain: 'eip155',
      selectedNetworkId: 'eip155:1',
    });
    expect(latchkey.getConnectors().map(({ id }) => id)).toEqual([EVM_WALLET, SOLANA_WALLET]);
    expect(latchkey.getConnectors('solana').map(({ id }) => id)).toEqual([SOLANA_WALLET]);
    expect(latchkey.getAccount()).toMatchObject({ status: 'disconnected', isConnected: false });
    expect(latchkey.getCaipNetworks().map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:1', 'eip155:137', SOLANA]);
    expect(latchkey.getCaipNetworks('solana')).toHaveLength(1);
    expect([latchkey.getCaipNetworkId(), latchkey.getChainId()]).toEqual(['eip155:1', 1]);
    expect(latchkey.getCaipNetwork('solana')?.caipNetworkId).toBe(SOLANA);
    expect(latchkey.getCaipNetwork('polkadot')).toBeUndefined();
    expect([latchkey.getAddress(), latchkey.getCaipAddress(), latchkey.getWalletInfo(), latchkey.getError()]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([latchkey.getProvider('eip155'), latchkey.getProviderType('eip155')]).toEqual([undefined, undefined]);
    expect([latchkey.getWalletProvider(), latchkey.getWalletProviderType()]).toEqual([undefined, undefined]);
    expect(latchkey.getEvent().event).toBe('INITIALIZE');
    expect([latchkey.getThemeMode(), latchkey.getThemeVariables()]).toEqual(['dark', {}]);
  });
});

describe('the client and a wallet', () => {
  it('connects, and every getter agrees', async () => {
    const { latchkey, chain, told } = client();
    const account = await latchkey.connect({ connectorId: EVM_WALLET });
    expect(account).toEqual(latchkey.getAccount());
    expect(latchkey.getAddress()).toBe(ADDRESS);
    expect(latchkey.getCaipAddress()).toBe(`eip155:1:${ADDRESS}`);
    expect(latchkey.getProvider('eip155')).toBe(chain.wallet(EVM_WALLET));
    expect(latchkey.getWalletProvider()).toBe(chain.wallet(EVM_WALLET));
    expect([latchkey.getProviderType('eip155'), latchkey.getWalletProviderType()]).toEqual(['ANNOUNCED', 'ANNOUNCED']);
    expect(latchkey.getWalletInfo()).toEqual({ name: 'Example', icon: null, type: 'ANNOUNCED', rdns: EVM_WALLET });
    expect(told.at(-1)).toMatchObject({ event: 'CONNECT_SUCCESS', address: ADDRESS });
  });

  it('rejects with the typed error, and keeps it', async () => {
    const { latchkey, chain } = client();
    chain.wallet(EVM_WALLET).next('connect', 'reject');
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(latchkey.getError()).toMatchObject({ code: 'wallet/rejected' });
  });

  it('connects the namespace that is named', async () => {
    const { latchkey } = await connected();
    await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET });
    expect(latchkey.getState().activeChain).toBe('solana');
    expect([latchkey.getAddress('eip155'), latchkey.getAddress('solana')]).toEqual([ADDRESS, ADDRESS]);
  });

  it('disconnects one namespace, or all', async () => {
    const { latchkey } = await connected();
    await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET });
    await latchkey.disconnect('solana');
    expect([latchkey.getAccount('eip155').isConnected, latchkey.getAccount('solana').isConnected]).toEqual([true, false]);
    await latchkey.disconnect();
    expect(latchkey.getAccount('eip155').isConnected).toBe(false);
  });

  it('says "Failed to disconnect"', async () => {
    const { latchkey, chain } = await connected();
    chain.wallet(EVM_WALLET).next('disconnect', 'fail');
    await expect(latchkey.disconnect()).rejects.toThrow('Failed to disconnect');
    expect(latchkey.getAccount().isConnected).toBe(false);
  });

  it('switches to a network by its id, or given as such', async () => {
    const { latchkey } = await connected();
    await latchkey.switchNetwork('eip155:137');
    expect([latchkey.getChainId(), latchkey.getCaipAddress()]).toEqual([137, `eip155:137:${ADDRESS}`]);
    await latchkey.switchNetwork(mainnet);
    expect(latchkey.getChainId()).toBe(1);
    expect((await latchkey.switchNetwork({ ...polygon, caipNetworkId: undefined, chainNamespace: undefined })).caipNetworkId).toBe(
      'eip155:137',
    );
    await latchkey.switchNetwork(solana);
    expect(latchkey.getState()).toMatchObject({ activeChain: 'solana', selectedNetworkId: SOLANA });
  });

  it('raises the alert "Network Not Found" for a network that is not configured, and only then', async () => {
    const { latchkey, chain } = await connected({ debug: true });
    await expect(latchkey.switchNetwork(optimism)).rejects.toMatchObject({ code: 'network/not-found' });
    expect(latchkey.useCases.watchModal.current().alert).toMatchObject({ open: true, message: 'Network Not Found' });
    latchkey.modal.dismissAlert();
    chain.wallet(EVM_WALLET).next('switchNetwork', 'reject');
    await expect(latchkey.switchNetwork(polygon)).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(latchkey.useCases.watchModal.current().alert.open).toBe(false);
  });

  it('opens on a view, for a namespace, with a pairing on display; and closes', async () => {
    const { latchkey } = client();
    await latchkey.open({ view: 'WhatIsAWallet', namespace: 'solana', uri: PAIRING_URI });
    expect(latchkey.getState()).toMatchObject({ open: true, activeChain: 'solana' });
    expect(latchkey.useCases.watchModal.current().view.name).toBe('WhatIsAWallet');
    expect(latchkey.useCases.watchConnection.current().pairing.wcUri).toBe(PAIRING_URI);
    await latchkey.close();
    expect(latchkey.getState().open).toBe(false);
    expect(latchkey.useCases.watchConnection.current().pairing.wcUri).toBeUndefined();
  });

  it.each(['', 'hello', 'https://app.example', 'wc:abc', `wc:${'a'.repeat(64)}@1?symKey=1`])(
    'does not open with a pairing that is none: %j',
    async (uri) => {
      const { latchkey } = client();
      await expect(latchkey.open({ uri })).rejects.toMatchObject({ code: 'pairing/invalid-uri' });
      expect([latchkey.getState().open, latchkey.useCases.watchConnection.current().pairing.wcUri]).toEqual([false, undefined]);
    },
  );

  it('does not open with a pairing after it was disposed of, nor when that happens while the pairing is looked at', async () => {
    const { latchkey } = client();
    const opening = latchkey.open({ uri: PAIRING_URI });
    latchkey.dispose();
    await expect(opening).rejects.toMatchObject({ code: 'config/disposed' });
    // Before anything is loaded, and before what is wrong with it.
    await expect(latchkey.open({ uri: 'no pairing' })).rejects.toMatchObject({ code: 'config/disposed' });
    expect(latchkey.useCases.watchConnection.current().pairing.wcUri).toBeUndefined();
  });

  it('shows loading and messages', () => {
    const { latchkey } = client();
    latchkey.setLoading(true);
    expect(latchkey.getState().loading).toBe(true);
    latchkey.setLoading(false);
    latchkey.setLoading(true, 'solana');
    expect(latchkey.getState().loading).toBe(false);
    latchkey.showErrorMessage('No');
    expect(latchkey.useCases.watchModal.current().snackbar).toMatchObject({ message: 'No', variant: 'error' });
    latchkey.modal.show(null);
    latchkey.showSuccessMessage('Yes');
    expect(latchkey.useCases.watchModal.current().snackbar).toMatchObject({ message: 'Yes', variant: 'success' });
  });
});

describe('the client and a page without types', () => {
  it.each([
    ['a view that needs data', { view: 'SwitchNetwork' as never }, 'view'],
    ['a name that is no view', { view: 'toString' as never }, 'view'],
    ['a namespace that is not configured', { namespace: 'polkadot' as const }, 'namespace'],
  ])('opens nothing for %s', async (_, options, field) => {
    const { latchkey } = client();
    await expect(latchkey.open(options)).rejects.toMatchObject({ code: 'config/invalid-option', context: { field } });
    expect(latchkey.getState()).toMatchObject({ open: false, loading: false });
  });
});

describe('options that are changed while the page runs', () => {
  it('take effect and are checked like those at the start', () => {
    const { latchkey } = client({ features: { swaps: false } });
    latchkey.setPrivacyPolicyUrl('https://app.example/privacy');
    latchkey.updateFeatures({ history: false });
    latchkey.setCollapseWallets(true);
    latchkey.setSocialsOrder(['x', 'google']);
    latchkey.setWalletFeaturesOrder(['send']);
    latchkey.setConnectMethodsOrder(['wallet', 'email']);
    latchkey.updateOptions({ debug: false });
    expect(latchkey.options.current).toMatchObject({
      privacyPolicyUrl: 'https://app.example/privacy',
      debug: false,
      features: {
        swaps: false,
        history: false,
        collapseWallets: true,
        socials: ['x', 'google'],
        walletFeaturesOrder: ['send'],
        connectMethodsOrder: ['wallet', 'email'],
      },
    });
    // A page without types may pass anything.
    expect(() => latchkey.setThemeMode('blue' as never)).toThrow(expect.objectContaining({ code: 'config/invalid-option' }));
    expect(latchkey.getThemeMode()).toBe('dark');
  });

  it('decide the order of methods: an installed wallet comes first, unless the host says otherwise', () => {
    const { latchkey } = client();
    expect(latchkey.getConnectMethodsOrder()).toEqual(['wallet', 'email', 'social']);
    expect(client({}, fakes({ evm: { wallets: [] } })).latchkey.getConnectMethodsOrder()[0]).toBe('wallet');
    latchkey.setConnectMethodsOrder(['social', 'wallet']);
    expect(latchkey.getConnectMethodsOrder()).toEqual(['social', 'wallet']);
  });

  it('add theme variables to those that are set', () => {
    const { latchkey } = client({ themeVariables: { '--lk-accent': 'red' } });
    latchkey.setThemeVariables({ '--lk-z-index': 7 });
    expect(latchkey.getThemeVariables()).toEqual({ '--lk-accent': 'red', '--lk-z-index': 7 });
  });
});

describe('networks that are added and removed while the page runs', () => {
  it('can be used at once', async () => {
    const { latchkey, chain } = await connected();
    latchkey.addNetwork('eip155', optimism);
    chain.wallet(EVM_WALLET).known.add(latchkey.getCaipNetworks('eip155').at(-1)?.caipNetworkId ?? chain.wallet(EVM_WALLET).chainId);
    await latchkey.switchNetwork(optimism);
    expect(latchkey.getCaipNetwork()?.name).toBe(optimism.name);
  });

  it('are listed once', () => {
    const { latchkey } = client();
    latchkey.addNetwork('eip155', { ...polygon, name: 'My Polygon' });
    expect(latchkey.getCaipNetworks('eip155').map(({ name }) => name)).toEqual(['Ethereum', 'My Polygon']);
  });

  it('keep their place when they are added again', () => {
    const { latchkey } = client();
    latchkey.addNetwork('eip155', { ...mainnet, name: 'My Ethereum' });
    expect(latchkey.getCaipNetworks('eip155').map(({ name }) => name)).toEqual(['My Ethereum', 'Polygon']);
  });

  it('bring their namespace with them where only the adapter was there', async () => {
    const { latchkey } = client({ networks: [mainnet] });
    expect(latchkey.getConnectors('solana')).toEqual([]);
    latchkey.addNetwork('solana', solana);
    expect(latchkey.getCaipNetworks('solana').map(({ name }) => name)).toEqual(['Solana']);
    expect((await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET })).isConnected).toBe(true);
  });

  it('are found by their id as a text too', () => {
    const { latchkey } = client();
    latchkey.removeNetwork('eip155', '1');
    expect(latchkey.getCaipNetworks('eip155').map(({ name }) => name)).toEqual(['Polygon']);
  });

  it('need an adapter, also in a namespace that has networks', () => {
    const { latchkey } = client({ networks: [mainnet, polkadot] });
    expect(() => latchkey.addNetwork('polkadot', { ...polkadot, id: 'b0a8d493285c2df73290dfb7e61f870f' })).toThrow(
      expect.objectContaining({ code: 'connection/adapter-not-found', context: { namespace: 'polkadot' } }),
    );
    expect(latchkey.getCaipNetworks('polkadot')).toHaveLength(1);
  });

  it('move the page to another one when the network in use is removed', () => {
    const { latchkey } = client();
    latchkey.removeNetwork('eip155', 1);
    expect(latchkey.getCaipNetworkId()).toBe('eip155:137');
  });

  it('are refused by name', () => {
    const { latchkey } = client();
    const thrown = (act: () => void) => {
      try {
        act();
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(thrown(() => latchkey.addNetwork('polkadot', optimism))).toMatchObject({ code: 'connection/adapter-not-found' });
    expect(thrown(() => latchkey.addNetwork('eip155', { ...optimism, id: -1 }))).toMatchObject({ code: 'config/invalid-network' });
    expect(thrown(() => latchkey.removeNetwork('polkadot', 1))).toMatchObject({ code: 'connection/adapter-not-found' });
    expect(thrown(() => latchkey.removeNetwork('eip155', 99))).toMatchObject({
      code: 'network/not-found',
      context: { chainId: 'eip155:99' },
    });
    expect(thrown(() => latchkey.removeNetwork('solana', solana.id))).toMatchObject({ code: 'network/last-of-namespace' });
  });
});

describe('labels of addresses', () => {
  it('are kept until they are removed, whoever is connected', async () => {
    const { latchkey } = await connected();
    latchkey.addAddressLabel(ADDRESS, 'Savings');
    latchkey.addAddressLabel(OTHER, 'Work', 'eip155');
    latchkey.removeAddressLabel(OTHER);
    expect([...latchkey.getAccount().addressLabels]).toEqual([[ADDRESS, 'Savings']]);
    expect(latchkey.getAccount().addressLabel).toBe('Savings');
    await latchkey.disconnect();
    expect([...latchkey.getAccount().addressLabels]).toEqual([[ADDRESS, 'Savings']]);
    latchkey.removeAddressLabel(ADDRESS);
    expect(latchkey.getAccount().addressLabels.size).toBe(0);
  });

  it('can be given before anybody is connected', async () => {
    const { latchkey } = client();
    latchkey.addAddressLabel(ADDRESS.toUpperCase().replace('0X', '0x'), 'Savings');
    await latchkey.connect({ connectorId: EVM_WALLET });
    expect(latchkey.getAccount().addressLabel).toBe('Savings');
  });

  it('need a namespace that is configured', () => {
    expect(() => client().latchkey.addAddressLabel(ADDRESS, 'Savings', 'polkadot')).toThrow(
      'Chain is required to update chain account data',
    );
  });
});
describe('getError', () => {
  it('gives the last error of any run, also of one that the client itself did not begin', async () => {
    const { latchkey } = client();
    const other = client().latchkey;
    expect(latchkey.getError()).toBeUndefined();
    const run = latchkey.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.nobody' });
    await expect(lastOutcome(run)).rejects.toThrow();
    expect(latchkey.getError()).toMatchObject({ code: 'connection/connector-not-found' });
    await expect(latchkey.switchNetwork('eip155:99')).rejects.toThrow();
    expect(latchkey.getError()).toMatchObject({ code: 'network/not-found' });
    await latchkey.connect({ connectorId: EVM_WALLET });
    expect(latchkey.getError()).toMatchObject({ code: 'network/not-found' });
    expect(other.getError()).toBeUndefined();
  });
});

describe('a client without modules', () => {
  it('says that neither connections nor networks have a client', async () => {
    const latchkey = createLatchkey({ networks: [mainnet, polygon] });
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'connection/client-not-set' });
    await expect(latchkey.switchNetwork(polygon)).rejects.toMatchObject({
      code: 'network/client-not-set',
      message: 'NetworkController client not set',
    });
    await expect(lastOutcome(latchkey.useCases.addNetwork.execute({ chainId: 'eip155:137' }))).rejects.toMatchObject({
      code: 'network/client-not-set',
    });
    latchkey.dispose();
  });
});
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
