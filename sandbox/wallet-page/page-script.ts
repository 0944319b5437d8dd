import { Buffer } from 'buffer/index.js';
import { callControl } from '../process/control.js';
import { loadSignSdk, openClient } from '../remote-wallet/open-client.js';
import { RemoteWallet } from '../remote-wallet/remote-wallet.js';
import { devAccounts } from '../wallet/engine/keyring.js';
import { initialState, type WalletState, walletChains } from '../wallet/engine/wallet-state.js';
import { WALLET_PAGE_IDENTITY } from '../wallet/provider/identity.js';
import { ReconnectingSocket } from '../wallet/service/reconnecting-socket.js';
import { mountPage } from './mount-page.js';
import type { FromWalletPage, PageConfig, ToWalletPage } from './page-messages.js';

// Script of the wallet's page. The wallet runs in the page itself, as in a phone app.

const ACCOUNTS = 3;

/** Key of the wallet's own settings. The SDK stores the sessions. */
const STORAGE_KEY = 'sandbox-wallet-page';

/** Name of the Web Lock that one tab holds. A new tab steals it and stops the wallet in the previous tab. */
const LOCK = 'sandbox-wallet-page';

interface StoredSettings extends Pick<WalletState, 'selected' | 'chainId'> {
  readonly supportsSignIn: boolean;
}

const storedSettings = (): StoredSettings | null => {
  const text = localStorage.getItem(STORAGE_KEY);
  // Written by this page.
  return text === null ? null : (JSON.parse(text) as StoredSettings);
};

const restore = (state: WalletState, settings: StoredSettings | null): WalletState => {
  if (settings === null) return state;
  const { selected, chainId } = settings;
  const isKnown = state.accounts.some(({ address }) => address === selected) && state.chains.some((chain) => chain.chainId === chainId);
  return isKnown ? { ...state, selected, chainId } : state;
};

const save = ({ selected, chainId }: WalletState, supportsSignIn: boolean): void =>
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ selected, chainId, supportsSignIn } satisfies StoredSettings));

const start = async (root: HTMLElement): Promise<void> => {
  // The service serves this configuration.
  const config = (await (await fetch('/config.json')).json()) as PageConfig;
  // The SDK uses Node's `Buffer` for the permissions in sign-in requests (ERC-5573).
  Object.assign(globalThis, { Buffer });
  const sdk = await loadSignSdk();
  const { client, stop } = await openClient(sdk, {
    relayUrl: config.relayUrl,
    name: WALLET_PAGE_IDENTITY.name,
    url: location.origin,
    icons: [`${location.origin}/icon.svg`],
    prefix: 'sandbox-wallet-page',
  });
  const settings = storedSettings();
  const state = restore(initialState(devAccounts(ACCOUNTS), walletChains(config.rpcUrls), config.nodes), settings);
  const wallet = new RemoteWallet({ client, sdk, state, supportsSignIn: settings?.supportsSignIn ?? true, save });
  const page = mountPage(root, wallet);

  const socket = new ReconnectingSocket(`${location.origin.replace(/^http/, 'ws')}/control`, {
    message: async (message) => {
      // The other side is the wallet's own service.
      const { id, call } = message as ToWalletPage;
      const response = await callControl(wallet.control, call).then(
        (result): FromWalletPage => ({ id, result: result ?? null }),
        (error: unknown): FromWalletPage => ({ id, error: error instanceof Error ? error.message : String(error) }),
      );
      socket.send(response);
    },
    // The connection is only used by tests.
    disconnected: () => undefined,
  });

  navigator.locks
    .request(LOCK, { steal: true }, () => new Promise<never>(() => undefined))
    .catch(async () => {
      socket.close();
      page.close('The wallet is open in another tab', 'The wallet can only run in one tab. Reload this tab to use it here.');
      await stop();
    });

  const uri = new URLSearchParams(location.search).get('uri');
  if (uri === null) return;
  // A reload must not pair again.
  history.replaceState(null, '', '/');
  page.pair(uri);
};

const root = document.querySelector<HTMLElement>('#root');
if (root !== null) {
  root.textContent = 'Loading…';
  start(root).catch((error: unknown) => {
    root.textContent = `Can't start the wallet: ${error instanceof Error ? error.message : String(error)}`;
  });
}
