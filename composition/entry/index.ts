export { SIGNATURE_JUDGE } from '../../application/account/account.tokens.js';
export type {
  CallName,
  CallNamespace,
  CallRequest,
  CallResult,
  CallWalletError,
  CallWalletInput,
  CallWalletState,
} from '../../application/account/call-wallet.use-case.js';
export type { ChooseAccountsInput, ChooseAccountsState } from '../../application/account/choose-accounts.use-case.js';
export type { SignMessageError, SignMessageInput, SignMessageState } from '../../application/account/sign-message.use-case.js';
export type { SignTypedDataInput, SignTypedDataState } from '../../application/account/sign-typed-data.use-case.js';
export type { SignatureJudge } from '../../application/account/signature-judge.js';
export type { SwitchAccountInput, SwitchAccountState } from '../../application/account/switch-account.use-case.js';
export type { VerifyMessageError, VerifyMessageInput, VerifyMessageState } from '../../application/account/verify-message.use-case.js';
export type { AssetBalancePoll, AssetBalancesState } from '../../application/balances/asset-balance.poll.js';
export type { BalanceKeeper, BalanceReader } from '../../application/balances/balance.reader.js';
export { ASSET_BALANCE_POLL, BALANCE_KEEPER, BALANCE_READER } from '../../application/balances/balances.tokens.js';
export type { AccountBalance, ReadAccountBalancesState } from '../../application/balances/read-account-balances.use-case.js';
export type { ConnectWalletError, ConnectWalletInput, ConnectWalletState } from '../../application/connect/connect-wallet.use-case.js';
export type { ConnectorProgress, ConnectWalletsInput, ConnectWalletsState } from '../../application/connect/connect-wallets.use-case.js';
export { CONNECTION_STORE, type ConnectionStore } from '../../application/connect/connection.store.js';
export { CONNECTION_MEMORY, type ConnectionMemory } from '../../application/connect/connection-memory.js';
export { CONNECTOR_EXCLUSION, type ConnectorExclusion } from '../../application/connect/connector-exclusion.js';
export type { DisconnectWalletInput, DisconnectWalletState } from '../../application/connect/disconnect-wallet.use-case.js';
export { REMOTE_CONNECTOR, type RemoteConnector } from '../../application/connect/remote-connector.js';
export type { DirectoryReader } from '../../application/directory/directory.reader.js';
export { DIRECTORY_READER, RECENT_WALLETS, WALLET_LISTS, WALLET_PICTURES } from '../../application/directory/directory.tokens.js';
export type { RecentWallets } from '../../application/directory/recent-wallets.js';
export type { WalletListReader } from '../../application/directory/wallet-list.reader.js';
export type { WalletPictures } from '../../application/directory/wallet-pictures.js';
export {
  type AdapterModule,
  LATCHKEY,
  type Latchkey,
  type Listener,
  type OpenOptions,
  type PublicState,
  type Theme,
  type Unsubscribe,
  type UpdatableOptions,
} from '../../application/latchkey.js';
export { CLOSING_GUARD, type ClosingGuard, MODAL_STORE, type ModalStore } from '../../application/modal/modal.store.js';
export type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
export type { FoundName, LookUpNameInput, LookUpNameState } from '../../application/names/look-up-name.use-case.js';
export type { NameReader } from '../../application/names/name.reader.js';
export { FOLLOW_PROFILES, NAME_READER } from '../../application/names/names.tokens.js';
export type { NamesError, ResolveNameInput, ResolveNameState } from '../../application/names/resolve-name.use-case.js';
export type { AddNetworkError, AddNetworkInput, AddNetworkState } from '../../application/network/add-network.use-case.js';
export type { SwitchNamespaceInput, SwitchNamespaceState } from '../../application/network/switch-namespace.use-case.js';
export type { SwitchNetworkError, SwitchNetworkInput, SwitchNetworkState } from '../../application/network/switch-network.use-case.js';
export { BROWSER, type Browser, type Platform } from '../../application/ports/browser.port.js';
export {
  type Adoption,
  CHAIN,
  CHAINS,
  type Chain,
  type Chains,
  type FollowRequest,
  type SessionEvent,
  type TransactionProgress,
  type TypedData,
  type WalletSession,
} from '../../application/ports/chain.port.js';
export type {
  AssetBalance,
  BalanceParts,
  Balances,
  ChainNames,
  ChainServices,
  FeeQuote,
  FeeRate,
  SignatureVerdict,
  SignedMessage,
} from '../../application/ports/chain-services.js';
export { CLOCK, type Clock } from '../../application/ports/clock.port.js';
export { LOGGER, type Logger, type LogLevel } from '../../application/ports/logger.port.js';
export type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
export { STORAGE, type Storage } from '../../application/ports/storage.port.js';
export type { FeeSpeed, TransactionRequest } from '../../application/ports/transaction-request.js';
export type {
  BatchCall,
  Bip122Calls,
  CallsStatus,
  Capabilities,
  Eip155Calls,
  PolkadotCalls,
  PsbtInput,
  SolanaCalls,
  SolanaSendOptions,
  SolanaSignInInput,
  WalletCalls,
} from '../../application/ports/wallet-calls.js';
export {
  WALLET_DIRECTORY,
  type WalletDirectory,
  type WalletDirectoryError,
  type WalletPage,
} from '../../application/ports/wallet-directory.port.js';
export type { EstimateFeesState } from '../../application/send/estimate-fees.use-case.js';
export { SENT_TRANSACTIONS, TRANSACTION_MEMORY, TRANSACTION_TELLER, TRANSACTION_TRACKER } from '../../application/send/send.tokens.js';
export type {
  ConfirmedTransaction,
  SendTransactionError,
  SendTransactionInput,
  SendTransactionState,
} from '../../application/send/send-transaction.use-case.js';
export type { SentTransactions } from '../../application/send/sent-transactions.js';
export type { TransactionTeller } from '../../application/send/tell-transactions.js';
export type { TransactionMemory } from '../../application/send/transaction-memory.js';
export { type Settlement, TransactionTracker, type TransactionTrackerDeps } from '../../application/send/transaction-tracker.js';
export { CHAIN_DECORATOR, CHAIN_REGISTRY, type ChainDecorator, type ChainRegistry } from '../../application/shared/chain-registry.js';
export { EVENT_BUS, type EventBus } from '../../application/shared/event-bus.js';
export { lastOutcome } from '../../application/shared/last-outcome.js';
export { ON_START, type OnStart } from '../../application/shared/on-start.js';
export { OPTIONS, type OptionsStore } from '../../application/shared/options.store.js';
export { type ManyToken, manyToken, type Public, type Token, token } from '../../application/shared/token.js';
export type { TrackedEvent, TrackedEventName, TrackedEvents } from '../../application/shared/tracked-event.js';
export type { ErrorOf, UseCaseState, UseCaseStep } from '../../application/shared/use-case-state.js';
export { USE_CASES, type UseCases } from '../../application/use-cases.js';
export type { FollowWalletLinkInput, FollowWalletLinkState } from '../../application/wallet-protocol/follow-wallet-link.use-case.js';
export type { PairWalletError, PairWalletInput, PairWalletState } from '../../application/wallet-protocol/pair-wallet.use-case.js';
export type { AccountRecord, AccountType } from '../../domain/account/account-record.js';
export type { AccountTypes } from '../../domain/caip/account-types.js';
export { type ChainId, type ChainIdParts, formatChainId, isChainId, parseChainId, toChainId } from '../../domain/caip/caip-2.js';
export {
  type AccountId,
  type AccountIdParts,
  formatAccountId,
  isAccountId,
  parseAccountId,
  toAccountId,
} from '../../domain/caip/caip-10.js';
export { type AssetId, type AssetIdParts, formatAssetId, isAssetId, parseAssetId } from '../../domain/caip/caip-19.js';
export type { Namespace } from '../../domain/caip/namespace.js';
export { registerNamespace } from '../../domain/caip/register-namespace.js';
export type {
  AccountState,
  BalanceState,
  ConnectedWalletInfo,
  ConnectionState,
  ConnectionStatus,
  LossReason,
  LostConnection,
  NativeBalance,
  PairingState,
  Ungranted,
} from '../../domain/connection/connection-state.js';
export type { Connector, ConnectorType } from '../../domain/connection/connector.js';
export type { RecentWallet } from '../../domain/connection/recent-wallets.js';
export type { AccountChoice } from '../../domain/connection/shared-accounts.js';
export type { DirectoryWallet, WalletLinks } from '../../domain/directory/directory-wallet.js';
export type { WalletListState, WalletSearchState } from '../../domain/directory/wallet-list-state.js';
export type { PictureKey } from '../../domain/directory/wallet-picture.js';
export type { WalletQuery, WalletSearch } from '../../domain/directory/wallet-queries.js';
export type { ErrorCode, ErrorContexts } from '../../domain/errors/error-contexts.js';
export type { Recovery } from '../../domain/errors/error-recovery.js';
export { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
export { formatAmount, formatBalance } from '../../domain/money/format-amount.js';
export { formatUnits, parseUnits } from '../../domain/money/units.js';
export type { NativeCurrency, Network, NetworkDefinition } from '../../domain/network/network.js';
export type { Features, Options, OptionsInput, ThemeMode, ThemeVariables } from '../../domain/options/options.js';
export { type PlainViewName, type View, type ViewName, view } from '../../domain/router/views.js';
export type { SentTransaction, TransactionOutcome } from '../../domain/send/sent-transaction.js';
export { createLatchkey, type LatchkeyOptions } from '../create-latchkey.js';
export { createHostContainer } from '../host-container.js';
export { FEATURE, FEATURE_LOADER, type Feature, type FeatureLoader, lazyModule } from '../lazy-module.js';
export type { FirstState } from '../lazy-use-case.js';
export { defineDefaults, defineModule, type LatchkeyModule, type Many, many, type Wire, type WireOptions } from '../wire.js';
