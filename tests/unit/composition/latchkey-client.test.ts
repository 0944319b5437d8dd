import { describe, expect, it } from 'vitest';
import type { Unsubscribe } from '../../../application/latchkey.js';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { mainnet, optimism, polygon } from '../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../domain/network/networks/polkadot.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { ADDRESS, client, EVM_WALLET, fakes, SOLANA, SOLANA_WALLET } from './support/client.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const connected = async (...given: Parameters<typeof client>) => {
  const created = client(...given);
  await created.latchkey.connect({ connectorId: EVM_WALLET });
  return created;
};
const PAIRING_URI = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`;

describe('getters before a connection', () => {
  it('return the initial state', () => {
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

describe('wallet connection', () => {
  it('connects and updates every getter', async () => {
    const { latchkey, chain, events } = client();
    const account = await latchkey.connect({ connectorId: EVM_WALLET });
    expect(account).toEqual(latchkey.getAccount());
    expect(latchkey.getAddress()).toBe(ADDRESS);
    expect(latchkey.getCaipAddress()).toBe(`eip155:1:${ADDRESS}`);
    expect(latchkey.getProvider('eip155')).toBe(chain.wallet(EVM_WALLET));
    expect(latchkey.getWalletProvider()).toBe(chain.wallet(EVM_WALLET));
    expect([latchkey.getProviderType('eip155'), latchkey.getWalletProviderType()]).toEqual(['ANNOUNCED', 'ANNOUNCED']);
    expect(latchkey.getWalletInfo()).toEqual({ name: 'Example', icon: null, type: 'ANNOUNCED', rdns: EVM_WALLET });
    expect(events.at(-1)).toMatchObject({ event: 'CONNECT_SUCCESS', address: ADDRESS });
  });

  it('rejects with the typed error, which getError returns', async () => {
    const { latchkey, chain } = client();
    chain.wallet(EVM_WALLET).next('connect', 'reject');
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(latchkey.getError()).toMatchObject({ code: 'wallet/rejected' });
  });

  it('connects the given namespace', async () => {
    const { latchkey } = await connected();
    await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET });
    expect(latchkey.getState().activeChain).toBe('solana');
    expect([latchkey.getAddress('eip155'), latchkey.getAddress('solana')]).toEqual([ADDRESS, ADDRESS]);
  });

  it('disconnects one namespace or all', async () => {
    const { latchkey } = await connected();
    await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET });
    await latchkey.disconnect('solana');
    expect([latchkey.getAccount('eip155').isConnected, latchkey.getAccount('solana').isConnected]).toEqual([true, false]);
    await latchkey.disconnect();
    expect(latchkey.getAccount('eip155').isConnected).toBe(false);
  });

  it('rejects with "Failed to disconnect"', async () => {
    const { latchkey, chain } = await connected();
    chain.wallet(EVM_WALLET).next('disconnect', 'fail');
    await expect(latchkey.disconnect()).rejects.toThrow('Failed to disconnect');
    expect(latchkey.getAccount().isConnected).toBe(false);
  });

  it('switches to a network given by id or by definition', async () => {
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

  it('shows the alert "Network Not Found" only for a network that is not configured', async () => {
    const { latchkey, chain } = await connected({ debug: true });
    await expect(latchkey.switchNetwork(optimism)).rejects.toMatchObject({ code: 'network/not-found' });
    expect(latchkey.useCases.watchModal.current().alert).toMatchObject({ open: true, message: 'Network Not Found' });
    latchkey.modal.dismissAlert();
    chain.wallet(EVM_WALLET).next('switchNetwork', 'reject');
    await expect(latchkey.switchNetwork(polygon)).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(latchkey.useCases.watchModal.current().alert.open).toBe(false);
  });

  it('opens the modal with a view, a namespace and a pairing URI, and closes it', async () => {
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
    'does not open the modal for an invalid pairing URI: %j',
    async (uri) => {
      const { latchkey } = client();
      await expect(latchkey.open({ uri })).rejects.toMatchObject({ code: 'pairing/invalid-uri' });
      expect([latchkey.getState().open, latchkey.useCases.watchConnection.current().pairing.wcUri]).toEqual([false, undefined]);
    },
  );

  it('does not open the modal with a pairing URI during or after dispose', async () => {
    const { latchkey } = client();
    const opening = latchkey.open({ uri: PAIRING_URI });
    latchkey.dispose();
    await expect(opening).rejects.toMatchObject({ code: 'config/disposed' });
    // Fails before the URI is validated.
    await expect(latchkey.open({ uri: 'no pairing' })).rejects.toMatchObject({ code: 'config/disposed' });
    expect(latchkey.useCases.watchConnection.current().pairing.wcUri).toBeUndefined();
  });

  it('shows the loading state and messages', () => {
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

describe('open with untyped arguments', () => {
  it.each([
    ['a view that needs data', { view: 'SwitchNetwork' as never }, 'view'],
    ['a view of an unreleased feature', { view: 'SmartSessionList' as never }, 'view'],
    ['an unknown view', { view: 'toString' as never }, 'view'],
    ['a namespace that is not configured', { namespace: 'polkadot' as const }, 'namespace'],
  ])('rejects %s', async (_, options, field) => {
    const { latchkey } = client();
    await expect(latchkey.open(options)).rejects.toMatchObject({ code: 'config/invalid-option', context: { field } });
    expect(latchkey.getState()).toMatchObject({ open: false, loading: false });
  });
});

describe('options changed at runtime', () => {
  it('take effect and are validated', () => {
    const { latchkey } = client({ features: { swaps: false } });
    latchkey.setPrivacyPolicyUrl('https://app.example/privacy');
    latchkey.updateFeatures({ history: false });
    latchkey.setCollapseWallets(true);
    latchkey.setSocialsOrder([]);
    latchkey.setWalletFeaturesOrder([]);
    latchkey.setConnectMethodsOrder(['wallet', 'email']);
    latchkey.updateOptions({ debug: false });
    expect(latchkey.options.current).toMatchObject({
      privacyPolicyUrl: 'https://app.example/privacy',
      debug: false,
      features: {
        swaps: false,
        history: false,
        collapseWallets: true,
        socials: [],
        walletFeaturesOrder: [],
        connectMethodsOrder: ['wallet', 'email'],
      },
    });
    // Untyped callers may pass anything.
    expect(() => latchkey.setThemeMode('blue' as never)).toThrow(expect.objectContaining({ code: 'config/invalid-option' }));
    expect(latchkey.getThemeMode()).toBe('dark');
  });

  it('set the order of connect methods, which defaults to installed wallets first', () => {
    const { latchkey } = client();
    expect(latchkey.getConnectMethodsOrder()).toEqual(['wallet', 'email', 'social']);
    expect(client({}, fakes({ evm: { wallets: [] } })).latchkey.getConnectMethodsOrder()[0]).toBe('wallet');
    latchkey.setConnectMethodsOrder(['social', 'wallet']);
    expect(latchkey.getConnectMethodsOrder()).toEqual(['social', 'wallet']);
  });

  it('choose a theme mode for the user, in place of the app’s until it sets one, also after a reload', () => {
    const { latchkey, storage } = client();
    const themes = collect(latchkey.subscribeTheme);
    latchkey.chooseThemeMode('light');
    expect(latchkey.getThemeMode()).toBe('light');
    const reloaded = client({ themeMode: 'dark' }, fakes({ storage: storage.reload() }));
    expect(reloaded.latchkey.getThemeMode()).toBe('light');
    reloaded.latchkey.setThemeMode('dark');
    expect(client({ themeMode: 'auto' }, fakes({ storage: reloaded.storage.reload() })).latchkey.getThemeMode()).toBe('auto');
    expect(themes.values.map(({ themeMode }) => themeMode)).toEqual(['dark', 'light']);
    expect(() => latchkey.chooseThemeMode('blue' as never)).toThrow(expect.objectContaining({ code: 'config/invalid-option' }));
  });

  it('merge theme variables', () => {
    const { latchkey } = client({ themeVariables: { '--lk-accent': 'red' } });
    latchkey.setThemeVariables({ '--lk-z-index': 7 });
    expect(latchkey.getThemeVariables()).toEqual({ '--lk-accent': 'red', '--lk-z-index': 7 });
  });
});

describe('networks added and removed at runtime', () => {
  it('can be used immediately', async () => {
    const { latchkey, chain } = await connected();
    latchkey.addNetwork('eip155', optimism);
    chain
      .wallet(EVM_WALLET)
      .knownChainIds.add(latchkey.getCaipNetworks('eip155').at(-1)?.caipNetworkId ?? chain.wallet(EVM_WALLET).chainId);
    await latchkey.switchNetwork(optimism);
    expect(latchkey.getCaipNetwork()?.name).toBe(optimism.name);
  });

  it('replace a network with the same id', () => {
    const { latchkey } = client();
    latchkey.addNetwork('eip155', { ...polygon, name: 'My Polygon' });
    expect(latchkey.getCaipNetworks('eip155').map(({ name }) => name)).toEqual(['Ethereum', 'My Polygon']);
  });

  it('keep their position when they are replaced', () => {
    const { latchkey } = client();
    latchkey.addNetwork('eip155', { ...mainnet, name: 'My Ethereum' });
    expect(latchkey.getCaipNetworks('eip155').map(({ name }) => name)).toEqual(['My Ethereum', 'Polygon']);
  });

  it('add their namespace if only its adapter exists', async () => {
    const { latchkey } = client({ networks: [mainnet] });
    expect(latchkey.getConnectors('solana')).toEqual([]);
    latchkey.addNetwork('solana', solana);
    expect(latchkey.getCaipNetworks('solana').map(({ name }) => name)).toEqual(['Solana']);
    expect((await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET })).isConnected).toBe(true);
  });

  it('can be removed by a string id', () => {
    const { latchkey } = client();
    latchkey.removeNetwork('eip155', '1');
    expect(latchkey.getCaipNetworks('eip155').map(({ name }) => name)).toEqual(['Polygon']);
  });

  it('need an adapter even if the namespace has networks', () => {
    const { latchkey } = client({ networks: [mainnet, polkadot] });
    expect(() => latchkey.addNetwork('polkadot', { ...polkadot, id: 'b0a8d493285c2df73290dfb7e61f870f' })).toThrow(
      expect.objectContaining({ code: 'connection/adapter-not-found', context: { namespace: 'polkadot' } }),
    );
    expect(latchkey.getCaipNetworks('polkadot')).toHaveLength(1);
  });

  it('switch to another network when the active one is removed', () => {
    const { latchkey } = client();
    latchkey.removeNetwork('eip155', 1);
    expect(latchkey.getCaipNetworkId()).toBe('eip155:137');
  });

  it('are rejected with typed errors', () => {
    const { latchkey } = client();
    const thrown = (action: () => void) => {
      try {
        action();
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

describe('address labels', () => {
  it('are kept until they are removed, also after a disconnect', async () => {
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

  it('can be added before a connection', async () => {
    const { latchkey } = client();
    latchkey.addAddressLabel(ADDRESS.toUpperCase().replace('0X', '0x'), 'Savings');
    await latchkey.connect({ connectorId: EVM_WALLET });
    expect(latchkey.getAccount().addressLabel).toBe('Savings');
  });

  it('need a configured namespace', () => {
    expect(() => client().latchkey.addAddressLabel(ADDRESS, 'Savings', 'polkadot')).toThrow(
      'Chain is required to update chain account data',
    );
  });
});

describe('getError', () => {
  it('returns the last error of any use case', async () => {
    const { latchkey } = client();
    const other = client().latchkey;
    expect(latchkey.getError()).toBeUndefined();
    const run = latchkey.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.unknown' });
    await expect(resultFrom(run)).rejects.toThrow();
    expect(latchkey.getError()).toMatchObject({ code: 'connection/connector-not-found' });
    await expect(latchkey.switchNetwork('eip155:99')).rejects.toThrow();
    expect(latchkey.getError()).toMatchObject({ code: 'network/not-found' });
    await latchkey.connect({ connectorId: EVM_WALLET });
    expect(latchkey.getError()).toMatchObject({ code: 'network/not-found' });
    expect(other.getError()).toBeUndefined();
  });
});

describe('a client without modules', () => {
  it('rejects with client-not-set errors', async () => {
    const latchkey = createLatchkey({ networks: [mainnet, polygon] });
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'connection/client-not-set' });
    await expect(latchkey.switchNetwork(polygon)).rejects.toMatchObject({
      code: 'network/client-not-set',
      message: 'NetworkController client not set',
    });
    await expect(resultFrom(latchkey.useCases.addNetwork.execute({ chainId: 'eip155:137' }))).rejects.toMatchObject({
      code: 'network/client-not-set',
    });
    latchkey.dispose();
  });
});

/** Collects the values of a subscription. */
const collect = <T>(subscribe: (listener: (value: T) => void) => Unsubscribe) => {
  const values: T[] = [];
  return { values, stop: subscribe((value) => values.push(value)) };
};

describe('subscriptions', () => {
  it('emit the current value and each change until they are cancelled', async () => {
    const { latchkey, chain } = client();
    const addresses = collect((listener: (value: { readonly address: string | undefined }) => void) => latchkey.subscribeAccount(listener));
    await latchkey.connect({ connectorId: EVM_WALLET });
    chain.wallet(EVM_WALLET).selectAccount(OTHER);
    addresses.stop();
    addresses.stop();
    chain.wallet(EVM_WALLET).selectAccount(ADDRESS);
    expect(addresses.values.map(({ address }) => address)).toEqual([undefined, undefined, ADDRESS, OTHER]);
  });

  it('emit for the given namespace only', async () => {
    const { latchkey } = client();
    const accounts = collect((listener: (value: { readonly status: string }) => void) => latchkey.subscribeAccount(listener, 'solana'));
    await latchkey.connect({ connectorId: EVM_WALLET });
    expect(accounts.values.map(({ status }) => status)).toEqual(['disconnected']);
  });

  it('emit each network change once, with its chain id', async () => {
    const { latchkey, chain } = await connected();
    const networks = collect(latchkey.subscribeNetwork);
    const plain = collect(latchkey.subscribeCaipNetworkChange);
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

  it('emit providers of connected namespaces only', async () => {
    const { latchkey, chain } = client();
    const providers = collect(latchkey.subscribeProviders);
    await latchkey.connect({ connectorId: EVM_WALLET });
    chain.wallet(EVM_WALLET).selectChain('eip155:137');
    chain.wallet(EVM_WALLET).lock();
    expect(providers.values).toEqual([{}, { eip155: chain.wallet(EVM_WALLET) }, {}]);
  });

  it('emit the theme, the state, the wallet and the connection', async () => {
    const { latchkey } = client();
    const themes = collect(latchkey.subscribeTheme);
    const states = collect(latchkey.subscribeState);
    const wallets = collect(latchkey.subscribeWalletInfo);
    const connections = collect(latchkey.subscribeConnection);
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

  it('emit the last event and each new one', async () => {
    const { latchkey } = client();
    const events = collect(latchkey.subscribeEvents);
    await latchkey.open();
    expect(events.values.map(({ event }) => event)).toEqual(['INITIALIZE', 'MODAL_OPEN']);
    expect(latchkey.getEvent().event).toBe('MODAL_OPEN');
  });

  it('emit the newest state last even if a listener changes it', async () => {
    const { latchkey } = client();
    latchkey.subscribeAccount(({ isConnected }) => {
      if (isConnected) void latchkey.disconnect().catch(() => undefined);
    });
    const later = collect((listener: (value: { readonly isConnected: boolean }) => void) => latchkey.subscribeAccount(listener));
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'connection/cancelled' });
    await flushPromises();
    expect(later.values.at(-1)?.isConnected).toBe(false);
    expect(latchkey.getAccount().isConnected).toBe(false);
  });
});
