import { loadSandbox } from './build/load-sandbox.mjs';

/** The sandbox, bundled from its sources when it is imported. Types: index.d.mts. */
export const {
  buildExtension,
  controlOverHttp,
  createRemoteWallet,
  createWallet,
  MemoryStore,
  RelayControl,
  RemoteWalletControl,
  relayOverHttp,
  serveSite,
  startChain,
  startRelay,
  startSandbox,
  startWalletPage,
  WALLET_PROJECT_ID,
  WalletControl,
  walletPageOverHttp,
  wrappedError,
} = await loadSandbox();
