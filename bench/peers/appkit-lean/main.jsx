/** AppKit with its Wagmi adapter, limited to the features of the other pages: installed wallets and WalletConnect. */
import { mainnet, polygon } from '@reown/appkit/networks';
import { createAppKit } from '@reown/appkit/react';
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { WagmiProvider } from 'wagmi';

const projectId = '00000000000000000000000000000000';
const networks = [mainnet, polygon];
const adapter = new WagmiAdapter({ networks, projectId });
const metadata = { name: 'Bench', description: 'Bench', url: location.origin, icons: [] };
const features = { analytics: false, email: false, socials: [], swaps: false, onramp: false };
createAppKit({ adapters: [adapter], networks, projectId, metadata, features, enableCoinbase: false });

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={adapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <appkit-button id="connect" />
    </QueryClientProvider>
  </WagmiProvider>,
);
