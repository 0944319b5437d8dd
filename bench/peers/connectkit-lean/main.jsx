/** ConnectKit with installed wallets and WalletConnect, without wallet SDKs: custom connectors instead of the defaults. */
import { ConnectKitButton, ConnectKitProvider } from 'connectkit';
import { createConfig, http } from 'wagmi';
import { mainnet, polygon } from 'wagmi/chains';
import { walletConnect } from 'wagmi/connectors';
import { showPage } from '../show-page.jsx';

const config = createConfig({
  chains: [mainnet, polygon],
  connectors: [walletConnect({ projectId: '00000000000000000000000000000000', showQrModal: false })],
  transports: { [mainnet.id]: http(), [polygon.id]: http() },
});

showPage({ config, Provider: ConnectKitProvider, Button: ConnectKitButton });
