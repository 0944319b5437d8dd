export { type WalletConnectOptions, walletconnect } from '../modules/walletconnect.module.js';
