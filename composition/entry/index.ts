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
export type { SwitchAccountInput, SwitchAccountState } from '../../application/account/switch-account.use-case.js';
export type { VerifyMessageError, VerifyMessageInput, VerifyMessageState } from '../../application/account/verify-message.use-case.js';
export type { AssetBalancesState } from '../../application/balances/asset-balance.poll.js';
export type { AccountBalance, ReadAccountBalancesState } from '../../application/balances/read-account-balances.use-case.js';
export type { ConnectWalletError, ConnectWalletInput, ConnectWalletState } from '../../application/connect/connect-wallet.use-case.js';
export type { ConnectorProgress, ConnectWalletsInput, ConnectWalletsState } from '../../application/connect/connect-wallets.use-case.js';
export { CONNECTION_STORE, type ConnectionStore } from '../../application/connect/connection.store.js';
export type { DisconnectWalletInput, DisconnectWalletState } from '../../application/connect/disconnect-wallet.use-case.js';
export { REMOTE_CONNECTOR, type RemoteConnector } from '../../application/connect/remote-connector.js';
export type {
  AdapterModule,
  Latchkey,
  Listener,
  OpenOptions,
  PublicState,
  Theme,
  Unsubscribe,
  UpdatableOptions,
} from '../../application/latchkey.js';
export { CLOSING_GUARD, type ClosingGuard } from '../../application/modal/modal.store.js';
export type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
export type { FoundName, LookUpNameInput, LookUpNameState } from '../../application/names/look-up-name.use-case.js';
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
export type {
  ConfirmedTransaction,
  SendTransactionError,
  SendTransactionInput,
  SendTransactionState,
} from '../../application/send/send-transaction.use-case.js';
export { EVENT_BUS, type EventBus } from '../../application/shared/event-bus.js';
export { lastOutcome } from '../../application/shared/last-outcome.js';
export { OPTIONS, type OptionsStore } from '../../application/shared/options.store.js';
export { type Token, token } from '../../application/shared/token.js';
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
export { formatUnits } from '../../domain/money/format-units.js';
export { parseUnits } from '../../domain/money/parse-units.js';
export type { NativeCurrency, Network, NetworkDefinition } from '../../domain/network/network.js';
export type { Features, Options, OptionsInput, ThemeMode, ThemeVariables } from '../../domain/options/options.js';
export { type PlainViewName, type View, type ViewName, view } from '../../domain/router/views.js';
export type { SentTransaction, TransactionOutcome } from '../../domain/send/sent-transaction.js';
export { createLatchkey, type LatchkeyOptions } from '../create-latchkey.js';
export { defineModule, type LatchkeyModule, type Many, many, type Wire, type WireOptions } from '../wire.js';
