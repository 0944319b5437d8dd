/** RainbowKit, as the quick start of its documentation has it. */
import '@rainbow-me/rainbowkit/styles.css';
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { WagmiProvider } from 'wagmi';
import { mainnet, polygon } from 'wagmi/chains';

const config = getDefaultConfig({ appName: 'Bench', projectId: '00000000000000000000000000000000', chains: [mainnet, polygon] });

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <span id="connect" style={{ display: 'inline-block' }}>
          <ConnectButton />
        </span>
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
