import type { ToPage } from '../engine/messages.js';
import { announceProvider } from '../provider/announce-provider.js';
import { PAGE_SCRIPT_IDENTITY } from '../provider/identity.js';
import { SandboxProvider } from '../provider/sandbox-provider.js';
import { SocketLine } from './socket-line.js';

/**
 * The page script of the sandbox wallet. Switches in its own address: `announce=0` keeps it from announcing itself, `ethereum=1` also puts
 * it at `window.ethereum`, as wallets did before EIP-6963.
 */
const own = new URL((document.currentScript as HTMLScriptElement).src);
const line = own.origin.replace(/^http/, 'ws');

const provider: SandboxProvider = new SandboxProvider({
  send: (request) => socket.send(request),
  openWindow: (id) => {
    const opened = window.open(`${own.origin}/window.html?request=${id}`, `sandbox-wallet-${id}`, 'popup,width=400,height=680');
    if (opened === null) console.info(`Sandbox Wallet: the browser kept its window from opening. Answer the request at ${own.origin}/`);
  },
});

const socket = new SocketLine(`${line}/page`, {
  // The other end is the wallet's own service.
  message: (message) => provider.receive(message as ToPage),
  broken: () => provider.lineBroken(),
});

if (own.searchParams.get('ethereum') === '1') Object.assign(window, { ethereum: provider });
if (own.searchParams.get('announce') !== '0') announceProvider(PAGE_SCRIPT_IDENTITY, provider);
