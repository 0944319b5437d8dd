/** Latchkey with its modal and all four namespaces. */
import { createLatchkey } from 'latchkey';
import { bip122, bitcoin } from 'latchkey/bip122';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { polkadot, polkadotRelay } from 'latchkey/polkadot';
import { ConnectButton, LatchkeyProvider } from 'latchkey/react';
import { solana, solanaMainnet } from 'latchkey/solana';
import { walletconnect } from 'latchkey/walletconnect';
import { createRoot } from 'react-dom/client';

const client = createLatchkey({
  networks: [mainnet, polygon, solanaMainnet, bitcoin, polkadotRelay],
  projectId: '00000000000000000000000000000000',
  modules: [eip155(), solana(), bip122(), polkadot(), walletconnect()],
});

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider client={client}>
    <ConnectButton id="connect" />
  </LatchkeyProvider>,
);
