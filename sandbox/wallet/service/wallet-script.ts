import type { OfferedChains } from '../engine/keys/namespace.js';
import type { ToPage } from '../engine/messages.js';
import { announceWallet, restrictTo } from '../provider/announce-wallet.js';
import { PAGE_SCRIPT_IDENTITY } from '../provider/identity.js';
import { SandboxProvider } from '../provider/sandbox-provider.js';
import { SocketLine } from './socket-line.js';

/** Put in by the service that bundles this script. */
declare const OFFERED_CHAINS: OfferedChains;

/**
 * The page script of the sandbox wallet. Switches in its own address: `announce=0` keeps it from announcing itself, `ethereum=1` also puts
 * it at `window.ethereum`, as wallets did before EIP-6963; `namespaces=solana,bip122` has it bring these only, and `name=…` gives it another
 * name and identity, so that two scripts are two wallets.
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
const name = own.searchParams.get('name');
const identity =
  name === null
    ? PAGE_SCRIPT_IDENTITY
    : { ...PAGE_SCRIPT_IDENTITY, name, rdns: `${PAGE_SCRIPT_IDENTITY.rdns}.${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}` };
const namespaces = own.searchParams.get('namespaces')?.split(',') ?? null;
if (own.searchParams.get('announce') !== '0')
  announceWallet(restrictTo(namespaces, { identity, eip155: true, chains: OFFERED_CHAINS }), provider);
