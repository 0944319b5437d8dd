import { callControl } from '../process/control.js';
import { devAccounts } from '../wallet/engine/keyring.js';
import { WalletEngine } from '../wallet/engine/wallet-engine.js';
import { initialState, type WalletState, walletChains } from '../wallet/engine/wallet-state.js';
import type { Line } from '../wallet/engine/window-lines.js';
import type { ExtensionConfig } from './build-extension.js';

const KEY = 'wallet';

/** How many accounts of the development phrase the wallet holds. */
const ACCOUNTS = 3;

const readConfig = async (): Promise<ExtensionConfig> => {
  const response = await fetch(chrome.runtime.getURL('config.json'));
  // The file was written by buildExtension.
  return (await response.json()) as ExtensionConfig;
};

/** The state the wallet left behind, on the chains of the sandbox that runs now; and the fresh one. */
const loadWallet = async (): Promise<{ readonly state: WalletState; readonly fresh: WalletState }> => {
  const [{ rpc, nodes }, stored] = await Promise.all([readConfig(), chrome.storage.local.get(KEY)]);
  const fresh = initialState(devAccounts(ACCOUNTS), walletChains(rpc), nodes);
  // Only saveWallet writes here.
  const left = stored[KEY] as WalletState | undefined;
  if (left === undefined) return { state: fresh, fresh };
  const added = left.chains.filter(({ chainId }) => fresh.chains.every((chain) => chain.chainId !== chainId));
  return { state: { ...fresh, ...left, nodes, chains: [...fresh.chains, ...added] }, fresh };
};

/** Keeps the state, keys included. */
const saveWallet = (state: WalletState): void => {
  void chrome.storage.local.set({ [KEY]: state });
};

/** The extension's service worker: it holds the wallet. Listeners are added at once, since they are what wakes it. */
const OWN_ORIGIN = `chrome-extension://${chrome.runtime.id}`;

const openWindow = (requestId: string): void => {
  void chrome.windows.create({ url: `window.html?request=${requestId}`, type: 'popup', width: 400, height: 680, focused: true });
};

const loading: Promise<WalletEngine> = loadWallet().then(
  ({ state, fresh }) => new WalletEngine({ state, fresh, keep: saveWallet, asked: openWindow }),
);

/** Opens the line that a port is for, or none. The browser names the origin; the other end cannot. */
const openLine = (port: chrome.runtime.Port, engine: WalletEngine): Line | null => {
  const origin = port.sender?.origin;
  const send = (message: object): void => port.postMessage(message);
  if (origin === OWN_ORIGIN) return engine.openWindow({ question: port.name === '' ? null : port.name, send });
  if (origin === undefined || origin === 'null') return null;
  const line: Line = engine.openPage({
    origin,
    send,
    drop: () => {
      port.disconnect();
      // The end that disconnects a port hears nothing of it.
      line.close();
    },
  });
  return line;
};

chrome.runtime.onConnect.addListener((port) => {
  const line = loading.then((engine) => openLine(port, engine));
  // What arrives while the wallet loads is taken when it has.
  port.onMessage.addListener((message) => void line.then((opened) => opened?.receive(message)));
  port.onDisconnect.addListener(() => void line.then((opened) => opened?.close()));
});

/** Tests call the wallet's switches from a page of the extension itself. */
chrome.runtime.onMessage.addListener((call: unknown, sender, reply) => {
  if (sender.origin !== OWN_ORIGIN) return false;
  loading
    .then((engine) => callControl(engine.control, call))
    .then(
      (result) => reply({ result: result ?? null }),
      (error: unknown) => reply({ error: String(error) }),
    );
  // The answer comes later.
  return true;
});
