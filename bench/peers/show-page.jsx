import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { WagmiProvider } from 'wagmi';

/** A page with a kit's button in its provider, inside of those that Wagmi asks for, as the quick starts of these kits have them. */
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
