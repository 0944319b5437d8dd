import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { sandboxEndpoints } from 'latchkey/testing';
import { walletconnect } from 'latchkey/walletconnect';

/** Needed for phone wallets and the wallet directory, unless a sandbox serves the page. */
const projectId: string | undefined = import.meta.env['VITE_PROJECT_ID'];

const darkScheme = matchMedia('(prefers-color-scheme: dark)');
const themeMode = (): 'dark' | 'light' => (darkScheme.matches ? 'dark' : 'light');

/** One client for the whole page. On a page that the sandbox serves it uses the sandbox's nodes, relay and directory. */
export const latchkey = createLatchkey({
  networks: [mainnet, polygon],
  modules: [eip155(), walletconnect()],
  endpoints: sandboxEndpoints(),
  themeMode: themeMode(),
  ...(projectId === undefined ? {} : { projectId }),
});

// The page follows the system by its style sheet, and the modal by this.
darkScheme.addEventListener('change', () => latchkey.setThemeMode(themeMode()));
