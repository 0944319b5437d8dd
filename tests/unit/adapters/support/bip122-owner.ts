import { bitcoinNetworkOf } from '../../../../domain/network/bitcoin-network.js';
import type { Approval, ChainTraits, Verdict, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { Bip122TestWallet } from '../../../../testing/wallets/bip122-test-wallet.js';
import type { Bip122TestAnswer, Bip122TestMethod } from '../../../../testing/wallets/bip122-test-wallet-options.js';

const METHODS: Readonly<Partial<Record<Approval, Bip122TestMethod>>> = {
  connect: 'connect',
  switchNetwork: 'switchNetwork',
  signMessage: 'signMessage',
  sendTransaction: 'signPsbt',
};

const methodOf = (approval: Approval): Bip122TestMethod => {
  const method = METHODS[approval];
  if (method === undefined) throw new Error(`A Bitcoin wallet is never asked: ${approval}`);
  return method;
};

const ANSWERS: Readonly<Record<Verdict, Bip122TestAnswer>> = {
  rejected: { error: { code: 4001 } },
  pending: { error: { code: -32002 } },
  unsupported: { error: { code: 4200 } },
  garbage: { result: 'nonsense' },
};

/** What is so of every Bitcoin chain. */
export const BIP122_TRAITS: ChainTraits = {
  signature: /^[A-Za-z0-9+/]{80,}={0,2}$/,
  hash: /^[0-9a-f]{64}$/,
  settledAs: 'included',
  lacks: ['signTypedData', 'addNetwork'],
};

/** The owner of a Bitcoin test wallet, as the chain contract plays it. */
export const bip122OwnerOf = (wallet: Bip122TestWallet): WalletOwner => ({
  answerNext: (approval, verdict) => wallet.next(methodOf(approval), ANSWERS[verdict]),
  holdNext: (approval) => wallet.next(methodOf(approval), 'late'),
  approveHeld: () => wallet.approve(),
  asked: (approval) => (METHODS[approval] === undefined ? 0 : wallet.count(methodOf(approval))),
  refuseToForget: () => wallet.next('disconnect', { error: { code: -32601 } }),
  lock: () => wallet.lock(),
  unlock: () => wallet.unlock(),
  selectAccount: (address) => wallet.selectAccount(address),
  selectNetwork: ({ caipNetworkId }) => wallet.selectNetwork(bitcoinNetworkOf(caipNetworkId) === 'main' ? 'main' : 'regtest'),
  forgetSite: () => wallet.forgetSite(),
  allowsSite: () => wallet.connected,
  listeners: () => wallet.listeners,
});
