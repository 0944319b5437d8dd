import type { Approval, Verdict, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { PolkadotTestWallet } from '../../../../testing/wallets/polkadot-test-wallet.js';
import type { PolkadotTestAnswer, PolkadotTestMethod } from '../../../../testing/wallets/polkadot-test-wallet-options.js';

const METHODS: Readonly<Partial<Record<Approval, PolkadotTestMethod>>> = {
  connect: 'enable',
  signMessage: 'signRaw',
  sendTransaction: 'signPayload',
};

const methodOf = (approval: Approval): PolkadotTestMethod => {
  const method = METHODS[approval];
  if (method === undefined) throw new Error(`A Polkadot extension is never asked: ${approval}`);
  return method;
};

/** The published extension's own texts, where it has one. */
const ANSWERS: Readonly<Record<Verdict, PolkadotTestAnswer>> = {
  rejected: { error: { message: 'Cancelled' } },
  pending: { error: { message: 'The source has a pending authorization request' } },
  unsupported: { error: { code: -32601 } },
  garbage: { result: 'nonsense' },
};

/** The owner of a Polkadot test wallet, as the chain contract plays it. */
export const polkadotOwnerOf = (wallet: PolkadotTestWallet): WalletOwner => ({
  answerNext: (approval, verdict) => wallet.next(methodOf(approval), ANSWERS[verdict]),
  holdNext: (approval) => wallet.next(methodOf(approval), 'late'),
  approveHeld: () => wallet.approve(),
  asked: (approval) => (METHODS[approval] === undefined ? 0 : wallet.shown(methodOf(approval))),
  // It is never asked to.
  refuseToForget: () => undefined,
  lock: () => wallet.lock(),
  unlock: () => wallet.unlock(),
  selectAccount: (address) => wallet.selectAccount(address),
  selectNetwork: () => undefined,
  forgetSite: () => wallet.forgetSite(),
  allowsSite: () => wallet.connected,
  listeners: () => wallet.listeners,
});
