/** RainbowKit with installed wallets and WalletConnect, without wallet SDKs: `connectorsForWallets` instead of the defaults. */
import '@rainbow-me/rainbowkit/styles.css';
import { ConnectButton, connectorsForWallets, RainbowKitProvider } from '@rainbow-me/rainbowkit';
import { walletConnectWallet } from '@rainbow-me/rainbowkit/wallets';
import { createConfig, http } from 'wagmi';
import { mainnet, polygon } from 'wagmi/chains';
import { showPage } from '../show-page.jsx';

const app = { appName: 'Bench', projectId: '00000000000000000000000000000000' };
const config = createConfig({
  chains: [mainnet, polygon],
  connectors: connectorsForWallets([{ groupName: 'Wallets', wallets: [walletConnectWallet] }], app),
  transports: { [mainnet.id]: http(), [polygon.id]: http() },
});

showPage({ config, Provider: RainbowKitProvider, Button: ConnectButton });
