import { bitcoinNetworkOf } from '../../../../domain/network/bitcoin-network.js';
import type { ChainTraits, WalletUser } from '../../../../testing/contracts/chain-harness.js';
import type { Bip122TestWallet } from '../../../../testing/wallets/bip122-test-wallet.js';
import { testWalletUser } from './test-wallet-user.js';

/** Traits of every Bitcoin chain. */
export const BIP122_TRAITS: ChainTraits = {
  signature: /^[A-Za-z0-9+/]{80,}={0,2}$/,
  hash: /^[0-9a-f]{64}$/,
  settledAs: 'included',
  unsupportedFeatures: ['signTypedData', 'addNetwork'],
};

/** User of a Bitcoin test wallet for the chain contract. */
export const bip122WalletUser = (wallet: Bip122TestWallet): WalletUser =>
  testWalletUser(wallet, {
    methods: { connect: 'connect', switchNetwork: 'switchNetwork', signMessage: 'signMessage', sendTransaction: 'signPsbt' },
    revokeMethod: 'disconnect',
    selectNetwork: ({ caipNetworkId }) => wallet.selectNetwork(bitcoinNetworkOf(caipNetworkId) === 'main' ? 'main' : 'regtest'),
  });
