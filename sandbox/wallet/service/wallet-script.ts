import type { OfferedChains } from '../engine/keys/namespace.js';
import type { ToPage } from '../engine/messages.js';
import { announceWallet, restrictTo } from '../provider/announce-wallet.js';
import { PAGE_SCRIPT_IDENTITY } from '../provider/identity.js';
import { SandboxProvider } from '../provider/sandbox-provider.js';
import { PageWindow } from './page-window.js';
import { ReconnectingSocket } from './reconnecting-socket.js';
import { showWindowButton } from './window-button.js';

/** Defined when the service bundles this script. */
declare const OFFERED_CHAINS: OfferedChains;

/**
 * The page script of the sandbox wallet. Options in its URL: `announce=0` disables announcements; `ethereum=1` also sets `window.ethereum`,
 * as wallets did before EIP-6963; `namespaces=solana,bip122` limits the namespaces; `name=…` sets another name and identity, so that two
 * scripts are two wallets.
 */
const scriptUrl = new URL((document.currentScript as HTMLScriptElement).src);
const socketOrigin = scriptUrl.origin.replace(/^http/, 'ws');

const urlOf = (id: string): string => `${scriptUrl.origin}/window.html?request=${id}`;

const pageWindow = new PageWindow({
  urlOf,
  open: (id) => window.open(urlOf(id), '', 'popup,width=400,height=680'),
  showButton: showWindowButton,
});

const provider: SandboxProvider = new SandboxProvider({
  send: (request) => socket.send(request),
  openWindow: (id) => pageWindow.show(id),
  requestSettled: (id) => pageWindow.settled(id),
});

const socket = new ReconnectingSocket(`${socketOrigin}/page`, {
  // The other side is the wallet's own service.
  message: (message) => provider.receive(message as ToPage),
  disconnected: () => provider.connectionLost(),
});

if (scriptUrl.searchParams.get('ethereum') === '1') Object.assign(window, { ethereum: provider });
const name = scriptUrl.searchParams.get('name');
const identity =
  name === null
    ? PAGE_SCRIPT_IDENTITY
    : { ...PAGE_SCRIPT_IDENTITY, name, rdns: `${PAGE_SCRIPT_IDENTITY.rdns}.${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}` };
const namespaces = scriptUrl.searchParams.get('namespaces')?.split(',') ?? null;
if (scriptUrl.searchParams.get('announce') !== '0')
  announceWallet(restrictTo(namespaces, { identity, eip155: true, chains: OFFERED_CHAINS }), provider);
