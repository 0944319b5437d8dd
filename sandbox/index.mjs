import { loadSandbox } from './build/load-sandbox.mjs';

/** The sandbox, bundled from its sources when it is imported. Types: index.d.mts. */
export const {
  buildExtension,
  controlOverHttp,
  createWallet,
  RelayControl,
  relayOverHttp,
  serveSite,
  startChain,
  startRelay,
  startSandbox,
  WalletControl,
  wrappedError,
} = await loadSandbox();
