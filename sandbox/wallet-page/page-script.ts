import { callControl } from '../process/control.js';
import { loadSignSdk, openClient } from '../remote-wallet/open-client.js';
import { RemoteWallet } from '../remote-wallet/remote-wallet.js';
import { devAccounts } from '../wallet/engine/keyring.js';
import { initialState, type WalletState, walletChains } from '../wallet/engine/wallet-state.js';
import { WALLET_PAGE_IDENTITY } from '../wallet/provider/identity.js';
import { SocketLine } from '../wallet/service/socket-line.js';
import { mountPage } from './mount-page.js';
import type { FromWalletPage, PageConfig, ToWalletPage } from './page-line.js';

/** The wallet's page: the wallet itself runs here, as it would on a phone. */

const ACCOUNTS = 3;

/** What the wallet remembers of itself; the client remembers its sessions. */
const STORED = 'sandbox-wallet-page';

/** What browsers let only one tab hold; a tab that takes it ends the wallet in the one before. */
const LOCK = 'sandbox-wallet-page';

type Remembered = Pick<WalletState, 'selected' | 'chainId'>;

const recall = (state: WalletState): WalletState => {
  const text = localStorage.getItem(STORED);
  if (text === null) return state;
  // This page wrote it.
  const { selected, chainId } = JSON.parse(text) as Remembered;
  const isKnown = state.accounts.some(({ address }) => address === selected) && state.chains.some((chain) => chain.chainId === chainId);
  return isKnown ? { ...state, selected, chainId } : state;
};

const keep = ({ selected, chainId }: WalletState): void =>
  localStorage.setItem(STORED, JSON.stringify({ selected, chainId } satisfies Remembered));

const start = async (root: HTMLElement): Promise<void> => {
  // The service gives this page its addresses.
  const config = (await (await fetch('/config.json')).json()) as PageConfig;
  const sdk = await loadSignSdk();
  const { client, stop } = await openClient(sdk, {
    relayUrl: config.relayUrl,
    name: WALLET_PAGE_IDENTITY.name,
    url: location.origin,
    icons: [`${location.origin}/icon.svg`],
    prefix: 'sandbox-wallet-page',
  });
  const state = recall(initialState(devAccounts(ACCOUNTS), walletChains(config.rpcUrls), config.nodes));
  const wallet = new RemoteWallet({ client, sdk, state, keep });
  const page = mountPage(root, wallet);

  const line = new SocketLine(`${location.origin.replace(/^http/, 'ws')}/line`, {
    message: async (message) => {
      // The other end is the wallet's own service.
      const { id, call } = message as ToWalletPage;
      const answer = await callControl(wallet.control, call).then(
        (result): FromWalletPage => ({ id, result: result ?? null }),
        (error: unknown): FromWalletPage => ({ id, error: error instanceof Error ? error.message : String(error) }),
      );
      line.send(answer);
    },
    // Only tests use the line.
    broken: () => undefined,
  });

  navigator.locks
    .request(LOCK, { steal: true }, () => new Promise<never>(() => undefined))
    .catch(async () => {
      line.close();
      page.end('The wallet is open in another tab', 'It lives in one tab at a time. Reload this one to use it here.');
      await stop();
    });

  const uri = new URLSearchParams(location.search).get('uri');
  if (uri === null) return;
  // A reload does not follow the link again.
  history.replaceState(null, '', '/');
  page.pair(uri);
};

const root = document.querySelector<HTMLElement>('#root');
if (root !== null) {
  root.textContent = 'One moment…';
  start(root).catch((error: unknown) => {
    root.textContent = `The wallet could not start: ${error instanceof Error ? error.message : String(error)}`;
  });
}
