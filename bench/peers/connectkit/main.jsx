/** ConnectKit, by the quick start of its documentation. */
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit';
import { createConfig } from 'wagmi';
import { mainnet, polygon } from 'wagmi/chains';
import { showPage } from '../show-page.jsx';

const config = createConfig(
  getDefaultConfig({ appName: 'Bench', walletConnectProjectId: '00000000000000000000000000000000', chains: [mainnet, polygon] }),
);

showPage({ config, Provider: ConnectKitProvider, Button: ConnectKitButton });
