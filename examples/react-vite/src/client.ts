import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { walletconnect } from 'latchkey/walletconnect';
import { eventLog } from './event-log.js';
import { sandbox } from './sandbox.js';
import { initialTheme } from './theme.js';

const ownNodes = Object.entries(sandbox?.rpc ?? {}).map(([chainId, url]) => [chainId, [{ url }]] as const);

/** The sandbox's services in the place of those that need a project id. */
const services = sandbox === null ? {} : { relay: sandbox.relay, walletDirectory: sandbox.walletDirectory, images: sandbox.images };

/** The networks of this page. */
export const networks = [mainnet, polygon] as const;

/** One client for the whole page, made outside of components. */
export const latchkey = createLatchkey({
  networks,
  modules: [eip155(), walletconnect()],
  endpoints: services,
  themeMode: initialTheme(),
  customRpcUrls: Object.fromEntries(ownNodes),
  onEvent: eventLog.add,
});
