import type { TestCommand } from '../wallet/engine/wallet-command.js';
import { WalletEngine } from '../wallet/engine/wallet-engine.js';
import type { Line } from '../wallet/engine/window-lines.js';
import { loadWallet, saveWallet } from './wallet-store.js';

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

/** Tests command the wallet from a page of the extension itself. */
chrome.runtime.onMessage.addListener((message: { readonly command: TestCommand }, sender, reply) => {
  if (sender.origin !== OWN_ORIGIN) return false;
  loading
    .then((engine) => engine.command(message.command))
    .then(
      (result) => reply({ result: result ?? null }),
      (error: unknown) => reply({ error: String(error) }),
    );
  // The answer comes later.
  return true;
});
