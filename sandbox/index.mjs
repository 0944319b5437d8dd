// @ts-check
import { loadSandbox } from './build/load-sandbox.mjs';

/** The sandbox, bundled from its sources on import. Types: index.d.mts. */
export const {
  buildExtension,
  CONTRACTS,
  controlOverHttp,
  createRemoteWallet,
  createWallet,
  deployContracts,
  directoryOverHttp,
  MemoryStore,
  OWN_WALLET_IDS,
  registerName,
  remoteControl,
  relayOverHttp,
  serveSite,
  startBitcoin,
  startChain,
  startDirectory,
  startPolkadot,
  startRelay,
  startSandbox,
  startSolana,
  startVerify,
  startWalletPage,
  verifyOverHttp,
  WALLET_PROJECT_ID,
  walletPageOverHttp,
  wrappedError,
} = await loadSandbox();
