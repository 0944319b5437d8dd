import { createLatchkey, serverSignIn } from 'latchkey';
import { bip122 } from 'latchkey/bip122';
import { eip155 } from 'latchkey/eip155';
import { polkadot } from 'latchkey/polkadot';
import { solana } from 'latchkey/solana';
import { walletconnect } from 'latchkey/walletconnect';
import { eventLog } from './event-log.js';
import { networks, tokens } from './networks.js';
import { sandbox } from './sandbox.js';
import { signInMode } from './sign-in-mode.js';
import { initialTheme } from './theme.js';

/** In the sandbox, its local services replace those that need a project id. */
const { relay, walletDirectory, images, blockchainApi, analytics, esplora, secureSite, bundler } = sandbox ?? {};
const services = sandbox === null ? {} : { relay, walletDirectory, images, blockchainApi, analytics, esplora, secureSite, bundler };

/** The nodes of the sandbox, asked directly: the blockchain API would pass requests on to them. */
const nodes = Object.fromEntries(
  Object.entries(sandbox?.rpc ?? {}).map(([chainId, url]) => [chainId, [{ url: url.replace(/^ws/, 'http') }]]),
);

/** Namespaces with networks: the sandbox may run without some chains. A module without networks is reported in the console. */
const namespaces = new Set(networks.map(({ chainNamespace = 'eip155' }) => chainNamespace));

/** One client for the whole page, created outside of components. */
export const latchkey = createLatchkey({
  networks,
  tokens,
  modules: [
    eip155(),
    ...(namespaces.has('solana') ? [solana()] : []),
    ...(namespaces.has('bip122') ? [bip122()] : []),
    ...(namespaces.has('polkadot') ? [polkadot()] : []),
    walletconnect(),
    ...(signInMode === null ? [] : [serverSignIn({ statement: 'Sign in to the Latchkey demo.', required: signInMode === 'required' })]),
  ],
  endpoints: services,
  ...(sandbox?.onramp === undefined ? {} : { onramp: { meldUrl: sandbox.onramp, meldPublicKey: 'sandbox' } }),
  customRpcUrls: nodes,
  themeMode: initialTheme(),
  onEvent: eventLog.add,
});
