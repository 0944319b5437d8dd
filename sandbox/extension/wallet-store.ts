import { devAccounts } from '../wallet/engine/keyring.js';
import { walletChains } from '../wallet/engine/known-chains.js';
import { initialState, type WalletState } from '../wallet/engine/wallet-state.js';
import type { ExtensionConfig } from './extension-config.js';

const KEY = 'wallet';

/** How many accounts of the development phrase the wallet holds. */
const ACCOUNTS = 3;

const readConfig = async (): Promise<ExtensionConfig> => {
  const response = await fetch(chrome.runtime.getURL('config.json'));
  // The file was written by buildExtension.
  return (await response.json()) as ExtensionConfig;
};

/** The state the wallet left behind, on the chains of the sandbox that runs now; and the fresh one. */
export const loadWallet = async (): Promise<{ readonly state: WalletState; readonly fresh: WalletState }> => {
  const [{ rpc, nodes }, stored] = await Promise.all([readConfig(), chrome.storage.local.get(KEY)]);
  const fresh = initialState(devAccounts(ACCOUNTS), walletChains(rpc), nodes);
  // Only saveWallet writes here.
  const left = stored[KEY] as WalletState | undefined;
  if (left === undefined) return { state: fresh, fresh };
  const added = left.chains.filter(({ chainId }) => fresh.chains.every((chain) => chain.chainId !== chainId));
  return { state: { ...fresh, ...left, nodes, chains: [...fresh.chains, ...added] }, fresh };
};

/** Keeps the state, keys included. */
export const saveWallet = (state: WalletState): void => {
  void chrome.storage.local.set({ [KEY]: state });
};
