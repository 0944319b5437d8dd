import { bitcoinNetworkOf } from '../../../../domain/network/bitcoin-network.js';
import type { ChainTraits, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { Bip122TestWallet } from '../../../../testing/wallets/bip122-test-wallet.js';
import { testWalletOwner } from './test-wallet-owner.js';

/** What is so of every Bitcoin chain. */
export const BIP122_TRAITS: ChainTraits = {
  signature: /^[A-Za-z0-9+/]{80,}={0,2}$/,
  hash: /^[0-9a-f]{64}$/,
  settledAs: 'included',
  lacks: ['signTypedData', 'addNetwork'],
};

/** The owner of a Bitcoin test wallet, as the chain contract plays it. */
export const bip122OwnerOf = (wallet: Bip122TestWallet): WalletOwner =>
  testWalletOwner(wallet, {
    methods: { connect: 'connect', switchNetwork: 'switchNetwork', signMessage: 'signMessage', sendTransaction: 'signPsbt' },
    forgets: 'disconnect',
    selectNetwork: ({ caipNetworkId }) => wallet.selectNetwork(bitcoinNetworkOf(caipNetworkId) === 'main' ? 'main' : 'regtest'),
  });
