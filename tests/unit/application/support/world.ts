import type { Observable } from 'rxjs';
import { CallWallet } from '../../../../application/account/call-wallet.use-case.js';
import { ChooseAccounts } from '../../../../application/account/choose-accounts.use-case.js';
import { SignMessage } from '../../../../application/account/sign-message.use-case.js';
import { SignTypedData } from '../../../../application/account/sign-typed-data.use-case.js';
import { SignatureJudge } from '../../../../application/account/signature-judge.js';
import { SwitchAccount } from '../../../../application/account/switch-account.use-case.js';
import { VerifyMessage } from '../../../../application/account/verify-message.use-case.js';
import { WatchAccount } from '../../../../application/account/watch-account.use-case.js';
import { AssetBalancePoll } from '../../../../application/balances/asset-balance.poll.js';
import { BalanceReader } from '../../../../application/balances/balance.reader.js';
import { BalancePoll } from '../../../../application/balances/balance-poll.js';
import { ReadAccountBalances } from '../../../../application/balances/read-account-balances.use-case.js';
import { RefreshBalance } from '../../../../application/balances/refresh-balance.use-case.js';
import { WatchAssetBalances } from '../../../../application/balances/watch-asset-balances.use-case.js';
import { WatchBalance } from '../../../../application/balances/watch-balance.use-case.js';
import { ConnectWallet } from '../../../../application/connect/connect-wallet.use-case.js';
import { ConnectWallets } from '../../../../application/connect/connect-wallets.use-case.js';
import { ConnectionStore } from '../../../../application/connect/connection.store.js';
import { ConnectionMemory } from '../../../../application/connect/connection-memory.js';
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
import { WalletListReader } from '../../../../application/directory/wallet-list.reader.js';
import { WalletPictures } from '../../../../application/directory/wallet-pictures.js';
import { WatchRecentWallets } from '../../../../application/directory/watch-recent-wallets.use-case.js';
import { WatchWalletImage } from '../../../../application/directory/watch-wallet-image.use-case.js';
import { WatchWalletSearch } from '../../../../application/directory/watch-wallet-search.use-case.js';
import { WatchWallets } from '../../../../application/directory/watch-wallets.use-case.js';
import { CloseModal } from '../../../../application/modal/close-modal.use-case.js';
import { CopyText } from '../../../../application/modal/copy-text.use-case.js';
import { type ClosingGuard, ModalStore } from '../../../../application/modal/modal.store.js';
import { OpenModal } from '../../../../application/modal/open-modal.use-case.js';
import { WatchModal } from '../../../../application/modal/watch-modal.use-case.js';
import { LookUpName } from '../../../../application/names/look-up-name.use-case.js';
import { NameReader } from '../../../../application/names/name.reader.js';
import { ResolveName } from '../../../../application/names/resolve-name.use-case.js';
import { AddNetwork } from '../../../../application/network/add-network.use-case.js';
import { SwitchNamespace } from '../../../../application/network/switch-namespace.use-case.js';
import { SwitchNetwork } from '../../../../application/network/switch-network.use-case.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeChain, type FakeChainInit } from '../../../../application/ports/chain.fake.js';
import type { Chains } from '../../../../application/ports/chain.port.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeWallet } from '../../../../application/ports/wallet.fake.js';
import { FakeWalletDirectory } from '../../../../application/ports/wallet-directory.fake.js';
import { EstimateFees } from '../../../../application/send/estimate-fees.use-case.js';
import { SendTransaction } from '../../../../application/send/send-transaction.use-case.js';
import { SentTransactions } from '../../../../application/send/sent-transactions.js';
import { TransactionTeller } from '../../../../application/send/tell-transactions.js';
import { TransactionMemory } from '../../../../application/send/transaction-memory.js';
import { TransactionTracker } from '../../../../application/send/transaction-tracker.js';
import { WatchTransactions } from '../../../../application/send/watch-transactions.use-case.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { OptionsStore } from '../../../../application/shared/options.store.js';
import type { UseCases } from '../../../../application/use-cases.js';
import { FollowWalletLink } from '../../../../application/wallet-protocol/follow-wallet-link.use-case.js';
import { PairWallet } from '../../../../application/wallet-protocol/pair-wallet.use-case.js';
import { TakeUpPairing } from '../../../../application/wallet-protocol/take-up-pairing.use-case.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import type { AccountState, ConnectionStatus } from '../../../../domain/connection/connection-state.js';
import { accountOf, statusOf } from '../../../../domain/connection/connection-views.js';
import type { DirectoryWallet } from '../../../../domain/directory/directory-wallet.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import type { OptionsInput } from '../../../../domain/options/options.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';

/** A whole client's state on fakes, with one EVM and one Solana chain. */
export interface World {
  readonly chain: FakeChain;
  readonly solana: FakeChain;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
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
  readonly names: NameReader;
  readonly directory: FakeWalletDirectory;
  readonly recent: RecentWallets;
  readonly useCases: UseCases;
}

/** What a world can be made of. */
export interface WorldInit {
  readonly evm?: FakeChainInit;
  readonly solana?: FakeChainInit;
  readonly storage?: FakeStorage;
  readonly options?: Partial<OptionsInput>;
  readonly withoutAdapters?: boolean;
  /** What the wallet directory lists. */
  readonly wallets?: readonly DirectoryWallet[];
  readonly closingGuard?: ClosingGuard;
  /** Names the tab among those of one storage. Default `first`. */
  readonly tab?: string;
  /** A world whose wallets this one shares: a second tab, or the same tab after a reload. */
  readonly beside?: World;
}

/** The wallets that a world has when nothing else is said, and the address that both share. */
export const EVM_WALLET = 'com.example.wallet';
export const SOLANA_WALLET = 'com.example.solana';
export const ADDRESS = '0x1111111111111111111111111111111111111111';
export const MAINNET = 'eip155:1';
export const POLYGON = 'eip155:137';
/** A chain that is not configured. */
export const UNKNOWN = 'eip155:99';
export const SOLANA = solana.caipNetworkId ?? '';

/** Builds the world; each part can be given. */
export const world = (given: WorldInit = {}): World => {
  const chain = given.beside?.chain ?? new FakeChain({ wallets: [{ id: EVM_WALLET, name: 'Example' }], ...given.evm });
  const other =
    given.beside?.solana ?? new FakeChain({ namespace: 'solana', wallets: [{ id: SOLANA_WALLET, chainId: SOLANA }], ...given.solana });
  const chains: Chains = given.withoutAdapters
    ? new Map()
    : new Map([
        ['eip155', chain],
        ['solana', other],
      ]);
  const storage = given.storage ?? new FakeStorage();
  const memory = new ConnectionMemory(storage);
  const options = new OptionsStore(parseOptions({ networks: [mainnet, polygon, solana], ...given.options }));
  const connections = new ConnectionStore(initialConnection(options.current, memory), (namespace) => ({
    choice: memory.choiceOf(namespace),
    type: options.current.defaultAccountTypes[namespace],
  }));
  const clock = new FakeClock();
  const events = new EventBus(clock);
  const tracked: { event: string; properties: unknown }[] = [];
  events.events$.subscribe(({ event, properties }) => {
    if (event !== 'MODAL_CREATED') tracked.push({ event, properties });
  });
  const logger = new FakeLogger();
  const browser = new FakeBrowser();
  const guard = given.closingGuard ?? (() => ({ signInRequired: false, hasSignInSession: false }));
  const modal = new ModalStore(options, clock, logger, browser, guard);
  const balances: BalanceReader = new BalanceReader(connections, {
    keepFresh: (namespace) => poll.keepFresh(namespace),
    refresh: (namespace) => poll.refresh(namespace),
  });
  const poll = new BalancePoll(chains, connections, browser, clock, balances.together);
  const tracker = new TransactionTracker({
    memory: new TransactionMemory(storage, clock, logger),
    chains,
    connections,
    balances,
    clock,
    logger,
    tab: given.tab ?? 'first',
  });
  const teller = new TransactionTeller(modal, events, tracker);
  const sent = new SentTransactions(tracker, teller, events);
  const names = new NameReader(chains, connections, clock);
  const judge = new SignatureJudge(chains, connections, clock);
  const exclusion = new ConnectorExclusion();
  const watchConnectors = new WatchConnectors(chains, connections, options, exclusion);
  const directory = new FakeWalletDirectory(given.wallets);
  const reader = new DirectoryReader(directory, connections, options, modal);
  const pictures = new WalletPictures(directory, logger);
  const recent = new RecentWallets(storage);
  const lists = new WalletListReader(reader, pictures, recent, watchConnectors, connections, options);
  const closeModal = new CloseModal(modal, connections, options, events);
  const reconnectWallets = new ReconnectWallets(chains, connections, memory, clock, logger);
  const connectWallet = new ConnectWallet({ chains, connections, memory, events, reconnect: reconnectWallets, remotes: [] });
  const pairWallet = new PairWallet({ connect: connectWallet, connections, storage, remotes: [] });
  return {
    chain,
    solana: other,
    chains,
    connections,
    memory,
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
    names,
    directory,
    recent,
    useCases: {
      watchConnectors,
      connectWallet,
      connectWallets: new ConnectWallets(connectWallet, connections),
      pairWallet,
      followWalletLink: new FollowWalletLink(connections, events, storage),
      takeUpPairing: new TakeUpPairing(pairWallet, storage, clock),
      reconnectWallets,
      watchConnection: new WatchConnection(connections),
      disconnectWallet: new DisconnectWallet(connections, memory, events, clock, logger),
      switchNetwork: new SwitchNetwork(chains, connections, events),
      switchNamespace: new SwitchNamespace(connections),
      addNetwork: new AddNetwork(chains, connections),
      signMessage: new SignMessage(connections, judge),
      signTypedData: new SignTypedData(connections),
      switchAccount: new SwitchAccount(connections, memory),
      chooseAccounts: new ChooseAccounts(connections),
      watchAccount: new WatchAccount(connections),
      watchBalance: new WatchBalance(connections, balances),
      refreshBalance: new RefreshBalance(connections, balances),
      sendTransaction: new SendTransaction(chains, connections, sent),
      verifyMessage: new VerifyMessage(chains, connections),
      callWallet: new CallWallet(connections, sent, judge),
      estimateFees: new EstimateFees(chains, connections),
      readAccountBalances: new ReadAccountBalances(chains, connections),
      watchTransactions: new WatchTransactions(tracker.memory),
      watchAssetBalances: new WatchAssetBalances(new AssetBalancePoll(chains, connections, balances, options, clock), connections),
      resolveName: new ResolveName(names, connections),
      lookUpName: new LookUpName(names, connections),
      openModal: new OpenModal(modal, connections, watchConnectors, chains, browser, clock, events, options),
      closeModal,
      watchModal: new WatchModal(modal),
      copyText: new CopyText(browser),
      watchWallets: new WatchWallets(lists),
      loadMoreWallets: new LoadMoreWallets(lists),
      watchWalletSearch: new WatchWalletSearch(reader, pictures, recent, watchConnectors, clock, events),
      findWallet: new FindWallet(reader, options),
      watchWalletImage: new WatchWalletImage(pictures),
      watchRecentWallets: new WatchRecentWallets(recent, connections),
      excludeWallets: new ExcludeWallets(reader, exclusion),
    },
  };
};

/** A person connects a wallet of the namespace and approves. */
export const connect = async (
  here: World,
  namespace: Namespace = 'eip155',
  connectorId = namespace === 'eip155' ? EVM_WALLET : SOLANA_WALLET,
): Promise<void> => {
  const run = await settled(record(here.useCases.connectWallet.execute({ namespace, connectorId })));
  if (run.values.at(-1)?.status !== 'success') throw new Error(`${connectorId} did not connect`);
  // Other tabs hear of it.
  await settle();
};

/** A world in which a person has connected the EVM wallet. */
export const connectedWorld = async (given: WorldInit = {}): Promise<World> => {
  const here = world(given);
  await connect(here);
  return here;
};

/** The status of a namespace. */
export const status = ({ connections }: World, namespace: Namespace = 'eip155'): ConnectionStatus =>
  statusOf(connections.state.namespaces[namespace]);

/** The account of a namespace. */
export const account = ({ connections }: World, namespace: Namespace = 'eip155'): AccountState => accountOf(connections.state, namespace);

/** What was begun, once everything has happened that can without time passing. */
export const settled = async <T>(begun: T): Promise<T> => {
  await settle();
  return begun;
};

/** A wallet gives the answers that it has held back. */
export const released = (wallet: FakeWallet): Promise<void> => {
  wallet.release();
  return settle();
};

/** Lets so many promise reactions run. */
export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

/** Subscribes and keeps every value; `end` tells how the stream ended. */
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
