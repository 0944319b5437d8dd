import { loadSandbox } from './build/load-sandbox.mjs';

/** The sandbox, bundled from its sources when it is imported. Types: index.d.mts. */
export const {
  buildExtension,
  controlOverHttp,
  createRemoteWallet,
  createWallet,
  DirectoryControl,
  directoryOverHttp,
  MemoryStore,
  OWN_WALLET_IDS,
  RelayControl,
  RemoteWalletControl,
  relayOverHttp,
  serveSite,
  startChain,
  startDirectory,
  startRelay,
  startSandbox,
  startSolana,
  startWalletPage,
  WALLET_PROJECT_ID,
  WalletControl,
  walletPageOverHttp,
  wrappedError,
} = await loadSandbox();
