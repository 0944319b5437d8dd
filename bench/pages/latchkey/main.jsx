/** Latchkey with its modal, installed and remote wallets: the page that is compared with the peers. */
import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { ConnectButton, LatchkeyProvider } from 'latchkey/react';
import { walletconnect } from 'latchkey/walletconnect';
import { createRoot } from 'react-dom/client';

// Set only by the checks of Latchkey: local service URLs, and a callback for the client.
const bench = globalThis.latchkeyBench;
const client = createLatchkey({
  networks: [mainnet, polygon],
  projectId: '00000000000000000000000000000000',
  modules: [eip155(), walletconnect()],
  endpoints: bench?.endpoints,
});
const root = createRoot(document.getElementById('root'));
bench?.hand({ client, root });

root.render(
  <LatchkeyProvider client={client}>
    <ConnectButton id="connect" />
  </LatchkeyProvider>,
);
