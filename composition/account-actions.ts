import { CallWallet } from '../application/account/call-wallet.use-case.js';
import { ChooseAccounts } from '../application/account/choose-accounts.use-case.js';
import { SignMessage } from '../application/account/sign-message.use-case.js';
import { SignTypedData } from '../application/account/sign-typed-data.use-case.js';
import { SignatureJudge } from '../application/account/signature-judge.js';
import { SwitchAccount } from '../application/account/switch-account.use-case.js';
import { VerifyMessage } from '../application/account/verify-message.use-case.js';
import { AssetBalancePoll } from '../application/balances/asset-balance.poll.js';
import type { BalanceReader } from '../application/balances/balance.reader.js';
import { ReadAccountBalances } from '../application/balances/read-account-balances.use-case.js';
import { WatchAssetBalances } from '../application/balances/watch-asset-balances.use-case.js';
import type { ConnectWallet } from '../application/connect/connect-wallet.use-case.js';
import { ConnectWallets } from '../application/connect/connect-wallets.use-case.js';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { ConnectionMemory } from '../application/connect/connection-memory.js';
import type { ModalStore } from '../application/modal/modal.store.js';
import { followProfiles } from '../application/names/follow-profiles.js';
import { LookUpName } from '../application/names/look-up-name.use-case.js';
import { NameReader } from '../application/names/name.reader.js';
import { ResolveName } from '../application/names/resolve-name.use-case.js';
import { AddNetwork } from '../application/network/add-network.use-case.js';
import { SwitchNamespace } from '../application/network/switch-namespace.use-case.js';
import type { Chains } from '../application/ports/chain.port.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { Logger } from '../application/ports/logger.port.js';
import type { Storage } from '../application/ports/storage.port.js';
import { EstimateFees } from '../application/send/estimate-fees.use-case.js';
import { SendTransaction } from '../application/send/send-transaction.use-case.js';
import { SentTransactions } from '../application/send/sent-transactions.js';
import { TransactionTeller } from '../application/send/tell-transactions.js';
import { TransactionBook } from '../application/send/transaction-book.js';
import { TransactionMemory } from '../application/send/transaction-memory.js';
import { WatchTransactions } from '../application/send/watch-transactions.use-case.js';
import type { EventBus } from '../application/shared/event-bus.js';
import type { OptionsStore } from '../application/shared/options.store.js';
import { profilePicture } from './profile-picture.js';

/** What the actions of an account stand on. */
export interface AccountParts {
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly connectionMemory: ConnectionMemory;
  readonly connect: ConnectWallet;
  readonly balances: BalanceReader;
  readonly options: OptionsStore;
  readonly storage: Storage;
  readonly modal: ModalStore;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Names this tab among those of the site. */
  readonly tab: string;
}

/**
 * What a connected account can do and be asked for, of one client: of no use before the first click or the first stored
 * session, so it comes with that. Made once, because sent transactions, readings and names are shared.
 */
export const accountActions = (parts: AccountParts) => {
  const { chains, connections, connectionMemory, connect, balances, options, clock, logger, modal, events, storage } = parts;
  const memory = new TransactionMemory(storage, clock, logger);
  const book = new TransactionBook({ ...parts, memory });
  const teller = new TransactionTeller(modal, events);
  const sent = new SentTransactions(book, teller, events);
  const names = new NameReader(chains, connections, clock);
  const judge = new SignatureJudge(chains, connections, clock);
  const running = teller.follow(book);
  return {
    useCases: {
      addNetwork: new AddNetwork(chains, connections),
      signMessage: new SignMessage(connections, judge),
      signTypedData: new SignTypedData(connections),
      verifyMessage: new VerifyMessage(chains, connections),
      callWallet: new CallWallet(connections, sent, judge),
      sendTransaction: new SendTransaction(chains, connections, sent),
      estimateFees: new EstimateFees(chains, connections),
      readAccountBalances: new ReadAccountBalances(chains, connections),
      watchTransactions: new WatchTransactions(memory),
      watchAssetBalances: new WatchAssetBalances(new AssetBalancePoll(chains, connections, balances, options, clock), connections),
      resolveName: new ResolveName(names, connections),
      lookUpName: new LookUpName(names, connections),
      connectWallets: new ConnectWallets(connect, connections),
      switchNamespace: new SwitchNamespace(connections),
      switchAccount: new SwitchAccount(connections, connectionMemory),
      chooseAccounts: new ChooseAccounts(connections),
    },
    /** A stored session was resumed, or the visitor acted: takes up sent transactions, and names who is connected. */
    begin: (): void => {
      book.resume();
      running.add(followProfiles(chains, connections, names, (avatar) => profilePicture(avatar, options.current), logger));
    },
    dispose: (): void => {
      running.unsubscribe();
      book.dispose();
    },
  };
};

/** What {@link accountActions} gives. */
export type AccountActions = ReturnType<typeof accountActions>;
