import type { WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { PolkadotTestWallet } from '../../../../testing/wallets/polkadot-test-wallet.js';
import { testWalletOwner } from './test-wallet-owner.js';

/** The owner of a Polkadot test wallet, as the chain contract plays it: the published extension's own texts, where it has one. */
export const polkadotOwnerOf = (wallet: PolkadotTestWallet): WalletOwner =>
  testWalletOwner(wallet, {
    methods: { connect: 'enable', signMessage: 'signRaw', sendTransaction: 'signPayload' },
    answers: {
      rejected: { error: { message: 'Cancelled' } },
      pending: { error: { message: 'The source has a pending authorization request' } },
      unsupported: { error: { code: -32601 } },
    },
  });
