import type { WalletUser } from '../../../../testing/contracts/chain-harness.js';
import type { PolkadotTestWallet } from '../../../../testing/wallets/polkadot-test-wallet.js';
import { testWalletUser } from './test-wallet-user.js';

/** User of a Polkadot test wallet for the chain contract, with the error messages of the published extension. */
export const polkadotWalletUser = (wallet: PolkadotTestWallet): WalletUser =>
  testWalletUser(wallet, {
    methods: { connect: 'enable', signMessage: 'signRaw', sendTransaction: 'signPayload' },
    responses: {
      rejected: { error: { message: 'Cancelled' } },
      pending: { error: { message: 'The source has a pending authorization request' } },
      unsupported: { error: { code: -32601 } },
    },
  });
