import type { Observable } from 'rxjs';
import { CallWallet } from '../../../../application/account/call-wallet.use-case.js';
import { RequestAccounts } from '../../../../application/account/request-accounts.use-case.js';
import { SetActiveAccount } from '../../../../application/account/set-active-account.use-case.js';
import { SignMessage } from '../../../../application/account/sign-message.use-case.js';
import { SignTypedData } from '../../../../application/account/sign-typed-data.use-case.js';
import { SignatureVerifier } from '../../../../application/account/signature-verifier.js';
import { VerifyMessage } from '../../../../application/account/verify-message.use-case.js';
import { WatchAccount } from '../../../../application/account/watch-account.use-case.js';
import { ActivityReader } from '../../../../application/activity/activity.reader.js';
import { LoadMoreActivity } from '../../../../application/activity/load-more-activity.use-case.js';
import { WatchActivity } from '../../../../application/activity/watch-activity.use-case.js';
import { AddToken } from '../../../../application/balances/add-token.use-case.js';
import { AddedTokens } from '../../../../application/balances/added-tokens.js';
import { AssetBalancePoll } from '../../../../application/balances/asset-balance.poll.js';
import { BalanceReader } from '../../../../application/balances/balance.reader.js';
import { BalancePoll } from '../../../../application/balances/balance-poll.js';
import { HiddenTokens } from '../../../../application/balances/hidden-tokens.js';
import { HideToken } from '../../../../application/balances/hide-token.use-case.js';
import { ReadAccountBalances } from '../../../../application/balances/read-account-balances.use-case.js';
import { ReadBalanceBreakdown } from '../../../../application/balances/read-balance-breakdown.use-case.js';
import { ReadToken } from '../../../../application/balances/read-token.use-case.js';
import { RefreshBalance } from '../../../../application/balances/refresh-balance.use-case.js';
import { RefreshTokens } from '../../../../application/balances/refresh-tokens.use-case.js';
import { ShowToken } from '../../../../application/balances/show-token.use-case.js';
import { TokenPoll } from '../../../../application/balances/token.poll.js';
import { TokenBalancesReader } from '../../../../application/balances/token-balances.reader.js';
import { WalletAssets } from '../../../../application/balances/wallet-assets.js';
import { WatchAssetBalances } from '../../../../application/balances/watch-asset-balances.use-case.js';
import { WatchBalance } from '../../../../application/balances/watch-balance.use-case.js';
import { WatchTokens } from '../../../../application/balances/watch-tokens.use-case.js';
import { ConnectNamespaces } from '../../../../application/connect/connect-namespaces.use-case.js';
import { ConnectWallet } from '../../../../application/connect/connect-wallet.use-case.js';
import { ConnectionStore } from '../../../../application/connect/connection.store.js';
import { ConnectionRepository } from '../../../../application/connect/connection-repository.js';
import { ConnectorExclusion } from '../../../../application/connect/connector-exclusion.js';
import { DisconnectWallet } from '../../../../application/connect/disconnect-wallet.use-case.js';
import { initialConnection } from '../../../../application/connect/initial-connection.js';
import { ReconnectWallets } from '../../../../application/connect/reconnect-wallets.use-case.js';
import { WatchConnection } from '../../../../application/connect/watch-connection.use-case.js';
import { WatchConnectors } from '../../../../application/connect/watch-connectors.use-case.js';
import { DirectoryReader } from '../../../../application/directory/directory.reader.js';
import { ExcludeWallets } from '../../../../application/directory/exclude-wallets.use-case.js';
import { FindWallet } from '../../../../application/directory/find-wallet.use-case.js';
import { LoadMoreWallets } from '../../../../application/directory/load-more-wallets.use-case.js';
import { RecentWallets } from '../../../../application/directory/recent-wallets.js';
import { WalletImages } from '../../../../application/directory/wallet-images.js';
import { WalletListReader } from '../../../../application/directory/wallet-list.reader.js';
import { WatchImage } from '../../../../application/directory/watch-image.use-case.js';
import { WatchRecentWallets } from '../../../../application/directory/watch-recent-wallets.use-case.js';
import { WatchWalletImage } from '../../../../application/directory/watch-wallet-image.use-case.js';
import { WatchWalletSearch } from '../../../../application/directory/watch-wallet-search.use-case.js';
import { WatchWallets } from '../../../../application/directory/watch-wallets.use-case.js';
import { ApproveDevice } from '../../../../application/embedded-wallet/approve-device.use-case.js';
import { EnterEmailCode } from '../../../../application/embedded-wallet/enter-email-code.use-case.js';
import { EnterUpdateEmailCode } from '../../../../application/embedded-wallet/enter-update-email-code.use-case.js';
import { FrameApprovals } from '../../../../application/embedded-wallet/frame-approvals.js';
import { FrameLoginRepository } from '../../../../application/embedded-wallet/frame-login.repository.js';
import { FrameSync } from '../../../../application/embedded-wallet/frame-sync.js';
import { FrameWallets } from '../../../../application/embedded-wallet/frame-wallets.js';
import { LogInWithFarcaster } from '../../../../application/embedded-wallet/log-in-with-farcaster.use-case.js';
import { LogInWithSocial } from '../../../../application/embedded-wallet/log-in-with-social.use-case.js';
import { RequestEmailCode } from '../../../../application/embedded-wallet/request-email-code.use-case.js';
import { RequestFarcasterUrl } from '../../../../application/embedded-wallet/request-farcaster-url.use-case.js';
import { SetAccountType } from '../../../../application/embedded-wallet/set-account-type.use-case.js';
import { UpdateEmail } from '../../../../application/embedded-wallet/update-email.use-case.js';
import { WatchEmailCooldown } from '../../../../application/embedded-wallet/watch-email-cooldown.use-case.js';
import { WatchSecureFrame } from '../../../../application/embedded-wallet/watch-secure-frame.use-case.js';
import type { AfterConnect } from '../../../../application/modal/after-connect.js';
import { CloseModal } from '../../../../application/modal/close-modal.use-case.js';
import { CopyText } from '../../../../application/modal/copy-text.use-case.js';
import { EventLog } from '../../../../application/modal/event-log.js';
import { type ClosingGuard, ModalStore } from '../../../../application/modal/modal.store.js';
import { OpenModal } from '../../../../application/modal/open-modal.use-case.js';
import { WatchEventLog } from '../../../../application/modal/watch-event-log.use-case.js';
import { WatchModal } from '../../../../application/modal/watch-modal.use-case.js';
import { CheckAccountName } from '../../../../application/names/check-account-name.use-case.js';
import { IdentityReader } from '../../../../application/names/identity.reader.js';
import { LookUpName } from '../../../../application/names/look-up-name.use-case.js';
import { NameReader } from '../../../../application/names/name.reader.js';
import { RegisterAccountName } from '../../../../application/names/register-account-name.use-case.js';
import { ResolveName } from '../../../../application/names/resolve-name.use-case.js';
import { AddNetwork } from '../../../../application/network/add-network.use-case.js';
import { SwitchNamespace } from '../../../../application/network/switch-namespace.use-case.js';
import { SwitchNetwork } from '../../../../application/network/switch-network.use-case.js';
import { LoadMoreNfts } from '../../../../application/nfts/load-more-nfts.use-case.js';
import { NftsReader } from '../../../../application/nfts/nfts.reader.js';
import { WatchNfts } from '../../../../application/nfts/watch-nfts.use-case.js';
import { CheckOutOnramp } from '../../../../application/onramp/check-out-onramp.use-case.js';
import { EditOnramp } from '../../../../application/onramp/edit-onramp.use-case.js';
import { LoadMorePurchases } from '../../../../application/onramp/load-more-purchases.use-case.js';
import { OnrampForm } from '../../../../application/onramp/onramp-form.js';
import { PurchasesReader } from '../../../../application/onramp/purchases.reader.js';
import { WatchOnramp } from '../../../../application/onramp/watch-onramp.use-case.js';
import { WatchPurchases } from '../../../../application/onramp/watch-purchases.use-case.js';
import { FakeBlockchainApi } from '../../../../application/ports/blockchain-api.fake.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeBundler } from '../../../../application/ports/bundler.fake.js';
import { FakeChain, type FakeChainInit } from '../../../../application/ports/chain.fake.js';
import type { Chains } from '../../../../application/ports/chain.port.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeSecureFrame } from '../../../../application/ports/secure-frame.fake.js';
import type { SignInService } from '../../../../application/ports/sign-in.port.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeWallet } from '../../../../application/ports/wallet.fake.js';
import { FakeWalletDirectory } from '../../../../application/ports/wallet-directory.fake.js';
import { CancelTransaction } from '../../../../application/send/cancel-transaction.use-case.js';
import { EditSend } from '../../../../application/send/edit-send.use-case.js';
import { EstimateFees } from '../../../../application/send/estimate-fees.use-case.js';
import { OperationReports } from '../../../../application/send/operation-reports.js';
import { RecentRecipients } from '../../../../application/send/recent-recipients.js';
import { SendFeeEstimates } from '../../../../application/send/send-fee-estimates.js';
import { SendForm } from '../../../../application/send/send-form.js';
import { SendTransaction } from '../../../../application/send/send-transaction.use-case.js';
import { SentTransactions } from '../../../../application/send/sent-transactions.js';
import { SimulateTransaction } from '../../../../application/send/simulate-transaction.use-case.js';
import { SpeedUpTransaction } from '../../../../application/send/speed-up-transaction.use-case.js';
import { SubmitSend } from '../../../../application/send/submit-send.use-case.js';
import { TransactionNotifier } from '../../../../application/send/transaction-notifier.js';
import { TransactionRepository } from '../../../../application/send/transaction-repository.js';
import { TransactionTracker } from '../../../../application/send/transaction-tracker.js';
import { WatchInFlight } from '../../../../application/send/watch-in-flight.use-case.js';
import { WatchSend } from '../../../../application/send/watch-send.use-case.js';
import { WatchTransactions } from '../../../../application/send/watch-transactions.use-case.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { OptionsStore } from '../../../../application/shared/options.store.js';
import { CancelSignIn } from '../../../../application/sign-in/cancel-sign-in.use-case.js';
import { connectSignInMessage } from '../../../../application/sign-in/connect-sign-in-message.js';
import { PrepareSignIn } from '../../../../application/sign-in/prepare-sign-in.use-case.js';
import { SignInStore } from '../../../../application/sign-in/sign-in.store.js';
import { SignIn } from '../../../../application/sign-in/sign-in.use-case.js';
import { SignOut } from '../../../../application/sign-in/sign-out.use-case.js';
import { WatchSignIn } from '../../../../application/sign-in/watch-sign-in.use-case.js';
import { EditSwap } from '../../../../application/swap/edit-swap.use-case.js';
import { SubmitSwap } from '../../../../application/swap/submit-swap.use-case.js';
import { SwapForm } from '../../../../application/swap/swap-form.js';
import { SwapQuotes } from '../../../../application/swap/swap-quotes.js';
import { SwapTokenList } from '../../../../application/swap/swap-token-list.js';
import { WatchSwap } from '../../../../application/swap/watch-swap.use-case.js';
import type { UseCases } from '../../../../application/use-cases.js';
import { FollowWalletLink } from '../../../../application/wallet-protocol/follow-wallet-link.use-case.js';
import { PairWallet } from '../../../../application/wallet-protocol/pair-wallet.use-case.js';
import { ResumePairing } from '../../../../application/wallet-protocol/resume-pairing.use-case.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import type { AccountState, ConnectionStatus } from '../../../../domain/connection/connection-state.js';
import { accountOf, statusOf } from '../../../../domain/connection/connection-views.js';
import type { DirectoryWallet } from '../../../../domain/directory/directory-wallet.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import type { OptionsInput } from '../../../../domain/options/options.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';

/** A client on fakes, with one EVM and one Solana chain. */
export interface ClientFixture {
  readonly chain: FakeChain;
  readonly solana: FakeChain;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly connectionRepository: ConnectionRepository;
  readonly storage: FakeStorage;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly tracked: readonly { readonly event: string; readonly properties: unknown }[];
  readonly clock: FakeClock;
  readonly logger: FakeLogger;
  readonly browser: FakeBrowser;
  readonly modal: ModalStore;
  readonly balances: BalanceReader;
  readonly tracker: TransactionTracker;
  readonly sent: SentTransactions;
  readonly names: NameReader;
  readonly identities: IdentityReader;
  readonly activity: ActivityReader;
  readonly signInStore: SignInStore;
  readonly directory: FakeWalletDirectory;
  readonly recent: RecentWallets;
  readonly frame: FakeSecureFrame;
  readonly bundler: FakeBundler;
  readonly blockchainApi: FakeBlockchainApi;
  readonly eventLog: EventLog;
  readonly useCases: UseCases;
}

/** Options of a fixture. */
export interface ClientFixtureInit {
  readonly evm?: FakeChainInit;
  readonly solana?: FakeChainInit;
  /** Chains of further namespaces. */
  readonly otherChains?: readonly FakeChain[];
  readonly storage?: FakeStorage;
  readonly options?: Partial<OptionsInput>;
  readonly withoutAdapters?: boolean;
  /** Wallets of the wallet directory. */
  readonly wallets?: readonly DirectoryWallet[];
  readonly closingGuard?: ClosingGuard;
  /** Default: the app does not use sign-in. */
  readonly signIn?: SignInService;
  readonly afterConnect?: AfterConnect;
  /** Id of the tab. Default `first`. */
  readonly tab?: string;
  /** A fixture whose wallets are shared: a second tab, or the same tab after a reload. */
  readonly sharedWith?: ClientFixture;
}

/** The default wallets, and the address that both of them share. */
export const EVM_WALLET = 'com.example.wallet';
export const SOLANA_WALLET = 'com.example.solana';
export const ADDRESS = '0x1111111111111111111111111111111111111111';
export const MAINNET = 'eip155:1';
export const POLYGON = 'eip155:137';
/** A chain that is not configured. */
export const UNKNOWN = 'eip155:99';
export const SOLANA = solana.caipNetworkId ?? '';

/** Creates a client on fakes. */
export const clientFixture = (init: ClientFixtureInit = {}): ClientFixture => {
  const chain = init.sharedWith?.chain ?? new FakeChain({ wallets: [{ id: EVM_WALLET, name: 'Example' }], ...init.evm });
  const solanaChain =
    init.sharedWith?.solana ?? new FakeChain({ namespace: 'solana', wallets: [{ id: SOLANA_WALLET, chainId: SOLANA }], ...init.solana });
  const chains: Chains = init.withoutAdapters
    ? new Map()
    : new Map([['eip155', chain], ['solana', solanaChain], ...(init.otherChains ?? []).map((other) => [other.namespace, other] as const)]);
  const storage = init.storage ?? new FakeStorage();
  const repository = new ConnectionRepository(storage);
  const options = new OptionsStore(parseOptions({ networks: [mainnet, polygon, solana], ...init.options }));
  const connections = new ConnectionStore(initialConnection(options.current, repository), (namespace) => ({
    choice: repository.accountChoiceOf(namespace),
    type: options.current.defaultAccountTypes[namespace],
  }));
  const clock = new FakeClock();
  const eventLog = new EventLog(connections, clock);
  const events = new EventBus(clock);
  const tracked: { event: string; properties: unknown }[] = [];
  events.events$.subscribe(({ event, properties }) => {
    if (event !== 'MODAL_CREATED') tracked.push({ event, properties });
  });
  const logger = new FakeLogger();
  const browser = new FakeBrowser();
  const guard = init.closingGuard ?? (() => ({ signInRequired: false, hasSignInSession: false }));
  const modal = new ModalStore(options, clock, logger, browser, guard);
  const balances: BalanceReader = new BalanceReader(connections, {
    keepFresh: (namespace) => poll.keepFresh(namespace),
    refresh: (namespace) => poll.refresh(namespace),
  });
  const poll = new BalancePoll(chains, connections, browser, clock, balances.batchReads);
  const bundler = init.sharedWith?.bundler ?? new FakeBundler();
  const tracker = new TransactionTracker({
    repository: new TransactionRepository(storage, clock, logger),
    chains,
    connections,
    balances,
    reports: new OperationReports(connections, bundler, options),
    clock,
    logger,
    tab: init.tab ?? 'first',
  });
  const notifier = new TransactionNotifier(modal, events, tracker);
  const sent = new SentTransactions(tracker, notifier, events);
  const names = new NameReader(chains, connections, clock);
  const verifier = new SignatureVerifier(chains, connections, clock);
  const exclusion = new ConnectorExclusion();
  const watchConnectors = new WatchConnectors(chains, connections, options, exclusion);
  const directory = new FakeWalletDirectory(init.wallets);
  const reader = new DirectoryReader(directory, connections, options, modal);
  const pictures = new WalletImages(directory, logger);
  const recent = new RecentWallets(storage);
  const lists = new WalletListReader(reader, pictures, recent, watchConnectors, connections, options);
  const closeModal = new CloseModal(modal, connections, options, events, init.afterConnect);
  const disconnectWallet = new DisconnectWallet(connections, repository, events, clock, logger);
  const service = init.signIn ?? null;
  const signInStore = new SignInStore(clock, storage);
  const prepareSignIn = new PrepareSignIn(service, signInStore, connections, clock);
  const reconnectWallets = new ReconnectWallets(chains, connections, repository, clock, logger);
  const signIn = service === null ? null : connectSignInMessage(service, clock, logger);
  const connectWallet = new ConnectWallet({ chains, connections, repository, events, reconnect: reconnectWallets, remotes: [], signIn });
  const pairWallet = new PairWallet({ connect: connectWallet, connections, storage, remotes: [] });
  const openModal = new OpenModal(modal, connections, watchConnectors, chains, browser, clock, events, options);
  const blockchainApi = new FakeBlockchainApi([MAINNET, POLYGON, SOLANA].map(toChainId));
  const identities = new IdentityReader(blockchainApi, names, connections, clock);
  const assetPoll = new AssetBalancePoll(chains, connections, balances, options, clock);
  const hiddenTokens = new HiddenTokens(storage);
  const addedTokens = new AddedTokens(storage, chains, connections);
  const tokenReader = new TokenBalancesReader(new WalletAssets(connections, clock), blockchainApi, modal, clock);
  const tokenPoll = new TokenPoll(tokenReader, assetPoll, balances, hiddenTokens, addedTokens, connections, browser, clock);
  const recipients = new RecentRecipients(storage);
  const activity = new ActivityReader({
    ...{ api: blockchainApi, chains, connections, assets: assetPoll, tokens: tokenPoll, sent: tracker.repository, options, events, modal },
  });
  const sendForm = new SendForm({ chains, connections, identities, clock, recent: recipients, activity, options });
  const sendTransaction = new SendTransaction(chains, connections, sent);
  const replacing = { connections, repository: tracker.repository, sent };
  const estimateFees = new EstimateFees(chains, connections);
  const fees = new SendFeeEstimates({ form: sendForm, tokens: tokenPoll, estimateFees, connections, clock });
  const watchSend = new WatchSend({ form: sendForm, fees, tokens: tokenPoll, balances, connections, recent: recipients });
  const swapForm = new SwapForm(connections);
  const swapList = new SwapTokenList(connections, blockchainApi, modal);
  const swapping = { form: swapForm, tokens: tokenPoll, balances, connections };
  const quotes = new SwapQuotes({ ...swapping, chains, api: blockchainApi, browser, clock });
  const watchSwap = new WatchSwap({ ...swapping, quotes, list: swapList });
  const onrampForm = new OnrampForm({ api: blockchainApi, connections, options, modal, clock });
  const watchOnramp = new WatchOnramp({ form: onrampForm, connections, options, browser });
  const purchases = new PurchasesReader({ api: blockchainApi, connections, tokens: tokenPoll, modal, clock });
  const nfts = new NftsReader(blockchainApi, connections, modal);
  const frame = new FakeSecureFrame();
  const login = new FrameLoginRepository(storage, clock);
  const sync = new FrameSync({ frame, options, browser, logger });
  const approvals = new FrameApprovals({ frame, sync, modal, open: openModal, clock, logger });
  const frameWallets = new FrameWallets({
    frame,
    login,
    approvals,
    connections,
    repository,
    chains,
    options,
    events,
    storage,
    clock,
    logger,
  });
  return {
    chain,
    solana: solanaChain,
    chains,
    connections,
    connectionRepository: repository,
    storage,
    options,
    events,
    tracked,
    clock,
    logger,
    browser,
    modal,
    balances,
    tracker,
    sent,
    names,
    identities,
    activity,
    signInStore,
    directory,
    recent,
    frame,
    bundler,
    blockchainApi,
    eventLog,
    useCases: {
      watchConnectors,
      connectWallet,
      connectNamespaces: new ConnectNamespaces(connectWallet, connections),
      pairWallet,
      followWalletLink: new FollowWalletLink(connections, events, storage),
      resumePairing: new ResumePairing(pairWallet, storage, clock),
      reconnectWallets,
      watchConnection: new WatchConnection(connections),
      disconnectWallet,
      switchNetwork: new SwitchNetwork(chains, connections, events),
      switchNamespace: new SwitchNamespace(connections),
      addNetwork: new AddNetwork(chains, connections),
      signMessage: new SignMessage(connections, verifier),
      signTypedData: new SignTypedData(connections),
      setActiveAccount: new SetActiveAccount(connections, repository),
      requestAccounts: new RequestAccounts(connections),
      watchAccount: new WatchAccount(connections),
      watchBalance: new WatchBalance(connections, balances),
      refreshBalance: new RefreshBalance(connections, balances),
      sendTransaction,
      speedUpTransaction: new SpeedUpTransaction(replacing),
      cancelTransaction: new CancelTransaction(replacing),
      verifyMessage: new VerifyMessage(chains, connections),
      callWallet: new CallWallet(connections, sent, verifier),
      estimateFees,
      simulateTransaction: new SimulateTransaction(chains, connections),
      watchSend,
      editSend: new EditSend(sendForm),
      submitSend: new SubmitSend({ form: sendForm, send: watchSend, sendTransaction, recent: recipients, connections }),
      watchOnramp,
      editOnramp: new EditOnramp(onrampForm),
      checkOutOnramp: new CheckOutOnramp({
        form: onrampForm,
        onramp: watchOnramp,
        api: blockchainApi,
        connections,
        tokens: tokenPoll,
        options,
        events,
        clock,
      }),
      watchPurchases: new WatchPurchases(purchases, connections),
      loadMorePurchases: new LoadMorePurchases(purchases, connections),
      watchSwap,
      editSwap: new EditSwap({ form: swapForm, quotes, list: swapList }),
      submitSwap: new SubmitSwap({ ...swapping, chains, quotes, swap: watchSwap, api: blockchainApi, sendTransaction, sent, clock }),
      readBalanceBreakdown: new ReadBalanceBreakdown(chains, connections),
      readAccountBalances: new ReadAccountBalances(chains, connections),
      watchTransactions: new WatchTransactions(tracker.repository),
      watchInFlight: new WatchInFlight(tracker.repository, connections, clock),
      watchAssetBalances: new WatchAssetBalances(assetPoll, connections),
      watchTokens: new WatchTokens(tokenPoll, connections),
      refreshTokens: new RefreshTokens(connections, tokenPoll),
      readToken: new ReadToken(chains, connections),
      addToken: new AddToken(addedTokens, hiddenTokens),
      hideToken: new HideToken(hiddenTokens),
      showToken: new ShowToken(hiddenTokens),
      watchActivity: new WatchActivity(activity, connections),
      loadMoreActivity: new LoadMoreActivity(activity, connections),
      watchNfts: new WatchNfts(nfts, connections),
      loadMoreNfts: new LoadMoreNfts(nfts, connections),
      resolveName: new ResolveName(identities, connections),
      lookUpName: new LookUpName(identities, connections),
      checkAccountName: new CheckAccountName(blockchainApi, connections),
      registerAccountName: new RegisterAccountName(blockchainApi, identities, connections, events, clock),
      openModal,
      closeModal,
      watchModal: new WatchModal(modal),
      copyText: new CopyText(browser),
      watchEventLog: new WatchEventLog(eventLog, connections, browser),
      watchWallets: new WatchWallets(lists),
      loadMoreWallets: new LoadMoreWallets(lists),
      watchWalletSearch: new WatchWalletSearch(reader, pictures, recent, watchConnectors, clock, events),
      findWallet: new FindWallet(reader, options),
      watchWalletImage: new WatchWalletImage(pictures),
      watchImage: new WatchImage(pictures),
      watchRecentWallets: new WatchRecentWallets(recent, connections),
      excludeWallets: new ExcludeWallets(reader, exclusion),
      requestEmailCode: new RequestEmailCode(frame, login, events),
      approveDevice: new ApproveDevice(frame, events),
      enterEmailCode: new EnterEmailCode(frame, login, events),
      logInWithSocial: new LogInWithSocial({ frame, login, browser, options, events, clock }),
      requestFarcasterUrl: new RequestFarcasterUrl(frame, events),
      logInWithFarcaster: new LogInWithFarcaster(frame, login, events),
      updateEmail: new UpdateEmail(frame, login, events),
      enterUpdateEmailCode: new EnterUpdateEmailCode(frame, frameWallets, events),
      setAccountType: new SetAccountType(frameWallets),
      watchSecureFrame: new WatchSecureFrame(approvals),
      watchEmailCooldown: new WatchEmailCooldown(login, clock),
      prepareSignIn,
      signIn: new SignIn({ service, prepare: prepareSignIn, store: signInStore, connections, modal, events, clock, logger }),
      cancelSignIn: new CancelSignIn({
        ...{ service, store: signInStore, connections, disconnect: disconnectWallet, close: closeModal, modal, events, clock, logger },
      }),
      signOut: new SignOut(service, signInStore, connections, clock),
      watchSignIn: new WatchSignIn(service, signInStore, connections),
    },
  };
};

/** Connects a wallet of the namespace; the user approves. */
export const connect = async (
  fixture: ClientFixture,
  namespace: Namespace = 'eip155',
  connectorId = namespace === 'eip155' ? EVM_WALLET : SOLANA_WALLET,
): Promise<void> => {
  const run = await settled(record(fixture.useCases.connectWallet.execute({ namespace, connectorId })));
  if (run.values.at(-1)?.status !== 'success') throw new Error(`${connectorId} did not connect`);
  // Lets other tabs receive the change.
  await flushPromises();
};

/** A fixture with the EVM wallet connected. */
export const connectedFixture = async (init: ClientFixtureInit = {}): Promise<ClientFixture> => {
  const fixture = clientFixture(init);
  await connect(fixture);
  return fixture;
};

/** Connection status of a namespace. */
export const status = ({ connections }: ClientFixture, namespace: Namespace = 'eip155'): ConnectionStatus =>
  statusOf(connections.state.namespaces[namespace]);

/** Account state of a namespace. */
export const account = ({ connections }: ClientFixture, namespace: Namespace = 'eip155'): AccountState =>
  accountOf(connections.state, namespace);

/** Flushes all promises, then resolves with the given run. */
export const settled = async <T>(run: T): Promise<T> => {
  await flushPromises();
  return run;
};

/** Releases the delayed responses of a wallet. */
export const releaseResponses = (wallet: FakeWallet): Promise<void> => {
  wallet.release();
  return flushPromises();
};

/** Runs the given number of microtask turns. */
export const flushMicrotasks = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

/** Subscribes and records every value; `end` is how the stream ended. */
export const record = <T>(stream: Observable<T>) => {
  const values: T[] = [];
  let end: 'open' | 'complete' | { readonly defect: unknown } = 'open';
  const subscription = stream.subscribe({
    next: (value) => values.push(value),
    error: (defect: unknown) => {
      end = { defect };
    },
    complete: () => {
      end = 'complete';
    },
  });
  return {
    values,
    get end() {
      return end;
    },
    cancel: () => subscription.unsubscribe(),
  };
};
