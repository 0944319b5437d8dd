import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { eventLog } from './event-log.js';
import { sandbox } from './sandbox.js';
import { initialTheme } from './theme.js';

const ownNodes = Object.entries(sandbox?.rpc ?? {}).map(([chainId, url]) => [chainId, [{ url }]] as const);

/** The networks of this page. */
export const networks = [mainnet, polygon] as const;

/** One client for the whole page, made outside of components. */
export const latchkey = createLatchkey({
  networks,
  modules: [eip155()],
  themeMode: initialTheme(),
  customRpcUrls: Object.fromEntries(ownNodes),
  onEvent: eventLog.add,
});
