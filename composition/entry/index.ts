/**
 * Core of Latchkey: {@link createLatchkey}, use cases, ports, stores, tokens to inject and rebind, CAIP ids, amounts and errors. No UI, no chain SDK.
 *
 * Guides: [Quick start](../guides/quick-start.md), [Options](../guides/options.md), [Composing Latchkey](../guides/composing.md).
 * @module latchkey
 */

export type { SiweConfig, SiweMessageArgs, SiweMessageParams, SiweSession } from '../../adapters/sign-in/siwe-config.js';
export { SIGNATURE_VERIFIER } from '../../application/account/account.tokens.js';
export type {
  CallName,
  CallNamespace,
  CallRequest,
  CallResult,
  CallWalletError,
  CallWalletInput,
  CallWalletState,
} from '../../application/account/call-wallet.use-case.js';
export type { RequestAccountsInput, RequestAccountsState } from '../../application/account/request-accounts.use-case.js';
export type { SetActiveAccountInput, SetActiveAccountState } from '../../application/account/set-active-account.use-case.js';
export type { SignMessageError, SignMessageInput, SignMessageState } from '../../application/account/sign-message.use-case.js';
export type { SignTypedDataInput, SignTypedDataState } from '../../application/account/sign-typed-data.use-case.js';
export type { SignatureVerifier } from '../../application/account/signature-verifier.js';
export type { VerifyMessageError, VerifyMessageInput, VerifyMessageState } from '../../application/account/verify-message.use-case.js';
export type { ActivityReader } from '../../application/activity/activity.reader.js';
export { ACTIVITY_READER } from '../../application/activity/activity.tokens.js';
export type {
  LoadMoreActivityError,
  LoadMoreActivityInput,
  LoadMoreActivityState,
} from '../../application/activity/load-more-activity.use-case.js';
export type { WatchActivityInput } from '../../application/activity/watch-activity.use-case.js';
export { ANALYTICS_SENDER, type AnalyticsSender } from '../../application/analytics/analytics.sender.js';
export type { AddTokenInput, AddTokenState } from '../../application/balances/add-token.use-case.js';
export type { AddedTokens } from '../../application/balances/added-tokens.js';
export type { AssetBalancePoll, AssetBalancesState } from '../../application/balances/asset-balance.poll.js';
export type { BalanceReader, BalanceRefresher } from '../../application/balances/balance.reader.js';
export {
  ADDED_TOKENS,
  ASSET_BALANCE_POLL,
  BALANCE_READER,
  BALANCE_REFRESHER,
  HIDDEN_TOKENS,
  TOKEN_BALANCES_READER,
  TOKEN_POLL,
} from '../../application/balances/balances.tokens.js';
export type { HiddenTokens } from '../../application/balances/hidden-tokens.js';
export type { HideTokenInput, HideTokenState } from '../../application/balances/hide-token.use-case.js';
export type { AccountBalance, ReadAccountBalancesState } from '../../application/balances/read-account-balances.use-case.js';
export type { NativeBreakdown, ReadBalanceBreakdownState } from '../../application/balances/read-balance-breakdown.use-case.js';
export type { ReadTokenInput, ReadTokenState } from '../../application/balances/read-token.use-case.js';
export type { RefreshTokensInput, RefreshTokensState } from '../../application/balances/refresh-tokens.use-case.js';
export type { ShowTokenInput, ShowTokenState } from '../../application/balances/show-token.use-case.js';
export type { TokenPoll } from '../../application/balances/token.poll.js';
export type { ListedTokens, TokenBalancesReader } from '../../application/balances/token-balances.reader.js';
export type { TokensState } from '../../application/balances/tokens-state.js';
export type { TokenOwner } from '../../application/balances/wallet-assets.js';
export type { WatchTokensInput } from '../../application/balances/watch-tokens.use-case.js';
export type {
  ConnectNamespacesInput,
  ConnectNamespacesState,
  ConnectorProgress,
} from '../../application/connect/connect-namespaces.use-case.js';
export { CONNECT_SIGN_IN, type ConnectSignIn } from '../../application/connect/connect-sign-in.js';
export type { ConnectWalletError, ConnectWalletInput, ConnectWalletState } from '../../application/connect/connect-wallet.use-case.js';
export { CONNECTION_STORE, type ConnectionStore } from '../../application/connect/connection.store.js';
export {
  CONNECTION_REPOSITORY,
  type ConnectionChange,
  type ConnectionRepository,
} from '../../application/connect/connection-repository.js';
export { CONNECTOR_EXCLUSION, type ConnectorExclusion } from '../../application/connect/connector-exclusion.js';
export type { DisconnectWalletInput, DisconnectWalletState } from '../../application/connect/disconnect-wallet.use-case.js';
export { REMOTE_CONNECTOR, type RemoteConnector } from '../../application/connect/remote-connector.js';
export type { DirectoryReader } from '../../application/directory/directory.reader.js';
export { DIRECTORY_READER, RECENT_WALLETS, WALLET_IMAGES, WALLET_LISTS } from '../../application/directory/directory.tokens.js';
export type { RecentWallets } from '../../application/directory/recent-wallets.js';
export type { WalletImages } from '../../application/directory/wallet-images.js';
export type { WalletListKind, WalletListReader } from '../../application/directory/wallet-list.reader.js';
export type { ApproveDeviceState } from '../../application/embedded-wallet/approve-device.use-case.js';
export {
  FRAME_APPROVALS,
  FRAME_LOGIN,
  FRAME_SYNC,
  FRAME_WALLETS,
} from '../../application/embedded-wallet/embedded-wallet.tokens.js';
export type { EnterEmailCodeInput, EnterEmailCodeState } from '../../application/embedded-wallet/enter-email-code.use-case.js';
export type {
  EnterUpdateEmailCodeInput,
  EnterUpdateEmailCodeState,
} from '../../application/embedded-wallet/enter-update-email-code.use-case.js';
export type { FrameApprovals } from '../../application/embedded-wallet/frame-approvals.js';
export type { FrameErrorCode } from '../../application/embedded-wallet/frame-error-code.js';
export type { FrameLoginRepository } from '../../application/embedded-wallet/frame-login.repository.js';
export type { FrameSync } from '../../application/embedded-wallet/frame-sync.js';
export type { FrameWallets } from '../../application/embedded-wallet/frame-wallets.js';
export type { LogInWithFarcasterState } from '../../application/embedded-wallet/log-in-with-farcaster.use-case.js';
export type { LogInWithSocialInput, LogInWithSocialState } from '../../application/embedded-wallet/log-in-with-social.use-case.js';
export type {
  NextLoginStep,
  RequestEmailCodeInput,
  RequestEmailCodeState,
} from '../../application/embedded-wallet/request-email-code.use-case.js';
export type { RequestFarcasterUrlState } from '../../application/embedded-wallet/request-farcaster-url.use-case.js';
export type { SecureFrameState } from '../../application/embedded-wallet/secure-frame-state.js';
export type { SetAccountTypeInput, SetAccountTypeState } from '../../application/embedded-wallet/set-account-type.use-case.js';
export type { EmailUpdateStep, UpdateEmailInput, UpdateEmailState } from '../../application/embedded-wallet/update-email.use-case.js';
export type { EmailCooldown } from '../../application/embedded-wallet/watch-email-cooldown.use-case.js';
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
export { AFTER_CONNECT, type AfterConnect } from '../../application/modal/after-connect.js';
export { EVENT_LOG, type EventLog, type LoggedEvent } from '../../application/modal/event-log.js';
export { CLOSING_GUARD, type ClosingGuard, MODAL_STORE, type ModalStore } from '../../application/modal/modal.store.js';
export type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
export type { EventLogState } from '../../application/modal/watch-event-log.use-case.js';
export type {
  AccountNameCheck,
  CheckAccountNameError,
  CheckAccountNameInput,
  CheckAccountNameState,
} from '../../application/names/check-account-name.use-case.js';
export type { IdentityReader } from '../../application/names/identity.reader.js';
export type { LookUpNameInput, LookUpNameState, NameProfile } from '../../application/names/look-up-name.use-case.js';
export type { NameReader } from '../../application/names/name.reader.js';
export { FOLLOW_PROFILES, IDENTITY_READER, NAME_READER } from '../../application/names/names.tokens.js';
export type {
  RegisterAccountNameError,
  RegisterAccountNameInput,
  RegisterAccountNameState,
} from '../../application/names/register-account-name.use-case.js';
export type { NamesError, ResolveNameInput, ResolveNameState } from '../../application/names/resolve-name.use-case.js';
export type { AddNetworkError, AddNetworkInput, AddNetworkState } from '../../application/network/add-network.use-case.js';
export type { SwitchNamespaceInput, SwitchNamespaceState } from '../../application/network/switch-namespace.use-case.js';
export type { SwitchNetworkError, SwitchNetworkInput, SwitchNetworkState } from '../../application/network/switch-network.use-case.js';
export type {
  LoadMoreNftsError,
  LoadMoreNftsInput,
  LoadMoreNftsState,
} from '../../application/nfts/load-more-nfts.use-case.js';
export type { NftsReader } from '../../application/nfts/nfts.reader.js';
export { NFTS_READER } from '../../application/nfts/nfts.tokens.js';
export type { WatchNftsInput } from '../../application/nfts/watch-nfts.use-case.js';
export type {
  CheckOutOnrampError,
  CheckOutOnrampInput,
  CheckOutOnrampState,
} from '../../application/onramp/check-out-onramp.use-case.js';
export type { EditOnrampState } from '../../application/onramp/edit-onramp.use-case.js';
export type {
  LoadMorePurchasesError,
  LoadMorePurchasesInput,
  LoadMorePurchasesState,
} from '../../application/onramp/load-more-purchases.use-case.js';
export { ONRAMP_FORM, PURCHASES_READER } from '../../application/onramp/onramp.tokens.js';
export type { WatchPurchasesInput } from '../../application/onramp/watch-purchases.use-case.js';
export { ANALYTICS, type Analytics, type AnalyticsError } from '../../application/ports/analytics.port.js';
export {
  type BalancesRequest,
  BLOCKCHAIN_API,
  type BlockchainApi,
  type BlockchainApiError,
  type HistoryRequest,
  type IdentityRequest,
  type NameRegistration,
  type NftsRequest,
  type OnrampUrlRequest,
  type OnrampWallet,
  type SessionRevocation,
  type SwapPair,
  type SwapQuotesRequest,
  type SwapRequest,
} from '../../application/ports/blockchain-api.port.js';
export { BROWSER, type Browser, type Platform, type Popup, type PopupOptions } from '../../application/ports/browser.port.js';
export { BUNDLER, type Bundler, type BundlerCallOptions } from '../../application/ports/bundler.port.js';
export {
  type Adoption,
  CHAIN,
  CHAINS,
  type Chain,
  type Chains,
  type ConnectRequest,
  type FollowRequest,
  type SessionEvent,
  type TransactionProgress,
  type TypedData,
  type WalletSession,
} from '../../application/ports/chain.port.js';
export type {
  AssetBalance,
  BalanceBreakdown,
  Balances,
  ChainNames,
  ChainServices,
  FeeQuote,
  FeeRate,
  SignatureVerdict,
  SignedMessage,
} from '../../application/ports/chain-services.js';
export { CLOCK, type Clock } from '../../application/ports/clock.port.js';
export { LOCKS, type Locks } from '../../application/ports/locks.port.js';
export { LOGGER, type Logger, type LogLevel } from '../../application/ports/logger.port.js';
export { MODAL_ELEMENT, type ModalElement } from '../../application/ports/modal-element.port.js';
export type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
export { SECURE_FRAME, type SecureFrame } from '../../application/ports/secure-frame.port.js';
export type { OnSendEvent, SendEvent } from '../../application/ports/send-event.js';
export {
  SIGN_IN_SERVICE,
  type SignInMessageRequest,
  type SignInRequest,
  type SignInService,
} from '../../application/ports/sign-in.port.js';
export { STORAGE, type Storage } from '../../application/ports/storage.port.js';
export type { TransactionRequest } from '../../application/ports/transaction-request.js';
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
export type { EditSendState } from '../../application/send/edit-send.use-case.js';
export type { EstimateFeesState } from '../../application/send/estimate-fees.use-case.js';
export type { ReadReport } from '../../application/send/follow-reports.js';
export type { OperationReports } from '../../application/send/operation-reports.js';
export type { PendingWatcher, PendingWatcherDeps } from '../../application/send/pending-watcher.js';
export type { SendInput } from '../../application/send/prepare-send.js';
export type {
  ReplaceTransactionError,
  ReplaceTransactionInput,
  ReplaceTransactionState,
} from '../../application/send/replace-transaction.js';
export {
  OPERATION_REPORTS,
  PENDING_WATCHER,
  SENT_TRANSACTIONS,
  TRANSACTION_NOTIFIER,
  TRANSACTION_REPOSITORY,
  TRANSACTION_TRACKER,
} from '../../application/send/send.tokens.js';
export type {
  ConfirmedTransaction,
  SendTransactionError,
  SendTransactionInput,
  SendTransactionState,
} from '../../application/send/send-transaction.use-case.js';
export type { SentTransactions } from '../../application/send/sent-transactions.js';
export type { SimulateTransactionState } from '../../application/send/simulate-transaction.use-case.js';
export type { SubmitSendError, SubmitSendInput, SubmitSendState } from '../../application/send/submit-send.use-case.js';
export type { TransactionNotifier } from '../../application/send/transaction-notifier.js';
export type { TransactionRepository } from '../../application/send/transaction-repository.js';
export {
  type Broadcast,
  type Settlement,
  type TransactionFollower,
  TransactionTracker,
  type TransactionTrackerDeps,
} from '../../application/send/transaction-tracker.js';
export { CHAIN_DECORATOR, CHAIN_REGISTRY, type ChainDecorator, type ChainRegistry } from '../../application/shared/chain-registry.js';
export { EVENT_BUS, type EventBus } from '../../application/shared/event-bus.js';
export { ON_START, type OnStart } from '../../application/shared/on-start.js';
export { OPTIONS, type OptionsStore } from '../../application/shared/options.store.js';
export { resultFrom } from '../../application/shared/result-from.js';
export { type ManyToken, manyToken, type Public, type Token, token } from '../../application/shared/token.js';
export type { ErrorOf, UseCaseState, UseCaseStep } from '../../application/shared/use-case-state.js';
export type { WalletErrorCode } from '../../application/shared/wallet-error-code.js';
export type { CancelSignInState } from '../../application/sign-in/cancel-sign-in.use-case.js';
export type { PrepareSignInError, PrepareSignInInput, PrepareSignInState } from '../../application/sign-in/prepare-sign-in.use-case.js';
export { SIGN_IN_STORE, type SignInStore } from '../../application/sign-in/sign-in.store.js';
export { SIGN_IN_TRACKER } from '../../application/sign-in/sign-in.tokens.js';
export type { SignInError, SignInInput, SignInRunState } from '../../application/sign-in/sign-in.use-case.js';
export type { SignInTracker } from '../../application/sign-in/sign-in-tracker.js';
export type { SignOutInput, SignOutState } from '../../application/sign-in/sign-out.use-case.js';
export type { SignInStatus, WatchSignInInput } from '../../application/sign-in/watch-sign-in.use-case.js';
export type { EditSwapInput, EditSwapState } from '../../application/swap/edit-swap.use-case.js';
export type { ReviewedSwap, SubmitSwapError, SubmitSwapState, Swapped } from '../../application/swap/submit-swap.use-case.js';
export { SWAP_FORM, SWAP_QUOTES, SWAP_TOKEN_LIST } from '../../application/swap/swap.tokens.js';
export type { SwapForm } from '../../application/swap/swap-form.js';
export type { SwapQuotes } from '../../application/swap/swap-quotes.js';
export type { SwapTokenList } from '../../application/swap/swap-token-list.js';
export { USE_CASES, type UseCases } from '../../application/use-cases.js';
export type { FollowWalletLinkInput, FollowWalletLinkState } from '../../application/wallet-protocol/follow-wallet-link.use-case.js';
export type { PairWalletError, PairWalletInput, PairWalletState } from '../../application/wallet-protocol/pair-wallet.use-case.js';
export type {
  SharedProviderSession,
  SharedUniversalProvider,
} from '../../application/wallet-protocol/provider/shared-universal-provider.js';
export type { AccountRecord, AccountType } from '../../domain/account/account-record.js';
export type { AddressLabels } from '../../domain/account/address-label.js';
export type { LookAlike } from '../../domain/account/look-alike-address.js';
export type { ActivityMonth } from '../../domain/activity/activity-groups.js';
export type {
  ActivityItem,
  ActivityStatus,
  FungibleTransfer,
  NftTransfer,
  Operation,
  Poisoning,
  PoisoningKind,
  Transfer,
  TransferDirection,
} from '../../domain/activity/activity-item.js';
export type { ActivityRow } from '../../domain/activity/activity-rows.js';
export type { ActivityState } from '../../domain/activity/activity-state.js';
export type { HistoryPage } from '../../domain/activity/parse-history.js';
export type { TrackedEvent, TrackedEventName, TrackedEvents } from '../../domain/analytics/tracked-event.js';
export type { AccountTypes } from '../../domain/caip/account-types.js';
export { type ChainId, type ChainIdComponents, formatChainId, isChainId, parseChainId, toChainId } from '../../domain/caip/caip-2.js';
export {
  type AccountId,
  type AccountIdComponents,
  formatAccountId,
  isAccountId,
  parseAccountId,
  toAccountId,
} from '../../domain/caip/caip-10.js';
export { type AssetId, type AssetIdComponents, formatAssetId, isAssetId, parseAssetId } from '../../domain/caip/caip-19.js';
export type { Namespace } from '../../domain/caip/namespace.js';
export { registerNamespace } from '../../domain/caip/register-namespace.js';
export type { ConnectionEvent } from '../../domain/connection/connection-event.js';
export type {
  AccountState,
  BalanceState,
  ConnectedWalletInfo,
  ConnectionState,
  ConnectionStatus,
  LossReason,
  LostConnection,
  MissingPermissions,
  NamespaceState,
  NativeBalance,
  PairingState,
  PendingWallet,
  WalletAction,
} from '../../domain/connection/connection-state.js';
export type { Connector, ConnectorType } from '../../domain/connection/connector.js';
export type { RecentWallet } from '../../domain/connection/recent-wallets.js';
export type { AccountChoice } from '../../domain/connection/shared-accounts.js';
export type { StoredConnection } from '../../domain/connection/stored-connection.js';
export type { DirectoryWallet, InjectedId, WalletBadge, WalletLinks } from '../../domain/directory/directory-wallet.js';
export type { ImageKey, ImageSource, ServiceImage, WithImage } from '../../domain/directory/wallet-image.js';
export type { WalletListState, WalletSearchState } from '../../domain/directory/wallet-list-state.js';
export type { WalletFilters, WalletQuery, WalletSearch } from '../../domain/directory/wallet-queries.js';
export type { ErrorCode, ErrorContexts } from '../../domain/errors/error-contexts.js';
export type { Recovery } from '../../domain/errors/error-recovery.js';
export { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
export type { NotReplaceableReason } from '../../domain/errors/not-replaceable.js';
export type { Alert, AlertState } from '../../domain/modal/alert.js';
export type { ModalState } from '../../domain/modal/modal-machine.js';
export type { SnackbarMessage, SnackbarState } from '../../domain/modal/snackbar-machine.js';
export { type AmountFormat, formatAmount, formatBalance } from '../../domain/money/format-amount.js';
export { formatUnits, parseUnits } from '../../domain/money/units.js';
export type { Identity, NameSuggestion } from '../../domain/names/parse-profile.js';
export type { CustomRpcUrl } from '../../domain/network/extend-network.js';
export type { BlockExplorer, NativeCurrency, Network, NetworkAssets, NetworkDefinition, RpcUrls } from '../../domain/network/network.js';
export type {
  OnrampOptions,
  PaymentCurrency,
  PaymentLimits,
  PurchaseCurrency,
  PurchaseNetwork,
} from '../../domain/onramp/onramp-options.js';
export {
  isRestrictedTimeZone,
  type OnrampProvider,
  type OnrampProviderId,
  onrampProvidersOf,
} from '../../domain/onramp/onramp-provider.js';
export type { OnrampAmount, OnrampQuote, OnrampQuoteRequest } from '../../domain/onramp/onramp-quote.js';
export { type AmountLimits, canCheckOut, type OnrampChange, type OnrampFault, type OnrampState } from '../../domain/onramp/onramp-state.js';
export type { ConnectMethod } from '../../domain/options/connect-order.js';
export type { ConnectorGroup } from '../../domain/options/connector-type-order.js';
export type {
  AppMetadata,
  CustomWallet,
  Endpoints,
  Features,
  OnrampConfig,
  Options,
  OptionsInput,
  PendingTransactionsFilter,
  SocialProvider,
  ThemeMode,
  ThemeVariables,
  UniversalProviderConfigOverride,
  WalletFeature,
} from '../../domain/options/options.js';
export { SOCIAL_NAMES, type SocialLoginProvider } from '../../domain/options/socials.js';
export type { RouterEvent, RouterState } from '../../domain/router/router-machine.js';
export { type PlainViewName, type View, type ViewData, type ViewName, view } from '../../domain/router/views.js';
export type { FeeSpeed } from '../../domain/send/fee-speed.js';
export type { InFlightTransaction } from '../../domain/send/in-flight.js';
export type { ReplacementMode } from '../../domain/send/replacement.js';
export type { ReportedProgress, UserOperationReceipt } from '../../domain/send/reported-progress.js';
export { type ReviewedTransfer, transferDigest } from '../../domain/send/reviewed-transfer.js';
export type { AmountUnit, SendDraft, SendFault } from '../../domain/send/send-draft.js';
export type { SendFormChange, SendFormState, SendRecipient } from '../../domain/send/send-form-state.js';
export type { SendContact, SendFees, SendQuote, SendState } from '../../domain/send/send-state.js';
export type { SentPurpose, SentToken, SwapSummary } from '../../domain/send/sent-purpose.js';
export type { SentKind, SentTransaction, TransactionOutcome, TransactionUpdate } from '../../domain/send/sent-transaction.js';
export type { SimulatedChange, Simulation } from '../../domain/send/simulation.js';
export type { SignInData, SignInSession } from '../../domain/sign-in/sign-in-session.js';
export type { NamespaceSignIn, SignInState } from '../../domain/sign-in/sign-in-state.js';
export type { SmartSession, SmartSessionRule } from '../../domain/smart-sessions/parse-smart-sessions.js';
export type { BuiltApproval, BuiltSwap, GasPrices, SwapQuote, SwapToken } from '../../domain/swap/parse-swap.js';
export type { SwapFormChange, SwapFormState } from '../../domain/swap/swap-form-state.js';
export type { SwapFault, SwapOffer, SwapReading, SwapState, SwapTokens } from '../../domain/swap/swap-state.js';
export { hasNfts } from '../../domain/tokens/has-nfts.js';
export type { HiddenBalance, HiddenReason, HiddenToken } from '../../domain/tokens/hidden-tokens.js';
export type { NftsState } from '../../domain/tokens/nfts-state.js';
export type { Nft, NftPage } from '../../domain/tokens/parse-nfts.js';
export type { TokenPrice } from '../../domain/tokens/parse-prices.js';
export type { TokenBalance } from '../../domain/tokens/token-balance.js';
export type { PairedWallet } from '../../domain/wallet-protocol/request-link.js';
export type { RequestedNamespace, RequestedNamespaces } from '../../domain/wallet-protocol/rules/grants.js';
export type { PeerMetadata, SessionNamespaces } from '../../domain/wallet-protocol/session.js';
export { createHostContainer } from '../create-container.js';
export { createLatchkey, type LatchkeyOptions } from '../create-latchkey.js';
export { FEATURE, FEATURE_LOADER, type Feature, type FeatureLoader, lazyModule } from '../lazy-module.js';
export type { InitialState } from '../lazy-use-case.js';
export { type LocalSignIn, localSignIn, type ServerSignIn, serverSignIn } from '../modules/sign-in-services.module.js';
export { defineDefaults, defineModule, type LatchkeyModule, type Many, many, type Wire, type WireOptions } from '../wire.js';
