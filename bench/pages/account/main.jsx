/** Latchkey with its modal, on the services of `npm run bench:account`. Without a `projectId`, so that no other service is reached. */
import { createLatchkey } from 'latchkey';
import { eip155, mainnet } from 'latchkey/eip155';
import { ConnectButton, LatchkeyProvider } from 'latchkey/react';
import { createRoot } from 'react-dom/client';

const { endpoints, hand } = globalThis.latchkeyBench;
const client = createLatchkey({ networks: [mainnet], modules: [eip155()], endpoints });
hand({ client });

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider client={client}>
    <ConnectButton id="connect" />
  </LatchkeyProvider>,
);
