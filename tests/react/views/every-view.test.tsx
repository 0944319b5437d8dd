import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { CONNECTION_STORE } from '../../../application/connect/connection.store.js';
import { EVENT_LOG, EventLog } from '../../../application/modal/event-log.js';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { FakeSignIn } from '../../../application/ports/sign-in.fake.js';
import type { LatchkeyOptions } from '../../../composition/create-latchkey.js';
import { defineModule } from '../../../composition/wire.js';
import type { ActivityItem } from '../../../domain/activity/activity-item.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import { type AssetId, formatAssetId } from '../../../domain/caip/caip-19.js';
import type { Namespace } from '../../../domain/caip/namespace.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { arbitrum, base, mainnet, optimism, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import { type View, view } from '../../../domain/router/views.js';
import type { Nft } from '../../../domain/tokens/parse-nfts.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import type { Messages } from '../../../presentation/messages/en.js';
import { ADDRESS, actAndLoad, connectedClient, OTHER_ADDRESS } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { EMAIL, type EmbeddedClient, embeddedClient, loggedInClient } from '../support/embedded.js';
import { MULTI_CHAIN_WALLET, type MultiChainClient, multiChainClient } from '../support/multi-chain-client.js';
import { listedWallet, lostStorage, onPhone, type PairingClient, pairingClient } from '../support/pairing.js';
import { pseudo } from '../support/pseudo.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal } from '../support/render-modal.js';

type Options = Partial<LatchkeyOptions>;
type ClientOptions = NonNullable<Parameters<typeof fakeClient>[0]>;
type Start = (options: Options) => Promise<FakeClient>;
type Steps = (modal: RenderedModal, fake: FakeClient) => Promise<unknown>;

const withoutConnection =
  (init: ClientOptions = {}): Start =>
  async (options) =>
    fakeClient({ ...init, options: { ...init.options, ...options } });
const withConnection =
  (init: ClientOptions = {}): Start =>
  (options) =>
    connectedClient({ ...init, options: { ...init.options, ...options } });

const open: Steps = (_modal, fake) => openModal(fake);
const openAndReadBalance: Steps = async (_modal, fake) => {
  await openModal(fake);
  await actAndFlush(() => fake.clock.run(0));
};
const pressing =
  (...testIds: readonly string[]): Steps =>
  async (modal, fake) => {
    await openModal(fake);
    for (const testId of testIds) await press(modal.ui.getByTestId(testId));
  };
const responding =
  (operation: 'connect' | 'switchNetwork', answer: 'reject' | 'never', steps: Steps): Steps =>
  async (modal, fake) => {
    fake.chain.wallet(WALLET).always(operation, answer);
    await steps(modal, fake);
  };

/** Opens an account with the coin and more tokens, and clicks some controls. */
const withTokens =
  (count: number, ...testIds: readonly string[]): Steps =>
  (modal, fake) =>
    openTokens(modal, fake, count, testIds);
/** The same with a last token that imitates the coin. */
const withLookAlike =
  (...testIds: readonly string[]): Steps =>
  (modal, fake) =>
    openTokens(modal, fake, 3, testIds, 'TO');
const openTokens = async (
  modal: RenderedModal,
  fake: FakeClient,
  count: number,
  testIds: readonly string[],
  lastSymbol = `T${count - 1}`,
): Promise<void> => {
  const chainId = toChainId('eip155:1');
  const asset = (index: number): AssetId =>
    formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: `0x${index.toString(16).padStart(40, '0')}` });
  const tokens = Array.from({ length: count }, (_, index): TokenBalance => {
    const symbol = index === count - 1 ? lastSymbol : `T${index}`;
    const valueUsd = index % 2 === 0 ? 7 : null;
    return {
      ...{ chainId, asset: index === 0 ? null : asset(index), name: `${symbol} token`, symbol, decimals: 6, value: 5_000_000n },
      ...{ priceUsd: valueUsd, valueUsd, change24h: null, iconUrl: null },
    };
  });
  fake.blockchainApi.tokens.set(ADDRESS, tokens);
  fake.blockchainApi.replies.prices = () =>
    tokens.map(({ name, symbol }) => ({ name, symbol, priceUsd: 7, change24h: 0.01, iconUrl: null }));
  await openAndReadBalance(modal, fake);
  for (const testId of testIds) await press(modal.ui.getByTestId(testId));
};
/** The form of a transfer of the coin to an address, or its preview. */
const ofSend =
  (recipient: string, ...testIds: readonly string[]): Steps =>
  async (modal, fake) => {
    fake.chain.setBalance(ADDRESS, 10n ** 18n);
    await openTokens(modal, fake, 1, ['lk-send']);
    await actAndLoad(() => undefined);
    for (const [testId, value] of [
      ['lk-send-amount', '0.2'],
      ['lk-send-to', recipient],
    ] as const) {
      await actAndFlush(() => fireEvent.change(modal.ui.getByTestId(testId), { target: { value } }));
      await actAndFlush(() => fake.clock.run(500));
    }
    for (const testId of testIds) await press(modal.ui.getByTestId(testId));
  };
const PURCHASE: ActivityItem = {
  ...{ id: 'p', chainId: toChainId('eip155:1'), operation: 'bought', status: 'pending', hash: '0x1', minedAtMs: 0, sentFrom: null },
  ...{ sentTo: ADDRESS, transfers: [] },
};
/** The form of a purchase with an amount and its price, and clicks on some controls. */
const ofBuy =
  (amount: string, ...testIds: readonly string[]): Steps =>
  async (modal, fake) => {
    const { replies } = fake.blockchainApi;
    const usd = (value: string) => ({ amount: value, currency: 'USD' });
    replies.onrampQuote = () => ({
      ...{ quoteId: 'q', coinbaseFee: usd('1.23'), networkFee: usd('0.25'), paymentSubtotal: usd('98.52'), paymentTotal: usd('100.00') },
      ...{ purchaseAmount: { amount: '98.52', currency: 'USDC' }, estimated: false },
    });
    replies.onrampUrl = () => 'https://pay.example';
    await pressing('lk-buy')(modal, fake);
    await actAndFlush(() => fireEvent.change(modal.ui.getByTestId('lk-buy-amount'), { target: { value: amount } }));
    await actAndFlush(() => fake.clock.run(500));
    for (const testId of testIds) await press(modal.ui.getByTestId(testId));
  };
/** The purchases in one state of the service. */
const ofPurchases =
  (mode: 'never' | 'working' | 'down', items: readonly ActivityItem[] = []): Steps =>
  async (_modal, fake) => {
    fake.blockchainApi.mode = mode;
    fake.blockchainApi.histories.set(ADDRESS, items);
    await openModal(fake, { view: 'OnRampActivity' });
  };
const SELLING: ClientOptions = { options: { onramp: { meldPublicKey: 'key' } } };

/** The form of a swap of the coin for a token. @param amount default: nothing is entered */
const ofSwap =
  (prepare: (fake: FakeClient) => unknown, amount: string | null, ...testIds: readonly string[]): Steps =>
  async (modal, fake) => {
    const { blockchainApi: api, client, clock } = fake;
    const listed = () =>
      (api.tokens.get(ADDRESS) ?? []).map(({ chainId, asset, name, symbol, decimals, iconUrl }) => ({
        ...{ chainId, asset, name, symbol, decimals, iconUrl, hasPermit: false },
      }));
    fake.chain.setBalance(ADDRESS, 10n ** 18n);
    api.replies.swapTokens = listed;
    api.replies.gasPrices = () => ({ standard: 1n, fast: null, instant: null });
    api.replies.swapQuotes = ({ amount: sent }) => [{ id: null, fromAmount: sent, toAmount: sent }];
    prepare(fake);
    await openTokens(modal, fake, 3, ['lk-swap']);
    await actAndFlush(() => client.load('swap'));
    const [source, target] = listed();
    if (amount !== null && source !== undefined && target !== undefined)
      await actAndFlush(() => client.useCases.editSwap.execute({ source: target, target: source, amount }).subscribe());
    await actAndFlush(() => clock.run(500));
    for (const testId of testIds) await press(modal.ui.getByTestId(testId));
  };
/** The history in its tab, and in its view, in one state of the service. */
const ofHistory = (mode: 'never' | 'working' | 'down' | 'unlisted', state: string): Readonly<Record<string, readonly [Start, Steps]>> => {
  const prepared =
    (steps: Steps): Steps =>
    async (modal, fake) => {
      if (mode === 'unlisted') fake.blockchainApi.chains = [];
      else fake.blockchainApi.mode = mode;
      await steps(modal, fake);
    };
  return {
    [`Account with activity ${state}`]: [withConnection(), prepared(pressing('lk-tab-activity'))],
    [`Transactions ${state}`]: [withConnection(), prepared((_modal, fake) => openModal(fake, { view: 'Transactions' }))],
  };
};
/** The NFTs in one state of the service. */
const ofNfts = (
  mode: 'never' | 'working' | 'down' | 'unlisted',
  count: number,
  state: string,
): Readonly<Record<string, readonly [Start, Steps]>> => {
  const steps: Steps = async (_modal, fake) => {
    const chainId = toChainId('eip155:1');
    const nfts = Array.from({ length: count }, (_, index): Nft => {
      const id = String(index);
      return {
        ...{ id, chainId, name: index === 0 ? '' : `Badge ${id}`, collection: 'Badges', address: '0x1', tokenId: id },
        ...{ quantity: BigInt(index), imageUrl: null, isSpam: false },
      };
    });
    fake.blockchainApi.heldNfts.set(ADDRESS, nfts);
    if (mode === 'unlisted') fake.blockchainApi.chains = [];
    else fake.blockchainApi.mode = mode;
    await openModal(fake, { view: 'Nfts' });
  };
  return { [`Nfts ${state}`]: [withConnection(), steps] };
};

const LEGAL: Options = { termsConditionsUrl: 'https://app.example/terms', privacyPolicyUrl: 'https://app.example/privacy' };
const SIX: Options = { networks: [mainnet, polygon, base, arbitrum, optimism, sepolia] };
const NO_WALLET: ClientOptions = { chain: { wallets: [] } };
const COLLAPSED: ClientOptions = {
  chain: {
    wallets: [
      { id: 'ID_AUTH', type: 'AUTH' },
      { id: WALLET, name: 'Example' },
    ],
  },
  options: { features: { collapseWallets: true } },
};
const pairingUri: Steps = async (_modal, fake) => {
  await openModal(fake);
  // Only used with clients of `withRemoteWallets`.
  await (fake as PairingClient).showUri();
};

/** Remote wallets. */
const HARBOR = listedWallet('harbor', 'Harbor', {
  desktop_link: 'harbor-desk://',
  webapp_link: 'https://app.harbor.example',
  app_store: 'https://apps.example/harbor',
  chrome_store: 'https://chrome.example/harbor',
});
const LANTERN = listedWallet('lantern', 'Lantern', { badge_type: 'certified' });
const withRemoteWallets =
  (init: Parameters<typeof pairingClient>[0] = {}, prepare: (fake: PairingClient) => void = () => undefined): Start =>
  async (options) => {
    const fake = pairingClient({ wallets: [HARBOR, LANTERN], ...init, options: { ...init.options, ...options } });
    prepare(fake);
    return fake;
  };
/** Opens a view of a client with remote wallets. */
const at =
  (target: View, steps: (fake: PairingClient, modal: RenderedModal) => Promise<unknown> = async () => undefined): Steps =>
  async (modal, fake) => {
    await openModal(fake);
    // Only used with clients of `withRemoteWallets`.
    await (fake as PairingClient).push(target);
    await steps(fake as PairingClient, modal);
  };
const NO_LINKS = { mobile_link: null, desktop_link: null, webapp_link: null };
const CODE = view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR });
const openLink = async (fake: PairingClient): Promise<void> => {
  await fake.showUri();
  await fake.setPairing({ wcLinking: { href: 'harbor://', name: 'Harbor' } });
};

/** An event log that stays empty. */
class UnusedLog extends EventLog {
  override readonly addEvent = (): void => undefined;
}

/** Creates a client with four namespaces. */
const multiChain =
  (prepare: (fake: MultiChainClient) => unknown = () => undefined): Start =>
  async (options) => {
    const fake = multiChainClient(options);
    await fake.client.ready;
    await prepare(fake);
    return fake;
  };
const connecting =
  (...namespaces: readonly Namespace[]) =>
  async (fake: MultiChainClient): Promise<void> => {
    for (const namespace of [...namespaces].reverse()) await fake.client.connect({ namespace, connectorId: MULTI_CHAIN_WALLET });
  };

/** The prompt to sign in, which has opened by itself, after a preparation and a press. */
const signingIn =
  (prepare: (fake: FakeClient) => unknown = () => undefined, ...testIds: readonly string[]): Steps =>
  async ({ ui }, fake) => {
    await actAndFlush(() => fake.client.connect({ connectorId: WALLET }));
    await actAndFlush(() => vi.dynamicImportSettled());
    await actAndFlush(() => prepare(fake));
    for (const testId of testIds) await press(ui.getByTestId(testId));
  };
const optionalSignIn = (): FakeSignIn => Object.assign(new FakeSignIn(), { required: false });

/** Clients with the embedded wallet. Its steps are only used with them. */
const embedded = (): Start => async (options) => embeddedClient({ options });
const loggedIn = (): Start => (options) => loggedInClient({ options });
const emailing =
  (prepare: (fake: EmbeddedClient) => unknown = () => undefined, email = EMAIL): Steps =>
  async ({ ui }, fake) => {
    await openModal(fake);
    prepare(fake as EmbeddedClient);
    await actAndFlush(() => fireEvent.change(ui.getByTestId('lk-email'), { target: { value: email } }));
    await actAndFlush(() => fireEvent.submit(ui.getByTestId('lk-email').closest('form')!));
  };
const coding =
  (prepare: (fake: EmbeddedClient) => unknown): Steps =>
  async (modal, fake) => {
    await emailing(prepare)(modal, fake);
    await actAndFlush(() => fireEvent.change(modal.ui.getByTestId('lk-code'), { target: { value: '123456' } }));
  };
const atCode =
  (target: View): Steps =>
  async (_modal, fake) => {
    await openModal(fake);
    await (fake as EmbeddedClient).push(target);
  };

/** Types a name for the account. */
const naming =
  (prepare: (fake: FakeClient) => unknown = ({ blockchainApi }) => blockchainApi.names.set('satoshi', '0x2222')): Steps =>
  async (modal, fake) => {
    fake.blockchainApi.suggested = [{ name: 'satoshi1', isRegistered: false }];
    await pressing('lk-account-name', 'lk-choose-name')(modal, fake);
    prepare(fake);
    await actAndFlush(() => fireEvent.change(modal.ui.getByTestId('lk-name'), { target: { value: 'satoshi' } }));
    await actAndFlush(() => vi.advanceTimersByTime(500));
  };

/** Every view in every state, by name: the client and the user's steps. */
const SITUATIONS: Readonly<Record<string, readonly [start: Start, steps: Steps]>> = {
  'Connect with wallets': [
    withoutConnection({
      chain: {
        wallets: [
          { id: WALLET, name: 'Example' },
          { id: 'b', name: 'Double', suspicious: true },
        ],
      },
    }),
    open,
  ],
  'Connect while looking for wallets': [withoutConnection(NO_WALLET), open],
  'Connect without a wallet': [
    withoutConnection(NO_WALLET),
    async (_modal, fake) => {
      await openModal(fake);
      await actAndFlush(() => vi.advanceTimersByTime(400));
    },
  ],
  'Connect with the terms below': [withoutConnection({ options: LEGAL }), open],
  'Connect with the terms to accept': [withoutConnection({ options: { ...LEGAL, features: { legalCheckbox: true } } }), open],
  'Connect offline': [
    withoutConnection(),
    async (_modal, fake) => {
      await openModal(fake);
      await actAndFlush(() => fake.browser.setOnline(false));
    },
  ],
  'Connect with collapsed wallets': [withoutConnection(COLLAPSED), open],
  ConnectWallets: [withoutConnection(COLLAPSED), pressing('lk-collapsed-wallets')],
  'ConnectingExternal pending': [withoutConnection(), responding('connect', 'never', pressing(`lk-wallet-${WALLET}`))],
  'ConnectingExternal after a long wait': [
    withoutConnection(),
    responding('connect', 'never', async (modal, fake) => {
      await pressing(`lk-wallet-${WALLET}`)(modal, fake);
      await actAndFlush(() => vi.advanceTimersByTime(8_000));
    }),
  ],
  'ConnectingExternal declined': [withoutConnection(), responding('connect', 'reject', pressing(`lk-wallet-${WALLET}`))],
  WhatIsAWallet: [withoutConnection(), pressing('lk-help')],
  'Account while the balance loads': [withConnection(), open],
  'Account with a balance': [withConnection(), openAndReadBalance],
  'Account without a balance': [
    withConnection(),
    (modal, fake) => {
      fake.chain.reads = 'failed';
      return openAndReadBalance(modal, fake);
    },
  ],
  'Account with a message and an alert': [
    withConnection(),
    async (modal, fake) => {
      await pressing('lk-address')(modal, fake);
      await actAndFlush(() => fake.client.switchNetwork('eip155:56').catch(() => undefined));
    },
  ],
  WalletReceive: [withConnection({ options: SIX }), pressing('lk-receive')],
  WalletCompatibleNetworks: [withConnection({ options: SIX }), pressing('lk-receive', 'lk-compatible-networks')],
  'Account with tokens': [withConnection(), withTokens(3)],
  'Account with more tokens than it shows': [withConnection(), withTokens(9)],
  Tokens: [withConnection(), withTokens(9, 'lk-all-tokens')],
  TokenDetails: [withConnection(), withTokens(3, 'lk-token-T1')],
  'Account with a look-alike token': [withConnection(), withLookAlike()],
  'TokenDetails of a look-alike token': [withConnection(), withLookAlike('lk-token-TO')],
  'HiddenTokens and their number': [
    withConnection(),
    withTokens(3, 'lk-token-T1', 'lk-hide-token', 'lk-back', 'lk-all-tokens', 'lk-hidden-tokens'),
  ],
  'HiddenTokens without any': [withConnection(), (_modal, fake) => openModal(fake, { view: 'HiddenTokens' })],
  'AccountSettings with hidden tokens': [withConnection(), withTokens(3, 'lk-token-T1', 'lk-report-token', 'lk-back', 'lk-settings')],
  'TokenDetails of a hidden token': [withConnection(), withTokens(3, 'lk-token-T1', 'lk-report-token')],
  WalletSend: [withConnection(), withTokens(3, 'lk-send')],
  'WalletSend with a recipient': [withConnection(), ofSend(OTHER_ADDRESS)],
  'WalletSend with a wrong recipient': [withConnection(), ofSend('nothing')],
  'WalletSend with nothing to send': [
    withConnection(),
    async (modal, fake) => {
      fake.chain.setBalance(ADDRESS, 0n);
      await openAndReadBalance(modal, fake);
      await press(modal.ui.getByTestId('lk-send'));
    },
  ],
  WalletSendSelectToken: [withConnection(), withTokens(9, 'lk-send', 'lk-send-token')],
  WalletSendPreview: [withConnection(), ofSend(OTHER_ADDRESS, 'lk-preview-send')],
  'WalletSendPreview with a look-alike': [withConnection(), ofSend(`${ADDRESS.slice(0, 20)}2${ADDRESS.slice(21)}`, 'lk-preview-send')],
  OnRampProviders: [withConnection(SELLING), pressing('lk-buy')],
  'OnRampProviders with a price': [withConnection(SELLING), ofBuy('100')],
  'OnRampProviders with an amount below the minimum': [withConnection(SELLING), ofBuy('5')],
  'OnRampProviders with an estimate': [
    withConnection(SELLING),
    async (modal, fake) => {
      fake.blockchainApi.modes.set('onrampQuote', 'down');
      await ofBuy('100')(modal, fake);
    },
  ],
  'OnRampProviders of a network without the service': [
    withConnection(),
    async (_modal, fake) => {
      fake.blockchainApi.chains = [];
      await openModal(fake, { view: 'OnRampProviders' });
    },
  ],
  'OnRampProviders in a restricted time zone': [
    withConnection({ options: { onramp: { restrictedTimeZones: ['Europe/Berlin'] } } }),
    (_modal, fake) => openModal(fake, { view: 'OnRampProviders' }),
  ],
  OnRampTokenSelect: [withConnection(SELLING), pressing('lk-buy', 'lk-buy-token')],
  OnRampFiatSelect: [withConnection(SELLING), pressing('lk-buy', 'lk-buy-fiat')],
  WhatIsABuy: [withConnection(SELLING), pressing('lk-buy', 'lk-buy-help')],
  BuyInProgress: [withConnection(SELLING), ofBuy('100', 'lk-provider-coinbase')],
  'BuyInProgress at Meld': [withConnection(SELLING), pressing('lk-buy', 'lk-provider-meld')],
  'BuyInProgress at Meld after its window was closed': [
    withConnection(SELLING),
    async (modal, fake) => {
      await pressing('lk-buy', 'lk-provider-meld')(modal, fake);
      fake.browser.openedPopups[0]?.close();
      await actAndFlush(() => fake.clock.run(500));
    },
  ],
  'BuyInProgress without a purchase': [
    withConnection(SELLING),
    async (modal, fake) => {
      await ofBuy('100', 'lk-provider-coinbase')(modal, fake);
      await actAndFlush(() => fake.clock.run(180_000));
    },
  ],
  'BuyInProgress without the service': [
    withConnection(SELLING),
    async (modal, fake) => {
      fake.blockchainApi.modes.set('onrampUrl', 'down');
      await ofBuy('100', 'lk-provider-coinbase')(modal, fake);
    },
  ],
  'BuyInProgress that was not started': [withConnection(), (_modal, fake) => openModal(fake, { view: 'BuyInProgress' })],
  'OnRampActivity loading': [withConnection(), ofPurchases('never')],
  'OnRampActivity with a purchase': [withConnection(), ofPurchases('working', [PURCHASE])],
  'OnRampActivity without one': [withConnection(), ofPurchases('working')],
  'OnRampActivity that could not be read': [withConnection(), ofPurchases('down')],
  Swap: [withConnection(), ofSwap(() => undefined, null)],
  'Swap filled in': [withConnection(), ofSwap(() => undefined, '2', 'lk-swap-slippage')],
  'Swap without a quote': [withConnection(), ofSwap(({ blockchainApi }) => blockchainApi.modes.set('swapQuotes', 'down'), '2')],
  'Swap without tokens': [withConnection(), ofSwap(({ blockchainApi }) => blockchainApi.modes.set('swapTokens', 'down'), null)],
  'Swap while tokens load': [withConnection(), ofSwap(({ blockchainApi }) => blockchainApi.modes.set('swapTokens', 'never'), null)],
  'Swap without a service': [
    withConnection(),
    ofSwap(({ blockchainApi: { replies } }) => {
      replies.swapTokens = () => {
        throw new LatchkeyError('service/refused', { service: 'blockchainApi', status: 400, reason: null });
      };
    }, null),
  ],
  SwapSelectToken: [withConnection(), ofSwap(() => undefined, null, 'lk-swap-toToken')],
  SwapPreview: [withConnection(), ofSwap(() => undefined, '2', 'lk-review-swap', 'lk-swap-unlimited')],
  'SwapPreview in the wallet': [
    withConnection(),
    ofSwap(
      ({ blockchainApi: { replies }, chain }) => {
        const exchange = '5'.repeat(40);
        const data = `0x095ea7b3${exchange.padStart(64, '0')}${'f'.repeat(64)}`;
        replies.buildSwap = ({ account, amount }) => ({
          ...{ from: account, to: toAccountId(`eip155:1:0x${exchange}`), data: '0x', gas: null, gasPrice: null, amount },
        });
        replies.buildApproval = ({ from }) => ({ from, to: from, data, gas: null, gasPrice: null, value: 0n });
        chain.wallet(WALLET).always('sendCalls', 'never');
      },
      '2',
      ...['lk-review-swap', 'lk-confirm-swap'],
    ),
  ],
  'UnsupportedChain without swaps': [
    withConnection(),
    async (_modal, fake) => {
      await openModal(fake);
      await actAndFlush(() => fake.client.modal.navigate({ type: 'push', view: view('UnsupportedChain', { swap: true }) }));
    },
  ],
  ...ofHistory('never', 'loading'),
  ...ofHistory('working', 'without one'),
  ...ofHistory('down', 'that could not be read'),
  ...ofHistory('unlisted', 'of a network without a service'),
  ...ofNfts('never', 0, 'loading'),
  ...ofNfts('working', 12, 'with names'),
  ...ofNfts('working', 0, 'without one'),
  ...ofNfts('down', 0, 'that could not be read'),
  ...ofNfts('unlisted', 0, 'of a network without a service'),
  'Account while disconnected': [withoutConnection(), (_modal, fake) => openModal(fake, { view: 'Account' })],
  Networks: [withConnection({ options: SIX }), pressing('lk-network')],
  'SwitchNetwork pending': [withConnection(), responding('switchNetwork', 'never', pressing('lk-network', 'lk-network-eip155:137'))],
  'SwitchNetwork declined': [withConnection(), responding('switchNetwork', 'reject', pressing('lk-network', 'lk-network-eip155:137'))],
  UnsupportedChain: [withConnection(), (_modal, fake) => actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:56'))],
  WhatIsANetwork: [
    withConnection(),
    async (modal, fake) => {
      await pressing('lk-network')(modal, fake);
      await press(modal.view().querySelector('[data-key="help"]')!);
    },
  ],
  'Connect with remote wallets': [withRemoteWallets({ options: { featuredWalletIds: ['harbor'] } }), open],
  'Connect with remote wallets on a phone': [withRemoteWallets({ installed: false }, onPhone), pairingUri],
  'Connect after a lost connection': [
    withRemoteWallets({ storage: lostStorage({ name: 'Harbor', walletId: 'harbor', lost: 'wallet' }) }),
    open,
  ],
  'Connect after an expired connection to a scanned wallet': [
    withRemoteWallets({ storage: lostStorage({ name: 'Harbor', lost: 'expired' }) }),
    open,
  ],
  'Account after a lost connection': [
    withRemoteWallets({ storage: lostStorage({ name: 'Harbor', walletId: 'harbor', lost: 'lost' }) }),
    (_modal, fake) => openModal(fake, { view: 'Account' }),
  ],
  'Account with missing permissions': [
    withRemoteWallets(),
    async (_modal, fake) => {
      await fake.client.connect({ connectorId: WALLET });
      await openModal(fake);
      const chainIds = ['eip155:137', 'eip155:10', 'eip155:8453', 'eip155:42161', 'eip155:100'].map(toChainId);
      const actions = ['sign-message', 'send-transaction'] as const;
      // Only used with clients of `withRemoteWallets`.
      await (fake as PairingClient).setMissingPermissions({
        chainIds,
        actions,
        methods: ['personal_sign', 'eth_sendTransaction'],
      });
    },
  ],
  'Connect while the directory loads': [
    withRemoteWallets({ options: { featuredWalletIds: ['harbor'] } }, ({ directory }) => {
      directory.lists = 'never';
    }),
    open,
  ],
  'ConnectingWalletConnect before the URI': [withRemoteWallets(), at(CODE)],
  'ConnectingWalletConnect with a code': [withRemoteWallets(), at(CODE, (fake) => fake.showUri())],
  'ConnectingWalletConnect with a desktop app': [
    withRemoteWallets(),
    at(CODE, async (fake, { ui }) => {
      await fake.showUri();
      await press(ui.getByTestId('lk-tab-desktop'));
    }),
  ],
  'ConnectingWalletConnect on a phone': [withRemoteWallets({}, onPhone), at(CODE, (fake) => fake.showUri())],
  'ConnectingWalletConnect on a phone if nothing opened': [
    withRemoteWallets({}, onPhone),
    at(CODE, async (fake) => {
      await openLink(fake);
      await actAndFlush(() => vi.advanceTimersByTime(1_500));
    }),
  ],
  'ConnectingWalletConnect on a phone after returning': [
    withRemoteWallets({}, onPhone),
    at(CODE, async (fake) => {
      await openLink(fake);
      await fake.setPairing({ buffering: true });
    }),
  ],
  'ConnectingWalletConnect without a relay': [
    withRemoteWallets({}, ({ chain }) => {
      chain.wallet('walletConnect').always('connect', new LatchkeyError('relay/unreachable', { relays: [] }));
    }),
    at(CODE),
  ],
  ConnectingWalletConnectBasic: [withRemoteWallets({ options: { basic: true } }), pairingUri],
  'ConnectingWalletConnect for a missing extension': [
    withRemoteWallets(),
    at(view('ConnectingWalletConnect', { walletId: 'x', wallet: { ...HARBOR, ...NO_LINKS, rdns: 'org.harbor' } })),
  ],
  'AllWallets loading': [
    withRemoteWallets({}, ({ directory }) => {
      directory.lists = 'never';
    }),
    at(view('AllWallets')),
  ],
  'AllWallets with wallets': [withRemoteWallets(), at(view('AllWallets'))],
  'AllWallets without the directory': [
    withRemoteWallets({}, ({ directory }) => {
      directory.lists = 'down';
    }),
    at(view('AllWallets')),
  ],
  'AllWallets without a match': [
    withRemoteWallets({ wallets: [] }),
    at(view('AllWallets'), async (_fake, { ui }) => press(ui.getByTestId('lk-certified'))),
  ],
  GetWallet: [withRemoteWallets(), at(view('GetWallet'))],
  Create: [withRemoteWallets(), at(view('Create'))],
  Downloads: [
    withRemoteWallets(),
    at(view('Downloads', { walletId: 'harbor', wallet: HARBOR }), async (_fake, { ui }) => press(ui.getByTestId('lk-code-app_store'))),
  ],
  'Connect with a multi-chain wallet': [multiChain(), open],
  'ConnectingMultiChain selection': [multiChain(), pressing(`lk-wallet-${MULTI_CHAIN_WALLET}`)],
  'ConnectingMultiChain pending': [
    multiChain((fake) => fake.walletOf('solana').next('connect', 'never')),
    pressing(`lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-select-all', 'lk-connect-chosen'),
  ],
  'ConnectingMultiChain partly declined': [
    multiChain((fake) => fake.walletOf('solana').next('connect', 'reject')),
    pressing(`lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-select-all', 'lk-connect-chosen'),
  ],
  'Account with several namespaces': [multiChain(connecting('eip155', 'solana')), open],
  'Account with the confirmation to disconnect all': [multiChain(connecting('eip155', 'solana')), pressing('lk-disconnect')],
  'Account of a Bitcoin wallet': [multiChain(connecting('bip122')), open],
  SwitchAddress: [multiChain(connecting('eip155')), pressing('lk-switch-address')],
  Profile: [multiChain(connecting('eip155', 'solana', 'bip122', 'polkadot')), pressing('lk-profile')],
  SwitchActiveChain: [multiChain(connecting('eip155')), pressing('lk-network', 'lk-network-solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')],
  SIWXSignMessage: [withoutConnection({ options: { siwx: new FakeSignIn() } }), signingIn()],
  'SIWXSignMessage in the wallet': [
    withoutConnection({ options: { siwx: new FakeSignIn() } }),
    signingIn(({ chain }) => chain.wallet(WALLET).next('signMessage', 'never'), 'lk-sign-in'),
  ],
  'SIWXSignMessage declined': [
    withoutConnection({ options: { siwx: new FakeSignIn() } }),
    signingIn(({ chain }) => chain.wallet(WALLET).next('signMessage', 'reject'), 'lk-sign-in'),
  ],
  'SIWXSignMessage offline': [
    withoutConnection({ options: { siwx: new FakeSignIn() } }),
    signingIn(({ browser }) => actAndFlush(() => browser.setOnline(false))),
  ],
  'Account of a user who is not signed in': [
    withoutConnection({ options: { siwx: optionalSignIn() } }),
    async (modal, fake) => {
      await signingIn()(modal, fake);
      await press(modal.ui.getByTestId('lk-sign-in-cancel'));
      await openModal(fake);
    },
  ],
  'Connect with email': [embedded(), open],
  'Connect with an invalid email': [embedded(), emailing(() => undefined, 'ada')],
  'EmailLogin pending': [embedded(), emailing(({ frame }) => frame.answer('CONNECT_EMAIL', 'never'))],
  'EmailLogin refused': [embedded(), emailing(({ frame }) => frame.answer('CONNECT_EMAIL', { error: '1 2 3' }))],
  'EmailLogin without the frame': [
    embedded(),
    emailing((fake) => {
      fake.frame.isBlocked = true;
    }),
  ],
  'EmailVerifyDevice with a number': [
    embedded(),
    async (modal, fake) => {
      await emailing(({ frame }) => frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE' as const })))(modal, fake);
      await actAndFlush(() => (fake as EmbeddedClient).frame.emit({ type: 'number', id: 'n', number: '42' }));
    },
  ],
  'EmailVerifyDevice refused': [
    embedded(),
    emailing(({ frame }) => {
      frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE' as const }));
      frame.answer('CONNECT_DEVICE', { error: '1 2 3' });
    }),
  ],
  EmailVerifyOtp: [embedded(), emailing()],
  'EmailVerifyOtp refused': [embedded(), coding(({ frame }) => frame.answer('CONNECT_OTP', { error: '1 2 3' }))],
  'EmailVerifyOtp without a wallet': [embedded(), coding(({ frame }) => frame.answer('GET_USER', { error: '1 2 3' }))],
  'Account of the embedded wallet': [loggedIn(), open],
  AccountSettings: [withConnection(), pressing('lk-settings')],
  'AccountSettings with one network': [withConnection({ options: { networks: [mainnet] } }), pressing('lk-settings')],
  'AccountSettings with the event log': [withConnection(), pressing('lk-settings', 'lk-event-log')],
  'AccountSettings without events': [
    withConnection({ modules: [defineModule((wire) => wire(EVENT_LOG, [CONNECTION_STORE, CLOCK], (...deps) => new UnusedLog(...deps)))] }),
    pressing('lk-settings'),
  ],
  'AccountSettings of the embedded wallet': [loggedIn(), pressing('lk-settings')],
  ChooseAccountName: [loggedIn(), pressing('lk-account-name')],
  RegisterAccountName: [loggedIn(), pressing('lk-account-name', 'lk-choose-name')],
  'RegisterAccountName with a name that is taken': [loggedIn(), naming()],
  'RegisterAccountName without the service': [
    loggedIn(),
    naming(({ blockchainApi }) => {
      blockchainApi.mode = 'down';
    }),
  ],
  UpgradeEmailWallet: [loggedIn(), pressing('lk-settings', 'lk-upgrade')],
  UpdateEmailWallet: [loggedIn(), pressing('lk-settings', 'lk-edit-email')],
  UpdateEmailPrimaryOtp: [loggedIn(), atCode(view('UpdateEmailPrimaryOtp', { email: EMAIL, newEmail: 'new@example.com' }))],
  UpdateEmailSecondaryOtp: [loggedIn(), atCode(view('UpdateEmailSecondaryOtp', { email: EMAIL, newEmail: 'new@example.com' }))],
  'ApproveTransaction before the frame': [loggedIn(), atCode(view('ApproveTransaction'))],
  'ApproveTransaction with the frame': [
    loggedIn(),
    async (modal, fake) => {
      await atCode(view('ApproveTransaction'))(modal, fake);
      await actAndFlush(() => (fake as EmbeddedClient).frame.emit({ type: 'show', id: 's', height: 400 }));
    },
  ],
  'Connect embedded in the page': [withoutConnection({ options: { enableEmbedded: true } }), async () => undefined],
};

/** Sets up a situation. The caller has set fake timers, because some situations wait. */
const setUp = async (name: string, options: Options, messages: Messages): Promise<RenderedModal> => {
  const [start, steps] = SITUATIONS[name]!;
  const fake = await start(options);
  const modal = await renderModal(fake, messages);
  await steps(modal, fake);
  return modal;
};

let logged: MockInstance<typeof console.error>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  logged = vi.spyOn(console, 'error');
});
afterEach(() => {
  vi.useRealTimers();
  // React's development build warns this way. Happy-dom does not know the element `search`.
  const warnings = logged.mock.calls.filter(([, tag]) => tag !== 'search');
  logged.mockRestore();
  expect(warnings).toEqual([]);
});

/** Texts that are data: names of wallets and networks, addresses, amounts, initials. */
const DATA =
  /^(Coinbase|Meld\.io|USD(?:C| Coin)?|US Dollar|EUR|Euro|Ether|[\d.]+ USDC|(ada|new)@example\.com|[\d ]+|Embedded wallet|EW|Example|Double|Harbor|Lantern|Many|Solana|Bitcoin|Polkadot|Ethereum(?:, [A-Z]\w+(?: \w+)?)*|0x1{40}|\.reown\.id|T[\dO](?: token)?|\$[\d.,]+|(?:1 T1 = )?<?[\d.]+ (?:ETH|T[01])(?: · \$[\d.,]+)?|\+?[\d.]+%|0x0+\d|satoshi1|(So11|bc1q|bc1p|15oF)\.{3}\w{4}|0x2222\.{3}2222|harbor\.example|\d\+?|Ethereum|Polygon|Base|Arbitrum One|OP Mainnet|Sepolia|Etherscan|0x1111\.{3}1111|[\d.,]+|ETH|[A-Z][A-Za-z]?|Network Not Found|app\.example|https:\/\/app\.example|\s*)$/;

const untranslated = ({ root }: RenderedModal): readonly string[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // Texts of the catalogue are in brackets, also within sentences; the rest must be data. Sentences around links are split.
    const text = (node.textContent ?? '').replace(/^\[.*·\]$/u, '');
    const rest = text.replace(/\[.*?\]|^.*·+\]|\[.*$/gu, '').trim();
    if (!DATA.test(rest) && node.parentElement?.closest('.fine, label, .full-address') == null) found.push(rest);
  }
  for (const element of root.querySelectorAll('[aria-label], [placeholder], [title]')) {
    for (const name of ['aria-label', 'placeholder']) {
      const value = element.getAttribute(name);
      if (value !== null && !value.startsWith('[')) found.push(`${name}=${value}`);
    }
  }
  return found;
};

// In another language and the light theme: neither English nor the default theme may be built in.
it.each(Object.keys(SITUATIONS))('%s is accessible and has only texts of the catalogue', async (name) => {
  const modal = await setUp(name, { themeMode: 'light' }, pseudo);
  expect(modal.host.dataset['theme']).toBe('light');
  expect(untranslated(modal)).toEqual([]);
  vi.useRealTimers();
  await expectAccessible(modal.host);
});
