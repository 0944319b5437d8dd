import type { CallWallet } from './account/call-wallet.use-case.js';
import type { RequestAccounts } from './account/request-accounts.use-case.js';
import type { SetActiveAccount } from './account/set-active-account.use-case.js';
import type { SignMessage } from './account/sign-message.use-case.js';
import type { SignTypedData } from './account/sign-typed-data.use-case.js';
import type { VerifyMessage } from './account/verify-message.use-case.js';
import type { WatchAccount } from './account/watch-account.use-case.js';
import type { LoadMoreActivity } from './activity/load-more-activity.use-case.js';
import type { WatchActivity } from './activity/watch-activity.use-case.js';
import type { AddToken } from './balances/add-token.use-case.js';
import type { HideToken } from './balances/hide-token.use-case.js';
import type { ReadAccountBalances } from './balances/read-account-balances.use-case.js';
import type { ReadBalanceBreakdown } from './balances/read-balance-breakdown.use-case.js';
import type { ReadToken } from './balances/read-token.use-case.js';
import type { RefreshBalance } from './balances/refresh-balance.use-case.js';
import type { RefreshTokens } from './balances/refresh-tokens.use-case.js';
import type { ShowToken } from './balances/show-token.use-case.js';
import type { WatchAssetBalances } from './balances/watch-asset-balances.use-case.js';
import type { WatchBalance } from './balances/watch-balance.use-case.js';
import type { WatchTokens } from './balances/watch-tokens.use-case.js';
import type { ConnectNamespaces } from './connect/connect-namespaces.use-case.js';
import type { ConnectWallet } from './connect/connect-wallet.use-case.js';
import type { DisconnectWallet } from './connect/disconnect-wallet.use-case.js';
import type { ReconnectWallets } from './connect/reconnect-wallets.use-case.js';
import type { WatchConnection } from './connect/watch-connection.use-case.js';
import type { WatchConnectors } from './connect/watch-connectors.use-case.js';
import type { ExcludeWallets } from './directory/exclude-wallets.use-case.js';
import type { FindWallet } from './directory/find-wallet.use-case.js';
import type { LoadMoreWallets } from './directory/load-more-wallets.use-case.js';
import type { WatchImage } from './directory/watch-image.use-case.js';
import type { WatchRecentWallets } from './directory/watch-recent-wallets.use-case.js';
import type { WatchWalletImage } from './directory/watch-wallet-image.use-case.js';
import type { WatchWalletSearch } from './directory/watch-wallet-search.use-case.js';
import type { WatchWallets } from './directory/watch-wallets.use-case.js';
import type { ApproveDevice } from './embedded-wallet/approve-device.use-case.js';
import type { EnterEmailCode } from './embedded-wallet/enter-email-code.use-case.js';
import type { EnterUpdateEmailCode } from './embedded-wallet/enter-update-email-code.use-case.js';
import type { LogInWithFarcaster } from './embedded-wallet/log-in-with-farcaster.use-case.js';
import type { LogInWithSocial } from './embedded-wallet/log-in-with-social.use-case.js';
import type { RequestEmailCode } from './embedded-wallet/request-email-code.use-case.js';
import type { RequestFarcasterUrl } from './embedded-wallet/request-farcaster-url.use-case.js';
import type { SetAccountType } from './embedded-wallet/set-account-type.use-case.js';
import type { UpdateEmail } from './embedded-wallet/update-email.use-case.js';
import type { WatchEmailCooldown } from './embedded-wallet/watch-email-cooldown.use-case.js';
import type { WatchSecureFrame } from './embedded-wallet/watch-secure-frame.use-case.js';
import type { CloseModal } from './modal/close-modal.use-case.js';
import type { CopyText } from './modal/copy-text.use-case.js';
import type { OpenModal } from './modal/open-modal.use-case.js';
import type { WatchEventLog } from './modal/watch-event-log.use-case.js';
import type { WatchModal } from './modal/watch-modal.use-case.js';
import type { CheckAccountName } from './names/check-account-name.use-case.js';
import type { LookUpName } from './names/look-up-name.use-case.js';
import type { RegisterAccountName } from './names/register-account-name.use-case.js';
import type { ResolveName } from './names/resolve-name.use-case.js';
import type { AddNetwork } from './network/add-network.use-case.js';
import type { SwitchNamespace } from './network/switch-namespace.use-case.js';
import type { SwitchNetwork } from './network/switch-network.use-case.js';
import type { LoadMoreNfts } from './nfts/load-more-nfts.use-case.js';
import type { WatchNfts } from './nfts/watch-nfts.use-case.js';
import type { CheckOutOnramp } from './onramp/check-out-onramp.use-case.js';
import type { EditOnramp } from './onramp/edit-onramp.use-case.js';
import type { LoadMorePurchases } from './onramp/load-more-purchases.use-case.js';
import type { WatchOnramp } from './onramp/watch-onramp.use-case.js';
import type { WatchPurchases } from './onramp/watch-purchases.use-case.js';
import type { CancelTransaction } from './send/cancel-transaction.use-case.js';
import type { EditSend } from './send/edit-send.use-case.js';
import type { EstimateFees } from './send/estimate-fees.use-case.js';
import type { SendTransaction } from './send/send-transaction.use-case.js';
import type { SimulateTransaction } from './send/simulate-transaction.use-case.js';
import type { SpeedUpTransaction } from './send/speed-up-transaction.use-case.js';
import type { SubmitSend } from './send/submit-send.use-case.js';
import type { WatchInFlight } from './send/watch-in-flight.use-case.js';
import type { WatchSend } from './send/watch-send.use-case.js';
import type { WatchTransactions } from './send/watch-transactions.use-case.js';
import { type Public, type Token, token } from './shared/token.js';
import type { CancelSignIn } from './sign-in/cancel-sign-in.use-case.js';
import type { PrepareSignIn } from './sign-in/prepare-sign-in.use-case.js';
import type { SignIn } from './sign-in/sign-in.use-case.js';
import type { SignOut } from './sign-in/sign-out.use-case.js';
import type { WatchSignIn } from './sign-in/watch-sign-in.use-case.js';
import type { EditSwap } from './swap/edit-swap.use-case.js';
import type { SubmitSwap } from './swap/submit-swap.use-case.js';
import type { WatchSwap } from './swap/watch-swap.use-case.js';
import type { FollowWalletLink } from './wallet-protocol/follow-wallet-link.use-case.js';
import type { PairWallet } from './wallet-protocol/pair-wallet.use-case.js';
import type { ResumePairing } from './wallet-protocol/resume-pairing.use-case.js';

/** Container token of each use case. An app resolves them, or binds its own implementation. */
export const USE_CASES = {
  watchConnectors: token<WatchConnectors>('watchConnectors'),
  connectWallet: token<ConnectWallet>('connectWallet'),
  connectNamespaces: token<ConnectNamespaces>('connectNamespaces'),
  pairWallet: token<PairWallet>('pairWallet'),
  followWalletLink: token<FollowWalletLink>('followWalletLink'),
  resumePairing: token<ResumePairing>('resumePairing'),
  reconnectWallets: token<ReconnectWallets>('reconnectWallets'),
  watchConnection: token<WatchConnection>('watchConnection'),
  disconnectWallet: token<DisconnectWallet>('disconnectWallet'),
  switchNetwork: token<SwitchNetwork>('switchNetwork'),
  switchNamespace: token<SwitchNamespace>('switchNamespace'),
  addNetwork: token<AddNetwork>('addNetwork'),
  signMessage: token<SignMessage>('signMessage'),
  signTypedData: token<SignTypedData>('signTypedData'),
  verifyMessage: token<VerifyMessage>('verifyMessage'),
  callWallet: token<CallWallet>('callWallet'),
  setActiveAccount: token<SetActiveAccount>('setActiveAccount'),
  requestAccounts: token<RequestAccounts>('requestAccounts'),
  watchAccount: token<WatchAccount>('watchAccount'),
  watchBalance: token<WatchBalance>('watchBalance'),
  refreshBalance: token<RefreshBalance>('refreshBalance'),
  readBalanceBreakdown: token<ReadBalanceBreakdown>('readBalanceBreakdown'),
  readAccountBalances: token<ReadAccountBalances>('readAccountBalances'),
  sendTransaction: token<SendTransaction>('sendTransaction'),
  speedUpTransaction: token<SpeedUpTransaction>('speedUpTransaction'),
  cancelTransaction: token<CancelTransaction>('cancelTransaction'),
  estimateFees: token<EstimateFees>('estimateFees'),
  simulateTransaction: token<SimulateTransaction>('simulateTransaction'),
  watchSend: token<WatchSend>('watchSend'),
  editSend: token<EditSend>('editSend'),
  submitSend: token<SubmitSend>('submitSend'),
  watchOnramp: token<WatchOnramp>('watchOnramp'),
  editOnramp: token<EditOnramp>('editOnramp'),
  checkOutOnramp: token<CheckOutOnramp>('checkOutOnramp'),
  watchPurchases: token<WatchPurchases>('watchPurchases'),
  loadMorePurchases: token<LoadMorePurchases>('loadMorePurchases'),
  watchSwap: token<WatchSwap>('watchSwap'),
  editSwap: token<EditSwap>('editSwap'),
  submitSwap: token<SubmitSwap>('submitSwap'),
  watchTransactions: token<WatchTransactions>('watchTransactions'),
  watchInFlight: token<WatchInFlight>('watchInFlight'),
  watchAssetBalances: token<WatchAssetBalances>('watchAssetBalances'),
  watchActivity: token<WatchActivity>('watchActivity'),
  loadMoreActivity: token<LoadMoreActivity>('loadMoreActivity'),
  watchNfts: token<WatchNfts>('watchNfts'),
  loadMoreNfts: token<LoadMoreNfts>('loadMoreNfts'),
  watchTokens: token<WatchTokens>('watchTokens'),
  refreshTokens: token<RefreshTokens>('refreshTokens'),
  readToken: token<ReadToken>('readToken'),
  addToken: token<AddToken>('addToken'),
  hideToken: token<HideToken>('hideToken'),
  showToken: token<ShowToken>('showToken'),
  resolveName: token<ResolveName>('resolveName'),
  lookUpName: token<LookUpName>('lookUpName'),
  checkAccountName: token<CheckAccountName>('checkAccountName'),
  registerAccountName: token<RegisterAccountName>('registerAccountName'),
  openModal: token<OpenModal>('openModal'),
  closeModal: token<CloseModal>('closeModal'),
  watchModal: token<WatchModal>('watchModal'),
  copyText: token<CopyText>('copyText'),
  watchEventLog: token<WatchEventLog>('watchEventLog'),
  watchWallets: token<WatchWallets>('watchWallets'),
  loadMoreWallets: token<LoadMoreWallets>('loadMoreWallets'),
  watchWalletSearch: token<WatchWalletSearch>('watchWalletSearch'),
  findWallet: token<FindWallet>('findWallet'),
  watchWalletImage: token<WatchWalletImage>('watchWalletImage'),
  watchImage: token<WatchImage>('watchImage'),
  watchRecentWallets: token<WatchRecentWallets>('watchRecentWallets'),
  excludeWallets: token<ExcludeWallets>('excludeWallets'),
  requestEmailCode: token<RequestEmailCode>('requestEmailCode'),
  approveDevice: token<ApproveDevice>('approveDevice'),
  enterEmailCode: token<EnterEmailCode>('enterEmailCode'),
  logInWithSocial: token<LogInWithSocial>('logInWithSocial'),
  requestFarcasterUrl: token<RequestFarcasterUrl>('requestFarcasterUrl'),
  logInWithFarcaster: token<LogInWithFarcaster>('logInWithFarcaster'),
  updateEmail: token<UpdateEmail>('updateEmail'),
  enterUpdateEmailCode: token<EnterUpdateEmailCode>('enterUpdateEmailCode'),
  setAccountType: token<SetAccountType>('setAccountType'),
  watchSecureFrame: token<WatchSecureFrame>('watchSecureFrame'),
  watchEmailCooldown: token<WatchEmailCooldown>('watchEmailCooldown'),
  prepareSignIn: token<PrepareSignIn>('prepareSignIn'),
  signIn: token<SignIn>('signIn'),
  cancelSignIn: token<CancelSignIn>('cancelSignIn'),
  signOut: token<SignOut>('signOut'),
  watchSignIn: token<WatchSignIn>('watchSignIn'),
} as const;

/** All use cases of a client, for hooks, views and headless apps. */
export type UseCases = {
  readonly [Name in keyof typeof USE_CASES]: (typeof USE_CASES)[Name] extends Token<infer UseCase> ? Public<UseCase> : never;
};
