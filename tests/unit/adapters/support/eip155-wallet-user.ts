import type { ChainTraits, WalletUser } from '../../../../testing/contracts/chain-harness.js';
import type { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { testWalletUser } from './test-wallet-user.js';

/** Traits of every EVM chain. */
export const EIP155_TRAITS: ChainTraits = { signature: /^0x[0-9a-f]{130,}$/i, hash: /^0x[0-9a-f]{64}$/i, settledAs: 'included' };

/** User of an EVM test wallet for the chain contract. */
export const eip155WalletUser = (wallet: Eip155TestWallet): WalletUser =>
  testWalletUser(wallet, {
    methods: {
      connect: 'eth_requestAccounts',
      switchNetwork: 'wallet_switchEthereumChain',
      addNetwork: 'wallet_addEthereumChain',
      signMessage: 'personal_sign',
      signTypedData: 'eth_signTypedData_v4',
      sendTransaction: 'eth_sendTransaction',
    },
    revokeMethod: 'wallet_revokePermissions',
    selectNetwork: ({ id }) => wallet.selectChain(Number(id)),
  });
