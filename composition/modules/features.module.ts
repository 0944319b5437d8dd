import type { ContainerModule } from 'inversify';
import { filter, merge, Subscription, startWith, switchMap, take } from 'rxjs';
import { SIGNATURE_JUDGE } from '../../application/account/account.tokens.js';
import { BalanceReader } from '../../application/balances/balance.reader.js';
import { ASSET_BALANCE_POLL, BALANCE_KEEPER, BALANCE_READER } from '../../application/balances/balances.tokens.js';
import { lazyBalanceKeeper } from '../../application/balances/lazy-balance-keeper.js';
import { RefreshBalance } from '../../application/balances/refresh-balance.use-case.js';
import { WatchBalance } from '../../application/balances/watch-balance.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { DIRECTORY_READER, RECENT_WALLETS, WALLET_LISTS, WALLET_PICTURES } from '../../application/directory/directory.tokens.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { FOLLOW_PROFILES, NAME_READER } from '../../application/names/names.tokens.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { WALLET_DIRECTORY } from '../../application/ports/wallet-directory.port.js';
import { SENT_TRANSACTIONS, TRANSACTION_MEMORY, TRANSACTION_TELLER, TRANSACTION_TRACKER } from '../../application/send/send.tokens.js';
import { ON_START } from '../../application/shared/on-start.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { USE_CASES } from '../../application/use-cases.js';
import { connectedNamespacesOf } from '../../domain/connection/connection-views.js';
import { NO_SEARCH, NO_WALLETS } from '../../domain/directory/wallet-list-state.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { FEATURE_LOADER, lazyModule } from '../lazy-module.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

const APPROVE = { status: 'pending', step: 'approve-in-wallet' };
const WORK = { status: 'pending', step: 'working' };

/** What is loaded late: each feature with what its use cases begin with. */
export const lazyFeatures = (): readonly ContainerModule[] => [
  lazyModule({
    name: 'account',
    label: 'the code of a connected account',
    needs: ['send'],
    useCases: {
      signMessage: APPROVE,
      signTypedData: APPROVE,
      verifyMessage: WORK,
      callWallet: APPROVE,
      addNetwork: APPROVE,
      connectWallets: { status: 'pending', step: 'open-wallet', progress: [] },
      switchNamespace: WORK,
      switchAccount: WORK,
      chooseAccounts: APPROVE,
    },
    tokens: [SIGNATURE_JUDGE],
    load: async () => (await import('./account.module.js')).accountModule(),
  }),
  lazyModule({
    name: 'balances',
    label: 'the code of balances',
    useCases: { watchAssetBalances: { balances: [], pending: false, error: null }, readAccountBalances: WORK },
    tokens: [BALANCE_KEEPER, ASSET_BALANCE_POLL],
    load: async () => (await import('./balances.module.js')).balancesModule(),
  }),
  lazyModule({
    name: 'directory',
    label: 'the wallet directory',
    useCases: {
      watchWallets: NO_WALLETS,
      watchWalletSearch: NO_SEARCH,
      watchWalletImage: null,
      watchRecentWallets: [],
      loadMoreWallets: WORK,
      findWallet: WORK,
      excludeWallets: WORK,
    },
    tokens: [WALLET_DIRECTORY, DIRECTORY_READER, RECENT_WALLETS, WALLET_PICTURES, WALLET_LISTS],
    load: async () => (await import('./directory.module.js')).directoryModule(),
  }),
  lazyModule({
    name: 'names',
    label: 'the code of names',
    useCases: { resolveName: WORK, lookUpName: WORK },
    tokens: [NAME_READER, FOLLOW_PROFILES],
    load: async () => (await import('./names.module.js')).namesModule(),
  }),
  lazyModule({
    name: 'pairing',
    label: 'pairing',
    useCases: { pairWallet: WORK, takeUpPairing: WORK },
    load: async () => (await import('./pairing.module.js')).pairingModule(),
  }),
  lazyModule({
    name: 'send',
    label: 'the code of sending',
    useCases: { sendTransaction: APPROVE, estimateFees: WORK, watchTransactions: [] },
    tokens: [TRANSACTION_MEMORY, TRANSACTION_TRACKER, TRANSACTION_TELLER, SENT_TRANSACTIONS],
    load: async () => (await import('./send.module.js')).sendModule(),
  }),
];

/** What of the features is there from the start: what loads the rest when there is something for it to do. */
export const featuresModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      BALANCE_READER,
      [CONNECTION_STORE, CLOCK, FEATURE_LOADER],
      (connections, clock, features) =>
        new BalanceReader(
          connections,
          lazyBalanceKeeper(connections, clock, () => features.resolve('balances', BALANCE_KEEPER)),
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
    // What an account can do is there by the time that the user asks for it: a view that is closed at once would cancel the run with its code.
    wire(ON_START, [CONNECTION_STORE, FEATURE_LOADER, LOGGER], (connections, features, logger) => () => {
      const connected$ = connections.state$.pipe(
        filter((state) => connectedNamespacesOf(state).length > 0),
        take(1),
      );
      return connected$.subscribe(() => {
        features
          .load('account')
          .catch(
            (error: unknown) => isLatchkeyError(error, 'config/disposed') || logger.warn('The code of the account did not arrive', error),
          );
      });
    });
    // Accounts get their names where their chain has names.
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
            (error: unknown) => isLatchkeyError(error, 'config/disposed') || logger.warn('The code of names did not arrive', error),
          );
        }),
      );
      return running;
    });
    // Transactions of an earlier page, or of a tab that is gone, are followed once the visitor acts or a stored session is resumed.
    wire(
      ON_START,
      [CONNECTION_STORE, MODAL_STORE, STORAGE, FEATURE_LOADER, LOGGER],
      (connections, modal, storage, features, logger) => () => {
        const hasActed$ = merge(
          connections.state$.pipe(filter((state) => connectedNamespacesOf(state).length > 0)),
          modal.snapshot$.pipe(filter((snapshot) => snapshot.modal.open)),
        ).pipe(take(1));
        const stored$ = storage.changes$.pipe(startWith(null)).pipe(
          filter(() => storage.get(STORAGE_KEYS.transactions) !== null),
          take(1),
        );
        return hasActed$.pipe(switchMap(() => stored$)).subscribe(() => {
          features.resolve('send', SENT_TRANSACTIONS).then(
            (sent) => sent.resume(),
            (error: unknown) => isLatchkeyError(error, 'config/disposed') || logger.warn('The code of sending did not arrive', error),
          );
        });
      },
    );
    // A page that was closed while its visitor was in a wallet on the same phone.
    wire(
      ON_START,
      [USE_CASES.takeUpPairing, STORAGE],
      (resume, storage) => () => (storage.get(STORAGE_KEYS.pendingPairing) === null ? undefined : resume.execute().subscribe()),
    );
  });
