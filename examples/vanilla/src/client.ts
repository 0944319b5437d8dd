import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { sandboxEndpoints } from 'latchkey/testing';
import { walletconnect } from 'latchkey/walletconnect';

/** Required for mobile wallets and the wallet directory, except in the sandbox. */
const projectId: string | undefined = import.meta.env['VITE_PROJECT_ID'];

const darkScheme = matchMedia('(prefers-color-scheme: dark)');
const themeMode = (): 'dark' | 'light' => (darkScheme.matches ? 'dark' : 'light');

/** One client for the whole page. In the sandbox it uses the sandbox's RPC endpoints, relay and directory. */
export const latchkey = createLatchkey({
  networks: [mainnet, polygon],
  modules: [eip155(), walletconnect()],
  endpoints: sandboxEndpoints(),
  themeMode: themeMode(),
  ...(projectId === undefined ? {} : { projectId }),
});

// The page follows the system theme through CSS, the modal through this call.
darkScheme.addEventListener('change', () => latchkey.setThemeMode(themeMode()));
