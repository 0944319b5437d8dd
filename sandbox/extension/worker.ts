import { callControl } from '../process/control.js';
import { devAccounts } from '../wallet/engine/keyring.js';
import { WalletEngine } from '../wallet/engine/wallet-engine.js';
import { initialState, type WalletState, walletChains } from '../wallet/engine/wallet-state.js';
import type { Connection } from '../wallet/engine/window-connections.js';
import type { ExtensionConfig } from './build-extension.js';

// Script of the extension's service worker, which holds the wallet. Its listeners are added synchronously, because their events start the
// worker.

/** Key of the stored state. */
const KEY = 'wallet';

/** Number of accounts derived from the development phrase. */
const ACCOUNTS = 3;

const readConfig = async (): Promise<ExtensionConfig> => {
  const response = await fetch(chrome.runtime.getURL('config.json'));
  // The file was written by `buildExtension`.
  return (await response.json()) as ExtensionConfig;
};

/** Loads the stored state, updated to the chains of the running sandbox, and the initial state. */
const loadWallet = async (): Promise<{ readonly state: WalletState; readonly fresh: WalletState }> => {
  const [{ rpc, nodes }, stored] = await Promise.all([readConfig(), chrome.storage.local.get(KEY)]);
  const fresh = initialState(devAccounts(ACCOUNTS), walletChains(rpc), nodes);
  // Only `saveWallet` writes this key.
  const saved = stored[KEY] as WalletState | undefined;
  if (saved === undefined) return { state: fresh, fresh };
  const addedChains = saved.chains.filter(({ chainId }) => fresh.chains.every((chain) => chain.chainId !== chainId));
  return { state: { ...fresh, ...saved, nodes, chains: [...fresh.chains, ...addedChains] }, fresh };
};

/** Stores the state, including keys. */
const saveWallet = (state: WalletState): void => {
  void chrome.storage.local.set({ [KEY]: state });
};

const EXTENSION_ORIGIN = `chrome-extension://${chrome.runtime.id}`;

const openWindow = (requestId: string): void => {
  void chrome.windows.create({ url: `window.html?request=${requestId}`, type: 'popup', width: 400, height: 680, focused: true });
};

const loading: Promise<WalletEngine> = loadWallet().then(
  ({ state, fresh }) => new WalletEngine({ state, fresh, save: saveWallet, onPrompt: openWindow }),
);

/** Connects a port to the wallet; `null` for an opaque origin. The origin comes from the browser, so it cannot be forged. */
const openConnection = (port: chrome.runtime.Port, engine: WalletEngine): Connection | null => {
  const origin = port.sender?.origin;
  const send = (message: object): void => port.postMessage(message);
  if (origin === EXTENSION_ORIGIN) return engine.openWindow({ prompt: port.name === '' ? null : port.name, send });
  if (origin === undefined || origin === 'null') return null;
  const connection: Connection = engine.openPage({
    origin,
    send,
    drop: () => {
      port.disconnect();
      // `disconnect` does not fire `onDisconnect` on its own side.
      connection.close();
    },
  });
  return connection;
};

chrome.runtime.onConnect.addListener((port) => {
  const connection = loading.then((engine) => openConnection(port, engine));
  // Messages that arrive while the wallet loads are handled afterwards.
  port.onMessage.addListener((message) => void connection.then((opened) => opened?.receive(message)));
  port.onDisconnect.addListener(() => void connection.then((opened) => opened?.close()));
});

/** Tests call the wallet's controls from an extension page. */
chrome.runtime.onMessage.addListener((call: unknown, sender, reply) => {
  if (sender.origin !== EXTENSION_ORIGIN) return false;
  loading
    .then((engine) => callControl(engine.control, call))
    .then(
      (result) => reply({ result: result ?? null }),
      (error: unknown) => reply({ error: String(error) }),
    );
  // The response is sent asynchronously.
  return true;
});
