/** RainbowKit, by the quick start of its documentation. */
import '@rainbow-me/rainbowkit/styles.css';
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit';
import { mainnet, polygon } from 'wagmi/chains';
import { showPage } from '../show-page.jsx';

const config = getDefaultConfig({ appName: 'Bench', projectId: '00000000000000000000000000000000', chains: [mainnet, polygon] });

showPage({ config, Provider: RainbowKitProvider, Button: ConnectButton });
