/** Public API of the sandbox. */

export {
  type AnalyticsControl,
  type AnalyticsMode,
  type AnalyticsRequest,
  analyticsOverHttp,
  type ReceivedEvent,
} from './analytics/analytics-control.js';
export { type Analytics, type AnalyticsOptions, startAnalytics } from './analytics/start-analytics.js';
export {
  type BlockchainApiControl,
  type BlockchainApiFault,
  type BlockchainApiRequest,
  blockchainApiOverHttp,
} from './blockchain-api/blockchain-api-control.js';
export {
  type BlockchainApi,
  type BlockchainApiChain,
  type BlockchainApiOptions,
  startBlockchainApi,
} from './blockchain-api/start-blockchain-api.js';
export { stockPrices } from './blockchain-api/stock-prices.js';
export { CONTRACTS } from './chains/contracts.data.js';
export type { NameRecord } from './chains/deploy-contracts.js';
export { type ChainContracts, type DeployTarget, deployContracts, registerName } from './chains/deploy-contracts.js';
export type { SmartAccountContracts } from './chains/deploy-smart-accounts.js';
export type { SandboxToken, TokenGift } from './chains/sandbox-token.js';
export { type BitcoinOptions, type RunningBitcoin, startBitcoin } from './chains/start-bitcoin.js';
export { type ChainOptions, type RunningChain, startChain } from './chains/start-chain.js';
export { type PolkadotOptions, type RunningPolkadot, startPolkadot } from './chains/start-polkadot.js';
export { type RunningSolana, type SolanaOptions, startSolana } from './chains/start-solana.js';
export type { SandboxName } from './chains/stock-evm-chain.js';
export { type DirectoryControl, type DirectoryRequest, directoryOverHttp } from './directory/directory-control.js';
export type { DirectoryFault } from './directory/directory-fault.js';
export type { ListedWallet } from './directory/generate-wallets.js';
export { OWN_WALLET_IDS } from './directory/generate-wallets.js';
export { type Directory, type DirectoryOptions, startDirectory } from './directory/start-directory.js';
export { type BuildExtensionOptions, buildExtension } from './extension/build-extension.js';
export type { IdRegistry } from './farcaster/custody.js';
export { type FarcasterControl, type FarcasterFault, farcasterOverHttp } from './farcaster/farcaster-control.js';
export { type Farcaster, type FarcasterOptions, startFarcaster } from './farcaster/start-farcaster.js';
export { type MailControl, type MailFilter, mailOverHttp, type ReceivedMail } from './mail/mail-control.js';
export { type MailCatcher, type MailOptions, startMail } from './mail/start-mail.js';
export { type ControlCall, remoteControl } from './process/control.js';
export { type RelayControl, type RelayMode, type RelaySnapshot, relayOverHttp } from './relay/relay-control.js';
export type { RelayFault } from './relay/relay-fault.js';
export { type Relay, type RelayOptions, startRelay } from './relay/start-relay.js';
export type { RelayTraffic } from './relay/traffic-log.js';
export { type CreatedRemoteWallet, type CreateRemoteWalletOptions, createRemoteWallet } from './remote-wallet/create-remote-wallet.js';
export { MemoryStore, WALLET_PROJECT_ID } from './remote-wallet/open-client.js';
export {
  type RemoteChoice,
  type RemoteSession,
  type RemoteSnapshot,
  type RemoteWalletControl,
  type Restriction,
  walletPageOverHttp,
} from './remote-wallet/remote-control.js';
export type { FarcasterSettings } from './secure-site/api/farcaster-logins.js';
export type { RegisteredOrigin } from './secure-site/api/origins.js';
export type { SocialSettings } from './secure-site/api/social-logins.js';
export type { SiteNetwork, SmartAccountServices } from './secure-site/documents/site-config.js';
export type { SocialProvider } from './secure-site/protocol/login-user.js';
export { type BuiltDocuments, buildDocumentsOf, type DocumentBuildOptions } from './secure-site/site/build-documents.js';
export { writeBundle } from './secure-site/site/bundle-store.js';
export { ManifestKey } from './secure-site/site/document-bundle.js';
export { type SecureSite, type SecureSiteOptions, startSecureSite } from './secure-site/site/start-secure-site.js';
export { NotVerifiable, type SiteReport, type VerifyOptions as VerifySiteOptions, verifySite } from './secure-site/site/verify-site.js';
export type { SandboxMeta } from './site/prepare-html.js';
export { type Site, type SiteOptions, serveSite } from './site/serve-site.js';
export { type SmartAccountsControl, type Sponsorship, smartAccountsOverHttp } from './smart-accounts/smart-accounts-control.js';
export { type SmartAccounts, type SmartAccountsOptions, startSmartAccounts } from './smart-accounts/start-smart-accounts.js';
export { type SocialControl, type SocialFault, type SocialVisit, socialsOverHttp } from './social-login/social-control.js';
export { type SocialProviders, type SocialProvidersOptions, startSocialProviders } from './social-login/start-social-providers.js';
export { type Sandbox, type SandboxOptions, type SandboxUrls, startSandbox } from './start-sandbox.js';
export { startVerify, type Verify, type VerifyOptions } from './verify/start-verify.js';
export {
  type VerifyControl,
  type VerifyMessage,
  type VerifyMode,
  type VerifyRequest,
  verifyOverHttp,
} from './verify/verify-control.js';
export { createWallet, type Wallet } from './wallet/create-wallet.js';
export { type Fault, wrappedError } from './wallet/engine/fault.js';
export type { NamespaceNode, NamespaceNodes, OtherNamespace } from './wallet/engine/keys/namespace.js';
export type { WalletControl } from './wallet/engine/messages.js';
export type { PendingPrompt } from './wallet/engine/prompt.js';
export type { LoggedRequest } from './wallet/engine/request-log.js';
export type { SandboxProvider } from './wallet/provider/sandbox-provider.js';
export { controlOverHttp } from './wallet/service/start-wallet-service.js';
export { startWalletPage, type WalletPage, type WalletPageOptions } from './wallet-page/start-wallet-page.js';
