/** The page of Latchkey without usage statistics, which the page with a `projectId` sends once the dialog is open. */
import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { ConnectButton, LatchkeyProvider } from 'latchkey/react';
import { walletconnect } from 'latchkey/walletconnect';
import { createRoot } from 'react-dom/client';

const client = createLatchkey({
  networks: [mainnet, polygon],
  projectId: '00000000000000000000000000000000',
  modules: [eip155(), walletconnect()],
  features: { analytics: false },
});

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider client={client}>
    <ConnectButton id="connect" />
  </LatchkeyProvider>,
);
