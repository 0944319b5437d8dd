import { type Announcement, announceWallet } from '../wallet/provider/announce-wallet.js';
import { SandboxProvider } from '../wallet/provider/sandbox-provider.js';
import { isToInpage, type ToBridge } from './envelope.js';

/** Defined at build time. */
declare const ANNOUNCEMENT: Announcement;

/** The script in the page's main world: the provider and its announcement. */
const provider = new SandboxProvider({
  send: (message) => window.postMessage({ sandboxWallet: 'to-bridge', message } satisfies ToBridge, window.origin),
  // The worker opens the wallet's window, which needs no user gesture in the page.
  openWindow: () => undefined,
});

window.addEventListener('message', (event) => {
  if (!isToInpage(event)) return;
  const { message } = event.data;
  if (message.type === 'broken') provider.connectionLost();
  else provider.receive(message);
});

announceWallet(ANNOUNCEMENT, provider);
