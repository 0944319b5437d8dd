import type { ChainTraits, WalletUser } from '../../../../testing/contracts/chain-harness.js';
import type { SolanaTestWallet } from '../../../../testing/wallets/solana-test-wallet.js';
import { testWalletUser } from './test-wallet-user.js';

/** Traits of every Wallet Standard wallet: it has no active network and cannot add one. */
export const SOLANA_TRAITS: ChainTraits = {
  signature: /^[1-9A-HJ-NP-Za-km-z]{80,88}$/,
  hash: /^[1-9A-HJ-NP-Za-km-z]{80,88}$/,
  settledAs: 'finalized',
  unsupportedFeatures: ['signTypedData', 'addNetwork', 'switchNetwork', 'selectNetwork'],
};

/** User of a Solana test wallet for the chain contract. */
export const solanaWalletUser = (wallet: SolanaTestWallet): WalletUser =>
  testWalletUser(wallet, {
    methods: {
      connect: 'standard:connect',
      signMessage: 'solana:signMessage',
      sendTransaction:
        'solana:signAndSendTransaction' in wallet.wallet.features ? 'solana:signAndSendTransaction' : 'solana:signTransaction',
    },
    responses: { rejected: { error: { message: 'User rejected the request.' } } },
    revokeMethod: 'standard:disconnect',
  });
