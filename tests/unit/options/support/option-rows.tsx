import { act, waitFor } from '@testing-library/react';
import { filter, firstValueFrom } from 'rxjs';
import { expect } from 'vitest';
import type { FakeChainInit } from '../../../../application/ports/chain.fake.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { ConnectionState } from '../../../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import { mainnet, polygon, sepolia } from '../../../../domain/network/networks/eip155.js';
import type { Features, OptionsInput } from '../../../../domain/options/options.js';
import type { RpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { mountModal } from '../../../../presentation/modal/mount-modal.js';
import { type FakeClient, WALLET } from '../../../react/hooks/support/fake-client.js';
import { openModal, type RenderedModal, renderModal } from '../../../react/support/render-modal.js';
import { readTokens } from './read-tokens.js';

/** An option whose effect can be seen: with the default, and with the value. */
interface Seen<Value> {
  readonly set: Value;
  readonly see: (fake: FakeClient) => unknown;
  readonly byDefault: unknown;
  readonly withSet: unknown;
  /** Other options that the effect needs. */
  readonly given?: Partial<OptionsInput>;
  readonly chain?: FakeChainInit;
  /** Whether it needs a client that pairs with wallets elsewhere. */
  readonly reaching?: boolean;
}

/** An option that is checked and kept, and read by nothing until its feature is there. */
interface Waiting<Value> {
  readonly set: Value;
  readonly waitsFor: string;
}

/** A row of the table. */
export type OptionRow<Value = unknown> = Seen<Value> | Waiting<Value>;

const wallets = (...inits: readonly Partial<FakeWalletInit>[]): FakeChainInit => ({
  wallets: inits.map((init, index) => ({ id: `wallet.${index}`, ...init })),
});

const DAI = 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F';

/** A page that reaches wallets elsewhere too. */
const REACHING = wallets({}, { id: WALLET_CONNECT_CONNECTOR_ID, name: 'WalletConnect', type: 'WALLET_CONNECT' });

const http = ({ client }: FakeClient): unknown => client.getCaipNetworks()[0]?.rpcUrls.default.http;
const connectors = ({ client }: FakeClient): unknown => client.getConnectors().map(({ id }) => id);

/** What is in the modal, after it was opened. */
const inModal =
  (look: (modal: RenderedModal) => unknown) =>
  async (fake: FakeClient): Promise<unknown> => {
    const modal = await renderModal(fake);
    await openModal(fake);
    try {
      return await look(modal);
    } finally {
      modal.unmount();
    }
  };

/** A provider as a host hands it over. */
const PROVIDER = { session: undefined };

const present = (testId: string) => inModal(({ ui }) => ui.queryByTestId(testId) !== null);

const links = inModal(({ dialog }) => [...dialog().querySelectorAll('a')].map((link) => link.getAttribute('href')));

/** The links on the screen that says that no wallet is there; it comes after a moment. */
const linksWithoutWallet = inModal(async ({ ui, dialog }) => {
  await waitFor(() => ui.getByText('No wallet found'));
  return [...dialog().querySelectorAll('a')].map((link) => link.textContent?.trim().replace(/\s+/g, ' '));
});

const opensOnForeignNetwork = async ({ client, chain }: FakeClient): Promise<boolean> => {
  await client.connect({ connectorId: WALLET });
  chain.wallet(WALLET).selectChain('eip155:5');
  await settle();
  return client.getState().open;
};

const alerts = async ({ client }: FakeClient): Promise<boolean> => {
  await client.switchNetwork(sepolia).catch(() => undefined);
  return client.useCases.watchModal.current().alert.open;
};

/** The wallets of one of the directory's lists. */
const listed =
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

/** What a wallet reads in the proposal of a client. */
interface Proposal {
  readonly proposer: { readonly metadata: { readonly name: string } };
  readonly optionalNamespaces: Readonly<Record<string, { readonly methods: readonly string[] }>>;
}

const proposed =
  (look: (proposal: Proposal) => unknown) =>
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
    // What the engine published is a proposal.
    return look((message as RpcRequest).params as Proposal);
  };

/** What is seen of the row that leads to all wallets. */
const ALL_WALLETS = { see: present('lk-all-wallets'), byDefault: true, withSet: false, given: { projectId: 'test' }, chain: REACHING };

const PICTURE = 'data:image/png;base64,AAAA';
const METADATA = { name: 'App', description: 'An app', url: 'https://app.example', icons: [] };

/** Every option. One that is added without a row does not compile. */
export const OPTION_ROWS: { readonly [Name in Exclude<keyof OptionsInput, 'features'>]-?: OptionRow<NonNullable<OptionsInput[Name]>> } = {
  networks: {
    set: [sepolia],
    see: ({ client }) => client.getCaipNetworks().map(({ name }) => name),
    byDefault: ['Ethereum', 'Polygon'],
    withSet: ['Sepolia'],
  },
  defaultNetwork: { set: polygon, see: ({ client }) => client.getCaipNetworkId(), byDefault: 'eip155:1', withSet: 'eip155:137' },
  projectId: {
    set: 'abc',
    see: http,
    byDefault: mainnet.rpcUrls.default.http,
    withSet: ['https://rpc.walletconnect.org/v1/?chainId=eip155:1&projectId=abc'],
  },
  customRpcUrls: {
    set: { 'eip155:1': [{ url: 'https://own.example' }] },
    see: http,
    byDefault: mainnet.rpcUrls.default.http,
    withSet: ['https://own.example', ...mainnet.rpcUrls.default.http],
  },
  endpoints: {
    set: { blockchainApi: 'https://api.example' },
    see: http,
    byDefault: mainnet.rpcUrls.default.http,
    withSet: ['https://api.example/v1/?chainId=eip155:1'],
  },
  chainImages: {
    set: { 1: PICTURE },
    see: ({ client }) => client.getCaipNetwork()?.assets.imageUrl,
    byDefault: undefined,
    withSet: PICTURE,
  },
  connectorImages: {
    set: { [WALLET]: PICTURE },
    see: inModal(({ ui }) => ui.getByTestId(`lk-wallet-${WALLET}`).querySelector('img')?.getAttribute('src')),
    byDefault: undefined,
    withSet: PICTURE,
  },
  themeMode: { set: 'light', see: inModal(({ host }) => host.dataset['theme']), byDefault: 'dark', withSet: 'light' },
  themeVariables: {
    set: { '--lk-accent': 'teal' },
    see: inModal(({ host }) => host.style.getPropertyValue('--lk-accent')),
    byDefault: '',
    withSet: 'teal',
  },
  termsConditionsUrl: { set: '/terms', see: links, byDefault: [], withSet: ['/terms'] },
  privacyPolicyUrl: { set: '/privacy', see: links, byDefault: [], withSet: ['/privacy'] },
  allowUnsupportedChain: { set: true, see: opensOnForeignNetwork, byDefault: true, withSet: false },
  enableNetworkSwitch: { set: false, see: opensOnForeignNetwork, byDefault: true, withSet: false },
  enableWallets: { set: false, see: connectors, byDefault: [WALLET], withSet: [] },
  enableWalletConnect: {
    set: false,
    see: connectors,
    byDefault: [WALLET, WALLET_CONNECT_CONNECTOR_ID],
    withSet: [WALLET],
    reaching: true,
  },
  enableInjected: { set: false, see: connectors, byDefault: ['wallet.0'], withSet: [], chain: wallets({ type: 'INJECTED' }) },
  enableEIP6963: { set: false, see: connectors, byDefault: ['wallet.0'], withSet: [], chain: wallets({ type: 'ANNOUNCED' }) },
  customWallets: {
    set: [{ id: 'own', name: 'Own Wallet', homepage: 'https://own.example' }],
    see: linksWithoutWallet,
    byDefault: expect.not.arrayContaining([expect.stringContaining('Own Wallet')]),
    withSet: expect.arrayContaining([expect.stringContaining('Own Wallet')]),
    chain: wallets(),
  },
  enableWalletGuide: {
    set: false,
    see: linksWithoutWallet,
    byDefault: [expect.stringContaining('Get a wallet')],
    withSet: [],
    chain: wallets(),
  },
  enableEmbedded: { set: true, see: present('lk-embedded'), byDefault: false, withSet: true },
  disableAppend: { set: true, see: modalsAppended, byDefault: 1, withSet: 0 },
  debug: { set: false, see: alerts, byDefault: true, withSet: false },
  universalProvider: { set: PROVIDER, see: ({ client }) => client.getUniversalProvider(), byDefault: undefined, withSet: PROVIDER },

  featuredWalletIds: { set: ['w2'], see: listed('featured'), byDefault: [], withSet: ['w2'] },
  includeWalletIds: { set: ['w1'], see: listed('all'), byDefault: ['w0', 'w1', 'w2'], withSet: ['w1'] },
  excludeWalletIds: { set: ['w1'], see: listed('all'), byDefault: ['w0', 'w1', 'w2'], withSet: ['w0', 'w2'] },

  metadata: {
    set: METADATA,
    see: proposed(({ proposer }) => proposer.metadata.name),
    byDefault: 'Example app',
    withSet: 'App',
    reaching: true,
  },
  basic: {
    set: true,
    see: inModal(({ viewName }) => viewName()),
    byDefault: 'Connect',
    withSet: 'ConnectingWalletConnectBasic',
  },
  manualWCControl: {
    set: true,
    see: async (fake) => {
      await inModal(() => undefined)(fake);
      return fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).count('connect');
    },
    byDefault: 1,
    withSet: 0,
    given: { basic: true },
    chain: REACHING,
  },
  universalProviderConfigOverride: {
    set: { methods: { eip155: ['eth_sign'] } },
    see: proposed(({ optionalNamespaces }) => optionalNamespaces['eip155']?.methods),
    byDefault: expect.arrayContaining(['personal_sign', 'eth_sendTransaction']),
    withSet: ['eth_sign'],
    reaching: true,
  },
  allWallets: { set: 'HIDE', ...ALL_WALLETS },
  tokens: { set: [DAI], see: readTokens(DAI), byDefault: 'none', withSet: ['DAI'] },
  enableCoinbase: { set: false, waitsFor: 'the connector of Coinbase' },
  coinbasePreference: { set: 'eoaOnly', waitsFor: 'the connector of Coinbase' },
  enableAuthLogger: { set: false, waitsFor: 'the embedded wallet' },
  defaultAccountTypes: {
    set: { eip155: 'eoa' },
    see: async ({ client, chain }) => {
      const [account] = chain.wallet(WALLET).accounts;
      if (account === undefined) throw new Error('The wallet has an account');
      chain.wallet(WALLET).accounts = [account, { ...account, address: `0x${'5'.repeat(40)}`, type: 'smartAccount' }];
      return (await client.connect({ connectorId: WALLET })).preferredAccountType;
    },
    byDefault: 'smartAccount',
    withSet: 'eoa',
  },
  siwx: { set: {}, waitsFor: 'sign-in with a wallet' },
  siweConfig: { set: {}, waitsFor: 'sign-in with a wallet' },
  locale: { set: 'de', waitsFor: 'further languages' },
};

const WITH_LOGIN = wallets({ id: WALLET }, { id: 'ID_AUTH', type: 'AUTH' });

/** Every feature. One that is added without a row does not compile. */
export const FEATURE_ROWS: { readonly [Name in keyof Features]: OptionRow<NonNullable<Features[Name]>> } = {
  connectMethodsOrder: {
    set: ['social', 'wallet'],
    see: ({ client }) => client.getConnectMethodsOrder(),
    byDefault: ['wallet', 'email', 'social'],
    withSet: ['social', 'wallet'],
  },
  connectorTypeOrder: {
    set: ['external', 'injected'],
    see: inModal(({ ui }) => ui.getAllByTestId(/^lk-wallet-/).map((row) => row.dataset['testid'])),
    byDefault: ['lk-wallet-wallet.0', 'lk-wallet-wallet.1'],
    withSet: ['lk-wallet-wallet.1', 'lk-wallet-wallet.0'],
    chain: wallets({ type: 'ANNOUNCED' }, { type: 'EXTERNAL' }),
  },
  collapseWallets: { set: true, see: present('lk-collapsed-wallets'), byDefault: false, withSet: true, chain: WITH_LOGIN },
  emailShowWallets: { set: false, see: present('lk-collapsed-wallets'), byDefault: false, withSet: true, chain: WITH_LOGIN },
  legalCheckbox: { set: true, see: present('lk-legal'), byDefault: false, withSet: true, given: { termsConditionsUrl: '/terms' } },

  email: { set: false, waitsFor: 'the embedded wallet' },
  socials: { set: ['x'], waitsFor: 'the embedded wallet' },
  swaps: { set: false, waitsFor: 'swaps' },
  onramp: { set: false, waitsFor: 'buying' },
  receive: { set: false, waitsFor: 'the receive screen' },
  send: { set: false, waitsFor: 'the send screen' },
  walletFeaturesOrder: { set: ['send', 'receive'], waitsFor: 'the send screen' },
  history: { set: false, waitsFor: 'the activity list' },
  analytics: { set: false, waitsFor: 'usage statistics' },
  allWallets: { set: false, ...ALL_WALLETS },
  smartSessions: { set: true, waitsFor: 'smart sessions' },
};
