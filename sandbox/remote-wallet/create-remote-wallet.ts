import { devAccounts } from '../wallet/engine/keyring.js';
import type { NamespaceNodes } from '../wallet/engine/keys/namespace.js';
import { initialState, walletChains } from '../wallet/engine/wallet-state.js';
import { WALLET_PAGE_IDENTITY } from '../wallet/provider/identity.js';
import { loadSignSdk, MemoryStore, openClient } from './open-client.js';
import type { RemoteWalletControl } from './remote-control.js';
import { RemoteWallet } from './remote-wallet.js';

/** How many accounts of the development phrase the wallet holds. */
const ACCOUNTS = 3;

/** The address that a wallet without a page gives as its own. */
const WALLET_URL = 'https://wallet.sandbox.example';

/** What a wallet inside this process is started with. */
export interface CreateRemoteWalletOptions {
  /** Address of the relay, e.g. `sandbox.urls.relay`. */
  readonly relayUrl: string;
  /** JSON-RPC address by EIP-155 chain id; the wallet knows 1, 137 and 100 and leaves out those without an address. */
  readonly rpcUrls: Readonly<Record<number, string>>;
  /** What the wallet offers besides eip155, by namespace; nothing by default. */
  readonly nodes?: NamespaceNodes;
  /** What the wallet calls itself. */
  readonly name?: string;
  /** What an earlier wallet, which is stopped, left: its sessions. Without it the wallet is new. */
  readonly store?: MemoryStore;
}

/** A wallet inside this process that apps reach through a relay. */
export interface CreatedRemoteWallet {
  readonly control: RemoteWalletControl;
  /** Leaves the relay; sessions stay, as on a phone that is switched off. */
  stop(): Promise<void>;
}

/**
 * Makes a wallet inside this process that apps reach through a relay: the wallet page's own logic, on the official client, without a page.
 * @example
 * const wallet = await createRemoteWallet({ relayUrl: sandbox.urls.relay, rpcUrls: { 1: sandbox.urls.rpc['eip155:1'] } });
 * await wallet.control.pair(uri);
 * await wallet.control.nextQuestion();
 * await wallet.control.approve();
 */
export const createRemoteWallet = async (options: CreateRemoteWalletOptions): Promise<CreatedRemoteWallet> => {
  const { relayUrl, rpcUrls, nodes = {}, name = WALLET_PAGE_IDENTITY.name, store = new MemoryStore() } = options;
  const sdk = await loadSignSdk();
  const { client, stop } = await openClient(sdk, { relayUrl, name, url: WALLET_URL, icons: [], prefix: store.prefix, store });
  const wallet = new RemoteWallet({ client, sdk, state: initialState(devAccounts(ACCOUNTS), walletChains(rpcUrls), nodes) });
  return { control: wallet.control, stop };
};
