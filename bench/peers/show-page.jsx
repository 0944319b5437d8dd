import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { WagmiProvider } from 'wagmi';

/** Renders a kit's button in the kit's provider and those of Wagmi, by the quick starts of the kits. */
export const showPage = ({ config, Provider, Button }) =>
  createRoot(document.getElementById('root')).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Provider>
          <span id="connect" style={{ display: 'inline-block' }}>
            <Button />
          </span>
        </Provider>
      </QueryClientProvider>
    </WagmiProvider>,
  );
