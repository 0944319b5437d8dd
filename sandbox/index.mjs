import { loadSandbox } from './build/load-sandbox.mjs';

/** The sandbox, bundled from its sources when it is imported. Types: index.d.mts. */
export const { buildExtension, controlOverHttp, createWallet, serveSite, startChain, startSandbox, WalletControl, wrappedError } =
  await loadSandbox();
