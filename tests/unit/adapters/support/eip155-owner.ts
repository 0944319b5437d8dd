import type { Approval, ChainTraits, Verdict, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import type { Eip155TestAnswer } from '../../../../testing/wallets/eip155-test-wallet-options.js';

const METHODS: Readonly<Record<Approval, string>> = {
  connect: 'eth_requestAccounts',
  switchNetwork: 'wallet_switchEthereumChain',
  addNetwork: 'wallet_addEthereumChain',
  signMessage: 'personal_sign',
  signTypedData: 'eth_signTypedData_v4',
  sendTransaction: 'eth_sendTransaction',
};

const ANSWERS: Readonly<Record<Verdict, Eip155TestAnswer>> = {
  rejected: { error: { code: 4001 } },
  pending: { error: { code: -32002 } },
  unsupported: { error: { code: 4200 } },
  garbage: { result: 'nonsense' },
};

/** What is so of every EVM chain. */
export const EIP155_TRAITS: ChainTraits = { signature: /^0x[0-9a-f]{130,}$/i, hash: /^0x[0-9a-f]{64}$/i, settledAs: 'included' };

/** The owner of an EVM test wallet, as the chain contract plays it. */
export const ownerOf = (wallet: Eip155TestWallet): WalletOwner => ({
  answerNext: (approval, verdict) => wallet.next(METHODS[approval], ANSWERS[verdict]),
  holdNext: (approval) => wallet.next(METHODS[approval], 'late'),
  approveHeld: () => wallet.approve(),
  asked: (approval) => wallet.count(METHODS[approval]),
  refuseToForget: () => wallet.next('wallet_revokePermissions', { error: { code: -32601 } }),
  lock: () => wallet.lock(),
  unlock: () => wallet.unlock(),
  selectAccount: (address) => wallet.selectAccount(address),
  selectNetwork: ({ id }) => wallet.selectChain(Number(id)),
  forgetSite: () => wallet.forgetSite(),
  allowsSite: () => wallet.connected,
  listeners: () => wallet.listeners,
});
