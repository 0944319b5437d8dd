import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { sandboxEndpoints } from 'latchkey/testing';
import { walletconnect } from 'latchkey/walletconnect';

/** Required for mobile wallets and the wallet directory, except in the sandbox. */
const projectId: string | undefined = import.meta.env['VITE_PROJECT_ID'];

/** One client for the whole page. In the sandbox it uses the sandbox's RPC endpoints, relay and directory. */
export const latchkey = createLatchkey({
  networks: [mainnet, polygon],
  modules: [eip155(), walletconnect()],
  endpoints: sandboxEndpoints(),
  themeMode: 'auto',
  ...(projectId === undefined ? {} : { projectId }),
});
