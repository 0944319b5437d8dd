import { act, waitFor } from '@testing-library/react';
import { filter, firstValueFrom } from 'rxjs';
import { expect } from 'vitest';
import type { FakeChainInit } from '../../../../application/ports/chain.fake.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeSignIn } from '../../../../application/ports/sign-in.fake.js';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { LatchkeyOptions } from '../../../../composition/create-latchkey.js';
import type { ConnectionState } from '../../../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import { mainnet, polygon, sepolia } from '../../../../domain/network/networks/eip155.js';
import type { Features, OptionsInput } from '../../../../domain/options/options.js';
import type { RpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { mountModal } from '../../../../presentation/modal/mount-modal.js';
import { type FakeClient, WALLET } from '../../../react/hooks/support/fake-client.js';
import { openModal, type RenderedModal, renderModal } from '../../../react/support/render-modal.js';
import { readTokens } from './read-tokens.js';

/** An option with a visible effect: with its default, and with the value. */
interface VisibleEffect<Value> {
  readonly set: Value;
  readonly read: (fake: FakeClient) => unknown;
  readonly byDefault: unknown;
  readonly withSet: unknown;
  /** Other options required for the effect. */
  readonly otherOptions?: Partial<LatchkeyOptions>;
  readonly chain?: FakeChainInit;
  /** True if it needs a client with remote wallets. */
  readonly hasRemoteWallets?: boolean;
}

/** An option that is not used until its feature exists. */
interface PendingOption<Value> {
  /** A value other than the default that does not ask for the feature, if there is one. */
  readonly set?: Value;
  readonly pendingFeature: string;
}

/** A row of the table. */
export type OptionRow<Value = unknown> = VisibleEffect<Value> | PendingOption<Value>;

const wallets = (...inits: readonly Partial<FakeWalletInit>[]): FakeChainInit => ({
  wallets: inits.map((init, index) => ({ id: `wallet.${index}`, ...init })),
});

const DAI = 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F';

/** Wallets of a page with remote wallets. */
const WITH_WALLET_CONNECT = wallets({}, { id: WALLET_CONNECT_CONNECTOR_ID, name: 'WalletConnect', type: 'WALLET_CONNECT' });

const http = ({ client }: FakeClient): unknown => client.getCaipNetworks()[0]?.rpcUrls.default.http;
const connectors = ({ client }: FakeClient): unknown => client.getConnectors().map(({ id }) => id);

/** Reads the opened modal. */
const inModal =
  (readModal: (modal: RenderedModal) => unknown) =>
  async (fake: FakeClient): Promise<unknown> => {
    const modal = await renderModal(fake);
    await openModal(fake);
    try {
      return await readModal(modal);
    } finally {
      modal.unmount();
    }
  };

/** A provider passed by the app. */
const PROVIDER = { connect: async () => undefined, on: () => undefined };

const present = (testId: string) => inModal(({ ui }) => ui.queryByTestId(testId) !== null);
/** Tests for an element of the account view. */
const inAccount =
  (testId: string) =>
  async (fake: FakeClient): Promise<unknown> => {
    await fake.client.connect({ connectorId: WALLET });
    return present(testId)(fake);
  };

const links = inModal(({ dialog }) => [...dialog().querySelectorAll('a')].map((link) => link.getAttribute('href')));

/** Links of the view without wallets, which appears after a delay. */
const linksWithoutWallet = inModal(async ({ ui, dialog }) => {
  await waitFor(() => ui.getByText('No wallet found'));
  return [...dialog().querySelectorAll('a')].map((link) => link.textContent?.trim().replace(/\s+/g, ' '));
});

const opensOnForeignNetwork = async ({ client, chain }: FakeClient): Promise<boolean> => {
  await client.connect({ connectorId: WALLET });
  chain.wallet(WALLET).selectChain('eip155:5');
  await flushPromises();
  return client.getState().open;
};

const alerts = async ({ client }: FakeClient): Promise<boolean> => {
  await client.switchNetwork(sepolia).catch(() => undefined);
  return client.useCases.watchModal.current().alert.open;
};

/** Wallets of one of the directory's lists. */
const walletIdsOf =
  (list: 'all' | 'featured') =>
  async ({ client }: FakeClient): Promise<readonly string[]> => {
    const { wallets } = await firstValueFrom(client.useCases.watchWallets.execute({ list }).pipe(filter(({ pending }) => !pending)));
    return wallets.map(({ id }) => id);
  };

const modalsAppended = async ({ client }: FakeClient): Promise<number> => {
  const mounted = await act(async () => mountModal(client));
  const count = document.querySelectorAll('latchkey-modal').length;
  await act(async () => mounted.unmount());
  return count;
};

/** The parts of a proposal that the rows read. */
interface Proposal {
  readonly proposer: { readonly metadata: { readonly name: string } };
  readonly optionalNamespaces: Readonly<Record<string, { readonly methods: readonly string[] }>>;
}

const proposed =
  (read: (proposal: Proposal) => unknown) =>
  async ({ client, relay }: FakeClient): Promise<unknown> => {
    const { pairing } = await new Promise<ConnectionState>((resolve) => {
      const run = client.useCases.pairWallet.execute().subscribe();
      const watching = client.useCases.watchConnection.execute().subscribe((state) => {
        if (state.pairing.wcUri !== undefined) resolve(state);
      });
      run.add(watching);
    });
    expect(pairing.status).toBe('connecting');
    const { message } = relay.published.at(-1) ?? {};
    client.dispose();
    // The published message is the proposal.
    return read((message as RpcRequest).params as Proposal);
  };

/** Effect on the row that opens all wallets. */
const ALL_WALLETS = {
  read: present('lk-all-wallets'),
  byDefault: true,
  withSet: false,
  otherOptions: { projectId: 'test' },
  chain: WITH_WALLET_CONNECT,
};

const PICTURE = 'data:image/png;base64,AAAA';
const METADATA = { name: 'App', description: 'An app', url: 'https://app.example', icons: [] };

/** The logger parameter of the secure frame's URL. The test environment loads no frames, and the client removes the one that failed. */
const frameUrl = async ({ client }: FakeClient): Promise<string | null> => {
  const sources: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof HTMLIFrameElement) sources.push(node.src);
  });
  observer.observe(client.modalElement.get(), { childList: true });
  client.useCases.requestEmailCode.execute({ email: 'ada@example.com' }).subscribe();
  await waitFor(() => expect(sources).toHaveLength(1));
  observer.disconnect();
  client.dispose();
  return new URL(sources[0] ?? '').searchParams.get('enableLogger');
};

/** Every option. A missing row is a compile error. */
export const OPTION_ROWS: { readonly [Name in Exclude<keyof OptionsInput, 'features'>]-?: OptionRow<NonNullable<OptionsInput[Name]>> } = {
  networks: {
    set: [sepolia],
    read: ({ client }) => client.getCaipNetworks().map(({ name }) => name),
    byDefault: ['Ethereum', 'Polygon'],
    withSet: ['Sepolia'],
  },
  defaultNetwork: { set: polygon, read: ({ client }) => client.getCaipNetworkId(), byDefault: 'eip155:1', withSet: 'eip155:137' },
  projectId: {
    set: 'abc',
    read: http,
    byDefault: mainnet.rpcUrls.default.http,
    withSet: ['https://rpc.walletconnect.org/v1/?chainId=eip155:1&projectId=abc'],
  },
  customRpcUrls: {
    set: { 'eip155:1': [{ url: 'https://own.example' }] },
    read: http,
    byDefault: mainnet.rpcUrls.default.http,
    withSet: ['https://own.example', ...mainnet.rpcUrls.default.http],
  },
  onramp: {
    set: { meldPublicKey: 'key' },
    read: async ({ client }) => {
      await client.load('onramp');
      return client.useCases.watchOnramp.current().providers.map(({ id }) => id);
    },
    byDefault: ['coinbase'],
    withSet: ['coinbase', 'meld'],
  },
  endpoints: {
    set: { blockchainApi: 'https://api.example' },
    read: http,
    byDefault: mainnet.rpcUrls.default.http,
    withSet: ['https://api.example/v1/?chainId=eip155:1'],
  },
  chainImages: {
    set: { 1: PICTURE },
    read: ({ client }) => client.getCaipNetwork()?.assets.imageUrl,
    byDefault: undefined,
    withSet: PICTURE,
  },
  connectorImages: {
    set: { [WALLET]: PICTURE },
    read: inModal(({ ui }) => ui.getByTestId(`lk-wallet-${WALLET}`).querySelector('img')?.getAttribute('src')),
    byDefault: undefined,
    withSet: PICTURE,
  },
  themeMode: { set: 'light', read: inModal(({ host }) => host.dataset['theme']), byDefault: 'dark', withSet: 'light' },
  themeVariables: {
    set: { '--lk-accent': 'teal' },
    read: inModal(({ host }) => host.style.getPropertyValue('--lk-accent')),
    byDefault: '',
    withSet: 'teal',
  },
  termsConditionsUrl: { set: '/terms', read: links, byDefault: [], withSet: ['/terms'] },
  privacyPolicyUrl: { set: '/privacy', read: links, byDefault: [], withSet: ['/privacy'] },
  pendingTransactionsFilter: {
    set: { enable: true },
    read: async (fake) => {
      await fake.client.connect({ connectorId: WALLET });
      await waitFor(() => fake.client.load('send'));
      await flushPromises();
      return fake.chain.pending$.observed;
    },
    byDefault: false,
    withSet: true,
  },
  allowUnsupportedChain: { set: true, read: opensOnForeignNetwork, byDefault: true, withSet: false },
  enableNetworkSwitch: { set: false, read: opensOnForeignNetwork, byDefault: true, withSet: false },
  enableWallets: { set: false, read: connectors, byDefault: [WALLET], withSet: [] },
  enableWalletConnect: {
    set: false,
    read: connectors,
    byDefault: [WALLET, WALLET_CONNECT_CONNECTOR_ID],
    withSet: [WALLET],
    hasRemoteWallets: true,
  },
  enableInjected: { set: false, read: connectors, byDefault: ['wallet.0'], withSet: [], chain: wallets({ type: 'INJECTED' }) },
  enableEIP6963: { set: false, read: connectors, byDefault: ['wallet.0'], withSet: [], chain: wallets({ type: 'ANNOUNCED' }) },
  customWallets: {
    set: [{ id: 'own', name: 'Own Wallet', homepage: 'https://own.example' }],
    read: linksWithoutWallet,
    byDefault: expect.not.arrayContaining([expect.stringContaining('Own Wallet')]),
    withSet: expect.arrayContaining([expect.stringContaining('Own Wallet')]),
    chain: wallets(),
  },
  enableWalletGuide: {
    set: false,
    read: linksWithoutWallet,
    byDefault: [expect.stringContaining('Get a wallet')],
    withSet: [],
    chain: wallets(),
  },
  enableEmbedded: { set: true, read: present('lk-embedded'), byDefault: false, withSet: true },
  disableAppend: { set: true, read: modalsAppended, byDefault: 1, withSet: 0 },
  debug: { set: false, read: alerts, byDefault: true, withSet: false },
  universalProvider: { set: PROVIDER, read: ({ client }) => client.getUniversalProvider(), byDefault: undefined, withSet: PROVIDER },

  featuredWalletIds: { set: ['w2'], read: walletIdsOf('featured'), byDefault: [], withSet: ['w2'] },
  includeWalletIds: { set: ['w1'], read: walletIdsOf('all'), byDefault: ['w0', 'w1', 'w2'], withSet: ['w1'] },
  excludeWalletIds: { set: ['w1'], read: walletIdsOf('all'), byDefault: ['w0', 'w1', 'w2'], withSet: ['w0', 'w2'] },

  metadata: {
    set: METADATA,
    read: proposed(({ proposer }) => proposer.metadata.name),
    byDefault: 'Example app',
    withSet: 'App',
    hasRemoteWallets: true,
  },
  basic: {
    set: true,
    read: inModal(({ viewName }) => viewName()),
    byDefault: 'Connect',
    withSet: 'ConnectingWalletConnectBasic',
  },
  manualWCControl: {
    set: true,
    read: async (fake) => {
      await inModal(() => undefined)(fake);
      return fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).count('connect');
    },
    byDefault: 1,
    withSet: 0,
    otherOptions: { basic: true },
    chain: WITH_WALLET_CONNECT,
  },
  universalProviderConfigOverride: {
    set: { methods: { eip155: ['eth_sign'] } },
    read: proposed(({ optionalNamespaces }) => optionalNamespaces['eip155']?.methods),
    byDefault: expect.arrayContaining(['personal_sign', 'eth_sendTransaction']),
    withSet: ['eth_sign'],
    hasRemoteWallets: true,
  },
  allWallets: { set: 'HIDE', ...ALL_WALLETS },
  tokens: { set: [DAI], read: readTokens(DAI), byDefault: 'none', withSet: ['DAI'] },
  enableAuthLogger: { set: false, read: frameUrl, byDefault: 'true', withSet: 'false', otherOptions: { projectId: 'test' } },
  defaultAccountTypes: {
    set: { eip155: 'eoa' },
    read: async ({ client, chain }) => {
      const [account] = chain.wallet(WALLET).accounts;
      if (account === undefined) throw new Error('The wallet has no account');
      chain.wallet(WALLET).accounts = [account, { ...account, address: `0x${'5'.repeat(40)}`, type: 'smartAccount' }];
      return (await client.connect({ connectorId: WALLET })).preferredAccountType;
    },
    byDefault: 'smartAccount',
    withSet: 'eoa',
  },
  siwx: {
    set: new FakeSignIn(),
    read: ({ client }) => client.useCases.watchSignIn.current().status,
    byDefault: 'disabled',
    withSet: 'disconnected',
  },
  siweConfig: {
    set: {
      ...{ getNonce: async () => '', getMessageParams: async () => ({ domain: '', uri: '' }), createMessage: () => '' },
      ...{ verifyMessage: async () => false, getSession: async () => null, signOut: async () => true },
    },
    read: ({ client }) => client.useCases.watchSignIn.current().status,
    byDefault: 'disabled',
    withSet: 'disconnected',
  },
  locale: { pendingFeature: 'further languages' },
};

const WITH_LOGIN = wallets({ id: WALLET }, { id: 'ID_AUTH', type: 'AUTH' });

/** Every feature. A missing row is a compile error. */
export const FEATURE_ROWS: { readonly [Name in keyof Features]: OptionRow<NonNullable<Features[Name]>> } = {
  connectMethodsOrder: {
    set: ['social', 'wallet'],
    read: ({ client }) => client.getConnectMethodsOrder(),
    byDefault: ['wallet', 'email', 'social'],
    withSet: ['social', 'wallet'],
  },
  connectorTypeOrder: {
    set: ['external', 'injected'],
    read: inModal(({ ui }) => ui.getAllByTestId(/^lk-wallet-/).map((row) => row.dataset['testid'])),
    byDefault: ['lk-wallet-wallet.0', 'lk-wallet-wallet.1'],
    withSet: ['lk-wallet-wallet.1', 'lk-wallet-wallet.0'],
    chain: wallets({ type: 'ANNOUNCED' }, { type: 'EXTERNAL' }),
  },
  collapseWallets: { set: true, read: present('lk-collapsed-wallets'), byDefault: false, withSet: true, chain: WITH_LOGIN },
  emailShowWallets: { set: false, read: present('lk-collapsed-wallets'), byDefault: false, withSet: true, chain: WITH_LOGIN },
  legalCheckbox: { set: true, read: present('lk-legal'), byDefault: false, withSet: true, otherOptions: { termsConditionsUrl: '/terms' } },

  email: { set: false, read: present('lk-email'), byDefault: true, withSet: false, otherOptions: { projectId: 'test' } },
  socials: { set: false, read: present('lk-social-google'), byDefault: true, withSet: false, otherOptions: { projectId: 'test' } },
  swaps: { set: false, read: inAccount('lk-swap'), byDefault: true, withSet: false },
  onramp: { set: false, read: inAccount('lk-buy'), byDefault: true, withSet: false },
  receive: { set: false, read: inAccount('lk-receive'), byDefault: true, withSet: false },
  send: { set: false, read: inAccount('lk-send'), byDefault: true, withSet: false },
  walletFeaturesOrder: { set: [], read: inAccount('lk-receive'), byDefault: true, withSet: false },
  history: { set: false, read: inAccount('lk-tab-activity'), byDefault: true, withSet: false },
  transactionTray: {
    set: false,
    read: async (fake) => {
      await fake.client.connect({ connectorId: WALLET });
      fake.chain.mining = 'manual';
      const modal = await renderModal(fake);
      await act(() => fake.client.useCases.sendTransaction.execute({ to: `0x${'2'.repeat(40)}`, value: 1n }).subscribe());
      await waitFor(() => expect(fake.client.useCases.watchModal.current().hasInFlight).toBe(true));
      await act(() => import('../../../../presentation/views/tray/tray.js'));
      await act(flushPromises);
      return modal.ui.queryByTestId('lk-tray') !== null;
    },
    byDefault: true,
    withSet: false,
    chain: { balances: { '0x1111111111111111111111111111111111111111': 10n } },
  },
  analytics: {
    set: false,
    read: async (fake) => {
      await openModal(fake);
      await fake.client.load('analytics');
      await flushPromises();
      return fake.analytics.accepted.map(({ event }) => event);
    },
    byDefault: ['INITIALIZE', 'MODAL_OPEN'],
    withSet: [],
    otherOptions: { projectId: 'test' },
  },
  allWallets: { set: false, ...ALL_WALLETS },
  smartSessions: { pendingFeature: 'smart sessions' },
};
