import { devAccounts } from '../wallet/engine/keyring.js';
import { walletChains } from '../wallet/engine/known-chains.js';
import { initialState } from '../wallet/engine/wallet-state.js';
import { PAGE_SCRIPT_IDENTITY } from '../wallet/provider/identity.js';
import { MemoryStore } from './memory-store.js';
import { RemoteWalletControl } from './remote-control.js';
import { RemoteWallet } from './remote-wallet.js';
import { loadSignSdk } from './sign-sdk.js';

/** How many accounts of the development phrase the wallet holds. */
const ACCOUNTS = 3;

/** Project id with which the sandbox's wallets enter a relay, for relays that let only some in. */
export const WALLET_PROJECT_ID = 'sandbox-wallet';

/** What a wallet inside this process is started with. */
export interface CreateRemoteWalletOptions {
  /** Address of the relay, e.g. `sandbox.urls.relay`. */
  readonly relayUrl: string;
  /** JSON-RPC address by EIP-155 chain id; the wallet knows 1, 137 and 100 and leaves out those without an address. */
  readonly rpcUrls: Readonly<Record<number, string>>;
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
  const { relayUrl, rpcUrls, name = PAGE_SCRIPT_IDENTITY.name, store = new MemoryStore() } = options;
  const sdk = await loadSignSdk();
  const client = await sdk.SignClient.init({
    projectId: WALLET_PROJECT_ID,
    relayUrl,
    metadata: { name, description: 'A wallet for development', url: 'https://wallet.sandbox.example', icons: [] },
    logger: 'silent',
    telemetryEnabled: false,
    storage: store,
    customStoragePrefix: store.prefix,
    signConfig: { disableRequestQueue: true },
  });
  const wallet = new RemoteWallet({ client, sdk, state: initialState(devAccounts(ACCOUNTS), walletChains(rpcUrls)) });
  return {
    control: new RemoteWalletControl((command) => wallet.command(command)),
    stop: async () => {
      client.core.heartbeat.stop();
      await client.core.relayer.transportClose();
      // Where the client remembers its inner parts for others of the same prefix.
      for (const suffix of ['', '_count']) Reflect.deleteProperty(globalThis, `_walletConnectCore_${store.prefix}${suffix}`);
    },
  };
};
