/** ConnectKit, as the quick start of its documentation has it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit';
import { createRoot } from 'react-dom/client';
import { createConfig, WagmiProvider } from 'wagmi';
import { mainnet, polygon } from 'wagmi/chains';

const config = createConfig(
  getDefaultConfig({ appName: 'Bench', walletConnectProjectId: '00000000000000000000000000000000', chains: [mainnet, polygon] }),
);

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <ConnectKitProvider>
        <span id="connect" style={{ display: 'inline-block' }}>
          <ConnectKitButton />
        </span>
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
