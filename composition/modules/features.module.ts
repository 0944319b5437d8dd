import type { ContainerModule } from 'inversify';
import { filter, merge, type Observable, Subscription, startWith, switchMap, take } from 'rxjs';
import { SIGNATURE_VERIFIER } from '../../application/account/account.tokens.js';
import { ACTIVITY_READER } from '../../application/activity/activity.tokens.js';
import { ANALYTICS_SENDER } from '../../application/analytics/analytics.sender.js';
import { followEvents } from '../../application/analytics/follow-events.js';
import { BalanceReader } from '../../application/balances/balance.reader.js';
import {
  ADDED_TOKENS,
  ASSET_BALANCE_POLL,
  BALANCE_READER,
  BALANCE_REFRESHER,
  HIDDEN_TOKENS,
  TOKEN_BALANCES_READER,
  TOKEN_POLL,
} from '../../application/balances/balances.tokens.js';
import { lazyBalanceRefresher } from '../../application/balances/lazy-balance-refresher.js';
import { RefreshBalance } from '../../application/balances/refresh-balance.use-case.js';
import { NO_TOKENS } from '../../application/balances/tokens-state.js';
import { WatchBalance } from '../../application/balances/watch-balance.use-case.js';
import { CONNECTION_STORE, type ConnectionStore } from '../../application/connect/connection.store.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { DIRECTORY_READER, RECENT_WALLETS, WALLET_IMAGES, WALLET_LISTS } from '../../application/directory/directory.tokens.js';
import { RecentWallets } from '../../application/directory/recent-wallets.js';
import { WatchRecentWallets } from '../../application/directory/watch-recent-wallets.use-case.js';
import { FRAME_APPROVALS, FRAME_LOGIN, FRAME_SYNC, FRAME_WALLETS } from '../../application/embedded-wallet/embedded-wallet.tokens.js';
import { LazyFrameWallets } from '../../application/embedded-wallet/lazy-frame-wallets.js';
import { returnedSocialLogin } from '../../application/embedded-wallet/returned-social-login.js';
import { HIDDEN_FRAME } from '../../application/embedded-wallet/secure-frame-state.js';
import { MODAL_STORE, type ModalStore } from '../../application/modal/modal.store.js';
import { FOLLOW_PROFILES, IDENTITY_READER, NAME_READER } from '../../application/names/names.tokens.js';
import { NFTS_READER } from '../../application/nfts/nfts.tokens.js';
import { ONRAMP_FORM, PURCHASES_READER } from '../../application/onramp/onramp.tokens.js';
import { ANALYTICS } from '../../application/ports/analytics.port.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { BUNDLER } from '../../application/ports/bundler.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { SECURE_FRAME } from '../../application/ports/secure-frame.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { WALLET_DIRECTORY } from '../../application/ports/wallet-directory.port.js';
import {
  OPERATION_REPORTS,
  PENDING_WATCHER,
  RECENT_RECIPIENTS,
  SEND_FEE_ESTIMATES,
  SEND_FORM,
  SENT_TRANSACTIONS,
  TRANSACTION_NOTIFIER,
  TRANSACTION_REPOSITORY,
  TRANSACTION_TRACKER,
} from '../../application/send/send.tokens.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { ON_START } from '../../application/shared/on-start.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { SIGN_IN_TRACKER } from '../../application/sign-in/sign-in.tokens.js';
import { SWAP_FORM, SWAP_QUOTES, SWAP_TOKEN_LIST } from '../../application/swap/swap.tokens.js';
import { USE_CASES } from '../../application/use-cases.js';
import { INITIAL_ACTIVITY } from '../../domain/activity/activity-state.js';
import { connectedNamespacesOf } from '../../domain/connection/connection-views.js';
import { INITIAL_WALLET_LIST, INITIAL_WALLET_SEARCH } from '../../domain/directory/wallet-list-state.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { EMPTY_ONRAMP } from '../../domain/onramp/onramp-state.js';
import { view } from '../../domain/router/views.js';
import { EMPTY_SEND } from '../../domain/send/send-state.js';
import { EMPTY_SWAP } from '../../domain/swap/swap-state.js';
import { INITIAL_NFTS } from '../../domain/tokens/nfts-state.js';
import { lazyBundler } from '../lazy-bundler.js';
import { FEATURE_LOADER, lazyModule } from '../lazy-module.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

const APPROVE_STATE = { status: 'pending', step: 'approve-in-wallet' };
const WORKING_STATE = { status: 'pending', step: 'working' };

/** The lazily loaded features, with the initial states of their use cases. */
export const lazyFeatures = (): readonly ContainerModule[] => [
  lazyModule({
    name: 'account',
    label: 'the account module',
    needs: ['send'],
    useCases: {
      signMessage: APPROVE_STATE,
      signTypedData: APPROVE_STATE,
      verifyMessage: WORKING_STATE,
      callWallet: APPROVE_STATE,
      addNetwork: APPROVE_STATE,
      connectNamespaces: { status: 'pending', step: 'open-wallet', progress: [] },
      switchNamespace: WORKING_STATE,
      setActiveAccount: WORKING_STATE,
      requestAccounts: APPROVE_STATE,
    },
    tokens: [SIGNATURE_VERIFIER],
    load: async () => (await import('./account.module.js')).accountModule(),
  }),
  lazyModule({
    name: 'account-name',
    label: 'the names of accounts',
    needs: ['blockchain-api', 'names'],
    useCases: { checkAccountName: WORKING_STATE, registerAccountName: APPROVE_STATE },
    load: async () => (await import('./account-name.module.js')).accountNameModule(),
  }),
  lazyModule({
    name: 'activity',
    label: 'the activity module',
    needs: ['blockchain-api', 'send', 'tokens'],
    useCases: { watchActivity: { ...INITIAL_ACTIVITY, pending: true }, loadMoreActivity: WORKING_STATE },
    tokens: [ACTIVITY_READER],
    load: async () => (await import('./activity.module.js')).activityModule(),
  }),
  lazyModule({
    name: 'analytics',
    label: 'the analytics module',
    tokens: [ANALYTICS, ANALYTICS_SENDER],
    load: async () => (await import('./analytics.module.js')).analyticsModule(),
  }),
  lazyModule({
    name: 'balances',
    label: 'the balances module',
    useCases: {
      watchAssetBalances: { balances: null, pending: false, error: null },
      readAccountBalances: WORKING_STATE,
      readBalanceBreakdown: WORKING_STATE,
    },
    tokens: [BALANCE_REFRESHER, ASSET_BALANCE_POLL],
    load: async () => (await import('./balances.module.js')).balancesModule(),
  }),
  lazyModule({
    name: 'blockchain-api',
    label: 'the blockchain API',
    tokens: [BLOCKCHAIN_API],
    load: async () => (await import('./blockchain-api.module.js')).blockchainApiModule(),
  }),
  lazyModule({
    name: 'directory',
    label: 'the wallet directory',
    useCases: {
      watchWallets: INITIAL_WALLET_LIST,
      watchWalletSearch: INITIAL_WALLET_SEARCH,
      watchWalletImage: undefined,
      watchImage: undefined,
      loadMoreWallets: WORKING_STATE,
      findWallet: WORKING_STATE,
      excludeWallets: WORKING_STATE,
    },
    tokens: [WALLET_DIRECTORY, DIRECTORY_READER, WALLET_IMAGES, WALLET_LISTS],
    load: async () => (await import('./directory.module.js')).directoryModule(),
  }),
  lazyModule({
    name: 'embedded-wallet',
    label: 'the embedded wallet',
    useCases: {
      requestEmailCode: WORKING_STATE,
      approveDevice: { status: 'pending', step: 'approve-in-mail' },
      enterEmailCode: WORKING_STATE,
      logInWithSocial: { status: 'pending', step: 'open-provider' },
      requestFarcasterUrl: WORKING_STATE,
      logInWithFarcaster: { status: 'pending', step: 'scan-uri' },
      updateEmail: WORKING_STATE,
      enterUpdateEmailCode: WORKING_STATE,
      setAccountType: WORKING_STATE,
      watchSecureFrame: HIDDEN_FRAME,
      watchEmailCooldown: { seconds: 0 },
    },
    tokens: [SECURE_FRAME, FRAME_LOGIN, FRAME_SYNC, FRAME_APPROVALS, FRAME_WALLETS],
    load: async () => (await import('./embedded-wallet.module.js')).embeddedWalletModule(),
  }),
  lazyModule({
    name: 'names',
    label: 'the names module',
    useCases: { resolveName: WORKING_STATE, lookUpName: WORKING_STATE },
    needs: ['blockchain-api'],
    tokens: [NAME_READER, IDENTITY_READER, FOLLOW_PROFILES],
    load: async () => (await import('./names.module.js')).namesModule(),
  }),
  lazyModule({
    name: 'nfts',
    label: 'the NFTs module',
    needs: ['blockchain-api'],
    useCases: { watchNfts: { ...INITIAL_NFTS, pending: true }, loadMoreNfts: WORKING_STATE },
    tokens: [NFTS_READER],
    load: async () => (await import('./nfts.module.js')).nftsModule(),
  }),
  lazyModule({
    name: 'onramp',
    label: 'the module of buying',
    needs: ['blockchain-api', 'tokens'],
    useCases: {
      watchOnramp: EMPTY_ONRAMP,
      editOnramp: WORKING_STATE,
      checkOutOnramp: WORKING_STATE,
      watchPurchases: { ...INITIAL_ACTIVITY, pending: true },
      loadMorePurchases: WORKING_STATE,
    },
    tokens: [ONRAMP_FORM, PURCHASES_READER],
    load: async () => (await import('./onramp.module.js')).onrampModule(),
  }),
  lazyModule({
    name: 'pairing',
    label: 'the pairing module',
    useCases: { pairWallet: WORKING_STATE, resumePairing: WORKING_STATE },
    load: async () => (await import('./pairing.module.js')).pairingModule(),
  }),
  lazyModule({
    name: 'sign-in',
    label: 'the sign-in module',
    useCases: { prepareSignIn: WORKING_STATE, signIn: WORKING_STATE, cancelSignIn: WORKING_STATE, signOut: WORKING_STATE },
    tokens: [SIGN_IN_TRACKER],
    load: async () => (await import('./sign-in.module.js')).signInModule(),
  }),
  lazyModule({
    name: 'send',
    label: 'the send module',
    useCases: {
      sendTransaction: APPROVE_STATE,
      speedUpTransaction: APPROVE_STATE,
      cancelTransaction: APPROVE_STATE,
      estimateFees: WORKING_STATE,
      simulateTransaction: WORKING_STATE,
      watchTransactions: [],
      watchInFlight: [],
    },
    tokens: [TRANSACTION_REPOSITORY, TRANSACTION_TRACKER, TRANSACTION_NOTIFIER, SENT_TRANSACTIONS, OPERATION_REPORTS, PENDING_WATCHER],
    load: async () => (await import('./send.module.js')).sendModule(),
  }),
  lazyModule({
    name: 'transfer',
    label: 'the module of transfers',
    needs: ['activity', 'names', 'send', 'tokens'],
    useCases: { watchSend: EMPTY_SEND, editSend: WORKING_STATE, submitSend: APPROVE_STATE },
    tokens: [SEND_FORM, SEND_FEE_ESTIMATES, RECENT_RECIPIENTS],
    load: async () => (await import('./transfer.module.js')).transferModule(),
  }),
  lazyModule({
    name: 'swap',
    label: 'the swap module',
    needs: ['blockchain-api', 'send', 'tokens'],
    useCases: { watchSwap: EMPTY_SWAP, editSwap: WORKING_STATE, submitSwap: WORKING_STATE },
    tokens: [SWAP_FORM, SWAP_QUOTES, SWAP_TOKEN_LIST],
    load: async () => (await import('./swap.module.js')).swapModule(),
  }),
  lazyModule({
    name: 'tokens',
    label: 'the tokens module',
    needs: ['balances', 'blockchain-api'],
    useCases: {
      watchTokens: { ...NO_TOKENS, pending: true, isLoading: true },
      refreshTokens: WORKING_STATE,
      readToken: WORKING_STATE,
      addToken: WORKING_STATE,
      hideToken: WORKING_STATE,
      showToken: WORKING_STATE,
    },
    tokens: [TOKEN_BALANCES_READER, HIDDEN_TOKENS, ADDED_TOKENS, TOKEN_POLL],
    load: async () => (await import('./tokens.module.js')).tokensModule(),
  }),
];

/** Emits once when the user opens the modal, or a wallet is connected or restored. */
const hasActed = (connections: ConnectionStore, modal: ModalStore): Observable<unknown> =>
  merge(
    connections.state$.pipe(filter((state) => connectedNamespacesOf(state).length > 0)),
    modal.snapshot$.pipe(filter((snapshot) => snapshot.modal.open)),
  ).pipe(take(1));

/** Bindings of lazy features that are needed from the start, and hooks that load the features when they are needed. */
export const featuresModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      REMOTE_CONNECTOR,
      [OPTIONS, FEATURE_LOADER],
      (options, features) => new LazyFrameWallets(options, () => features.resolve('embedded-wallet', FRAME_WALLETS)),
    );
    wire(BUNDLER, [CLOCK], (clock) => lazyBundler(clock));
    wire(
      BALANCE_READER,
      [CONNECTION_STORE, CLOCK, FEATURE_LOADER],
      (connections, clock, features) =>
        new BalanceReader(
          connections,
          lazyBalanceRefresher(connections, clock, () => features.resolve('balances', BALANCE_REFRESHER)),
        ),
    );
    wire(
      USE_CASES.watchBalance,
      [CONNECTION_STORE, BALANCE_READER],
      (connections, balances) => new WatchBalance(connections, balances),
      TRANSIENT,
    );
    wire(
      USE_CASES.refreshBalance,
      [CONNECTION_STORE, BALANCE_READER],
      (connections, balances) => new RefreshBalance(connections, balances),
      TRANSIENT,
    );
    // The first list shows the recent wallets near its top: read later, they would shift the rows below.
    wire(RECENT_WALLETS, [STORAGE], (storage) => new RecentWallets(storage));
    wire(
      USE_CASES.watchRecentWallets,
      [RECENT_WALLETS, CONNECTION_STORE],
      (recent, connections) => new WatchRecentWallets(recent, connections),
      TRANSIENT,
    );
    // Preloads the account feature on connect: a view that closes right after a click would cancel a run that is still loading its code.
    wire(ON_START, [CONNECTION_STORE, FEATURE_LOADER, LOGGER], (connections, features, logger) => () => {
      const connected$ = connections.state$.pipe(
        filter((state) => connectedNamespacesOf(state).length > 0),
        take(1),
      );
      return connected$.subscribe(() => {
        features
          .load('account')
          .catch(
            (error: unknown) => isLatchkeyError(error, 'config/disposed') || logger.warn('The account module could not be loaded', error),
          );
      });
    });
    // Resolves the names of accounts once a chain with a name service is connected.
    wire(ON_START, [CONNECTION_STORE, CHAINS, FEATURE_LOADER, LOGGER], (connections, chains, features, logger) => () => {
      const running = new Subscription();
      const connected$ = connections.state$.pipe(
        filter((state) => connectedNamespacesOf(state).some((namespace) => chains.get(namespace)?.services?.names !== undefined)),
        take(1),
      );
      running.add(
        connected$.subscribe(() => {
          features.resolve('names', FOLLOW_PROFILES).then(
            (follow) => running.closed || running.add(follow()),
            (error: unknown) => isLatchkeyError(error, 'config/disposed') || logger.warn('The names module could not be loaded', error),
          );
        }),
      );
      return running;
    });
    // Usage events are queued until the user acts.
    wire(
      ON_START,
      [EVENT_BUS, OPTIONS, BROWSER, CONNECTION_STORE, MODAL_STORE, FEATURE_LOADER, LOGGER],
      (events, options, browser, connections, modal, features, logger) => () =>
        followEvents({
          events,
          options,
          browser,
          hasActed$: hasActed(connections, modal),
          load: () => features.resolve('analytics', ANALYTICS_SENDER),
          onError: (error) => isLatchkeyError(error, 'config/disposed') || logger.warn('The analytics module could not be loaded', error),
        }),
    );
    // Transactions sent before a reload, or in a closed tab, are tracked again once the user opens the modal or a wallet is connected.
    wire(
      ON_START,
      [CONNECTION_STORE, MODAL_STORE, STORAGE, FEATURE_LOADER, LOGGER],
      (connections, modal, storage, features, logger) => () => {
        const stored$ = storage.changes$.pipe(startWith(null)).pipe(
          filter(() => storage.get(STORAGE_KEYS.transactions) !== null),
          take(1),
        );
        return hasActed(connections, modal)
          .pipe(switchMap(() => stored$))
          .subscribe(() => {
            features.resolve('send', SENT_TRANSACTIONS).then(
              (sent) => sent.resume(),
              (error: unknown) => isLatchkeyError(error, 'config/disposed') || logger.warn('The send module could not be loaded', error),
            );
          });
      },
    );
    // Pending transactions of anyone are watched only if the app enables it.
    wire(ON_START, [CONNECTION_STORE, OPTIONS, FEATURE_LOADER, LOGGER], (connections, options, features, logger) => () => {
      const running = new Subscription();
      const enabled$ = options.options$.pipe(
        filter(({ pendingTransactionsFilter }) => pendingTransactionsFilter.enable),
        switchMap(() => connections.state$),
        filter((state) => connectedNamespacesOf(state).length > 0),
        take(1),
      );
      running.add(
        enabled$.subscribe(() => {
          features.resolve('send', PENDING_WATCHER).then(
            (watcher) => running.closed || running.add(watcher.start()),
            (error: unknown) => isLatchkeyError(error, 'config/disposed') || logger.warn('The send module could not be loaded', error),
          );
        }),
      );
      return running;
    });
    // A social login that continued in this tab has returned.
    wire(ON_START, [BROWSER, STORAGE, USE_CASES.openModal], (browser, storage, open) => () => {
      const returned = returnedSocialLogin(browser, storage);
      return returned === null ? undefined : open.execute({ view: view('ConnectingSocial', returned) }).subscribe();
    });
    // The page may have been closed while the user was in a wallet app on the same phone.
    wire(
      ON_START,
      [USE_CASES.resumePairing, STORAGE],
      (resume, storage) => () => (storage.get(STORAGE_KEYS.pendingPairing) === null ? undefined : resume.execute().subscribe()),
    );
  });
