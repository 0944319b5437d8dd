import { type Announcement, announceWallet } from '../wallet/provider/announce-wallet.js';
import { SandboxProvider } from '../wallet/provider/sandbox-provider.js';
import { isToInpage, type ToBridge } from './envelope.js';

/** Put in when the extension is built. */
declare const ANNOUNCEMENT: Announcement;

/** The script in the page's own world: the provider, and its announcement. */
const provider = new SandboxProvider({
  send: (message) => window.postMessage({ sandboxWallet: 'to-bridge', message } satisfies ToBridge, window.origin),
  // The worker opens the wallet's window; it needs no gesture of the page for that.
  openWindow: () => undefined,
});

window.addEventListener('message', (event) => {
  if (!isToInpage(event)) return;
  const { message } = event.data;
  if (message.type === 'broken') provider.lineBroken();
  else provider.receive(message);
});

announceWallet(ANNOUNCEMENT, provider);
