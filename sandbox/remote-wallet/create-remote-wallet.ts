import { devAccounts } from '../wallet/engine/keyring.js';
import type { NamespaceNodes } from '../wallet/engine/keys/namespace.js';
import { initialState, walletChains } from '../wallet/engine/wallet-state.js';
import { WALLET_PAGE_IDENTITY } from '../wallet/provider/identity.js';
import { loadSignSdk, MemoryStore, openClient } from './open-client.js';
import type { RemoteWalletControl } from './remote-control.js';
import { RemoteWallet } from './remote-wallet.js';

/** Number of accounts derived from the development phrase. */
const ACCOUNTS = 3;

/** URL in the metadata of a wallet without a page. */
const WALLET_URL = 'https://wallet.sandbox.example';

/** Options of {@link createRemoteWallet}. */
export interface CreateRemoteWalletOptions {
  /** URL of the relay, e.g. `sandbox.urls.relay`. */
  readonly relayUrl: string;
  /** RPC URL by EIP-155 chain id. The wallet supports 1, 137 and 100, as far as they have a URL. */
  readonly rpcUrls: Readonly<Record<number, string>>;
  /** Nodes of the other namespaces. Default: none. */
  readonly nodes?: NamespaceNodes;
  /** Display name. */
  readonly name?: string;
  /** True to sign in to apps with the approval of a connection. Default false. */
  readonly supportsSignIn?: boolean;
  /** Storage of an earlier, stopped wallet, to restore its sessions. Default: a new wallet. */
  readonly store?: MemoryStore;
}

/** A wallet in this process that apps connect to through a relay. */
export interface CreatedRemoteWallet {
  readonly control: RemoteWalletControl;
  /** Disconnects from the relay. Sessions stay active, as on a phone that is switched off. */
  stop(): Promise<void>;
}

/**
 * Creates a wallet in this process that apps connect to through a relay: the logic of the wallet page, on the WalletConnect SDK.
 * @example
 * const wallet = await createRemoteWallet({ relayUrl: sandbox.urls.relay, rpcUrls: { 1: sandbox.urls.rpc['eip155:1'] } });
 * await wallet.control.pair(uri);
 * await wallet.control.nextPrompt();
 * await wallet.control.approve();
 */
export const createRemoteWallet = async (options: CreateRemoteWalletOptions): Promise<CreatedRemoteWallet> => {
  const { relayUrl, rpcUrls, nodes = {}, name = WALLET_PAGE_IDENTITY.name, supportsSignIn = false, store = new MemoryStore() } = options;
  const sdk = await loadSignSdk();
  const { client, stop } = await openClient(sdk, { relayUrl, name, url: WALLET_URL, icons: [], prefix: store.prefix, store });
  const state = initialState(devAccounts(ACCOUNTS), walletChains(rpcUrls), nodes);
  const wallet = new RemoteWallet({ client, sdk, state, supportsSignIn });
  return { control: wallet.control, stop };
};
