import type { ChainTraits, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { SolanaTestWallet } from '../../../../testing/wallets/solana-test-wallet.js';
import { testWalletOwner } from './test-wallet-owner.js';

/** What is so of every wallet of the Wallet Standard: it is on no network, and knows none that is added. */
export const SOLANA_TRAITS: ChainTraits = {
  signature: /^[1-9A-HJ-NP-Za-km-z]{80,88}$/,
  hash: /^[1-9A-HJ-NP-Za-km-z]{80,88}$/,
  settledAs: 'finalized',
  lacks: ['signTypedData', 'addNetwork', 'switchNetwork', 'selectNetwork'],
};

/** The owner of a Solana test wallet, as the chain contract plays it. */
export const solanaOwnerOf = (wallet: SolanaTestWallet): WalletOwner =>
  testWalletOwner(wallet, {
    methods: {
      connect: 'standard:connect',
      signMessage: 'solana:signMessage',
      sendTransaction:
        'solana:signAndSendTransaction' in wallet.wallet.features ? 'solana:signAndSendTransaction' : 'solana:signTransaction',
    },
    answers: { rejected: { error: { message: 'User rejected the request.' } } },
    forgets: 'standard:disconnect',
  });
