/**
 * Test wallets of all namespaces, an in-process relay, fakes of the ports and contract suites for adapter authors.
 *
 * Guides: [Testing](../guides/testing.md), [Writing a chain adapter](../guides/writing-a-chain-adapter.md).
 * @module
 */

export { FakeAnalytics, type FakeAnalyticsMode } from '../../application/ports/analytics.fake.js';
export {
  type BlockchainApiCall,
  type BlockchainApiInput,
  type BlockchainApiResult,
  type FakeApiMode,
  type FakeApiReplies,
  FakeBlockchainApi,
} from '../../application/ports/blockchain-api.fake.js';
export { FakeBrowser } from '../../application/ports/browser.fake.js';
export { FakeBundler, type FakeBundlerMode } from '../../application/ports/bundler.fake.js';
export { FakeChain, type FakeChainInit, type FakeReads } from '../../application/ports/chain.fake.js';
export { FakeClock, flushPromises } from '../../application/ports/clock.fake.js';
export { FakeKeyChain, FakeSecrets } from '../../application/ports/key-chain.fake.js';
export { FakeLocks } from '../../application/ports/locks.fake.js';
export { type FakeLogEntry, FakeLogger } from '../../application/ports/logger.fake.js';
export { FakeRecordStore, type FakeRecordStoreMode } from '../../application/ports/record-store.fake.js';
export { FakeRelay, type FakeRelayMode } from '../../application/ports/relay.fake.js';
export { type FakeEnvelope, type FakePublication, FakeRelayHub } from '../../application/ports/relay-hub.fake.js';
export { type FakeFrameAnswer, type FakeFrameRequest, FakeSecureFrame } from '../../application/ports/secure-frame.fake.js';
export { FakeSignIn, type FakeSignInMode } from '../../application/ports/sign-in.fake.js';
export { FakeStorage, type FakeStorageMode } from '../../application/ports/storage.fake.js';
export type { FakeCall, FakeTransaction, FakeUnsupportedMethod, FakeWallet, FakeWalletInit } from '../../application/ports/wallet.fake.js';
export { type FakeServiceMode, FakeWalletDirectory, fakeWallet } from '../../application/ports/wallet-directory.fake.js';
export type { FakeOperation, FakeResponse } from '../../application/ports/wallet-response.fake.js';
export { FakeMessageRelay } from '../../application/wallet-protocol/message-relay.fake.js';
export { type AnalyticsFault, type AnalyticsHarness, analyticsContract } from '../../testing/contracts/analytics.contract.js';
export {
  type BlockchainApiCase,
  type BlockchainApiFault,
  type BlockchainApiHarness,
  blockchainApiContract,
} from '../../testing/contracts/blockchain-api.contract.js';
export { type BrowserHarness, browserContract } from '../../testing/contracts/browser.contract.js';
export { type BundlerHarness, bundlerContract } from '../../testing/contracts/bundler.contract.js';
export { chainContract } from '../../testing/contracts/chain.contract.js';
export type {
  Approval,
  ApprovalOutcome,
  ChainAssets,
  ChainHarness,
  ChainNodes,
  ChainTraits,
  OptionalService,
  UnsupportedFeature,
  WalletUser,
} from '../../testing/contracts/chain-harness.js';
export { type ClockHarness, clockContract } from '../../testing/contracts/clock.contract.js';
export { type KeyChainHarness, keyChainContract } from '../../testing/contracts/key-chain.contract.js';
export { type LocksHarness, locksContract } from '../../testing/contracts/locks.contract.js';
export { type LoggerHarness, loggerContract } from '../../testing/contracts/logger.contract.js';
export { type RecordStoreHarness, recordStoreContract } from '../../testing/contracts/record-store.contract.js';
export { relayContract } from '../../testing/contracts/relay.contract.js';
export type { RelayHarness, RelayMode } from '../../testing/contracts/relay-harness.js';
export { type SignInHarness, signInContract } from '../../testing/contracts/sign-in.contract.js';
export { signInStoreContract } from '../../testing/contracts/sign-in-store.contract.js';
export { type StorageHarness, storageContract } from '../../testing/contracts/storage.contract.js';
export type { TestApi } from '../../testing/contracts/test-api.js';
export {
  type DirectoryFault,
  type WalletDirectoryHarness,
  walletDirectoryContract,
} from '../../testing/contracts/wallet-directory.contract.js';
export { InProcessRelay } from '../../testing/relay/in-process-relay.js';
export { type MetaDocument, sandboxEndpoints } from '../../testing/sandbox-endpoints.js';
export {
  type Bip122TestAddressType,
  type Bip122TestKey,
  type Bip122TestNetwork,
  bip122TestKey,
} from '../../testing/wallets/bip122-keys.js';
export { Bip122TestWallet, type Bip122TestWindow } from '../../testing/wallets/bip122-test-wallet.js';
export type {
  Bip122TestMethod,
  Bip122TestRequest,
  Bip122TestWalletOptions,
} from '../../testing/wallets/bip122-test-wallet-options.js';
export type { Eip155TestSigner, Eip155TestTransaction } from '../../testing/wallets/eip155-signer.js';
export { eip155TestSigner } from '../../testing/wallets/eip155-test-signer.js';
export { Eip155TestWallet } from '../../testing/wallets/eip155-test-wallet.js';
export type {
  AnnouncementWindow,
  Eip155TestRequest,
  Eip155TestWalletInfo,
  Eip155TestWalletOptions,
} from '../../testing/wallets/eip155-test-wallet-options.js';
export {
  MultiChainTestWallet,
  type MultiChainTestWalletOptions,
  type MultiChainTestWindow,
} from '../../testing/wallets/multi-chain-test-wallet.js';
export type { PolkadotTestSigner } from '../../testing/wallets/polkadot-signer.js';
export { polkadotTestSigner } from '../../testing/wallets/polkadot-test-signer.js';
export { PolkadotTestWallet } from '../../testing/wallets/polkadot-test-wallet.js';
export type {
  PolkadotTestMethod,
  PolkadotTestProvider,
  PolkadotTestRequest,
  PolkadotTestWalletOptions,
} from '../../testing/wallets/polkadot-test-wallet-options.js';
export { type RemoteTestPrompt, RemoteTestWallet, type RemoteTestWalletOptions } from '../../testing/wallets/remote-test-wallet.js';
export { type SolanaTestSigner, solanaTestSigner } from '../../testing/wallets/solana-test-signer.js';
export { SolanaTestWallet } from '../../testing/wallets/solana-test-wallet.js';
export type {
  SolanaRegistryWindow,
  SolanaTestFeature,
  SolanaTestNode,
  SolanaTestRequest,
  SolanaTestWalletOptions,
} from '../../testing/wallets/solana-test-wallet-options.js';
export type { TestWallet } from '../../testing/wallets/test-wallet.js';
export type { TestWalletApproval, TestWalletRequest, TestWalletResponse } from '../../testing/wallets/test-wallet-options.js';
export { inProcessRelay } from '../modules/in-process-relay.module.js';
