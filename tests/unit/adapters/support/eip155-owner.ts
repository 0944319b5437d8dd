import type { ChainTraits, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { testWalletOwner } from './test-wallet-owner.js';

/** What is so of every EVM chain. */
export const EIP155_TRAITS: ChainTraits = { signature: /^0x[0-9a-f]{130,}$/i, hash: /^0x[0-9a-f]{64}$/i, settledAs: 'included' };

/** The owner of an EVM test wallet, as the chain contract plays it. */
export const ownerOf = (wallet: Eip155TestWallet): WalletOwner =>
  testWalletOwner(wallet, {
    methods: {
      connect: 'eth_requestAccounts',
      switchNetwork: 'wallet_switchEthereumChain',
      addNetwork: 'wallet_addEthereumChain',
      signMessage: 'personal_sign',
      signTypedData: 'eth_signTypedData_v4',
      sendTransaction: 'eth_sendTransaction',
    },
    forgets: 'wallet_revokePermissions',
    selectNetwork: ({ id }) => wallet.selectChain(Number(id)),
  });
