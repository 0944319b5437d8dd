import type { Approval, ChainTraits, Verdict, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { SolanaTestWallet } from '../../../../testing/wallets/solana-test-wallet.js';
import type { SolanaTestAnswer } from '../../../../testing/wallets/solana-test-wallet-options.js';

/** What is so of every wallet of the Wallet Standard: it is on no network, and knows none that is added. */
export const SOLANA_TRAITS: ChainTraits = {
  signature: /^[1-9A-HJ-NP-Za-km-z]{80,88}$/,
  hash: /^[1-9A-HJ-NP-Za-km-z]{80,88}$/,
  settledAs: 'finalized',
  lacks: ['signTypedData', 'addNetwork', 'switchNetwork', 'selectNetwork'],
};

const ANSWERS: Readonly<Record<Verdict, SolanaTestAnswer>> = {
  rejected: { error: { message: 'User rejected the request.' } },
  pending: { error: { code: -32002 } },
  unsupported: { error: { code: 4200 } },
  garbage: { result: 'nonsense' },
};

/** The owner of a Solana test wallet, as the chain contract plays it. */
export const solanaOwnerOf = (wallet: SolanaTestWallet): WalletOwner => {
  const sends = 'solana:signAndSendTransaction' in wallet.wallet.features ? 'solana:signAndSendTransaction' : 'solana:signTransaction';
  const features: Readonly<Record<Approval, string>> = {
    connect: 'standard:connect',
    switchNetwork: 'none',
    addNetwork: 'none',
    signMessage: 'solana:signMessage',
    signTypedData: 'none',
    sendTransaction: sends,
  };
  return {
    answerNext: (approval, verdict) => wallet.next(features[approval], ANSWERS[verdict]),
    holdNext: (approval) => wallet.next(features[approval], 'late'),
    approveHeld: () => wallet.approve(),
    asked: (approval) => wallet.shown.get(features[approval]) ?? 0,
    refuseToForget: () => wallet.next('standard:disconnect', { error: { code: -32601 } }),
    lock: () => wallet.lock(),
    unlock: () => wallet.unlock(),
    selectAccount: (address) => wallet.selectAccount(address),
    selectNetwork: () => undefined,
    forgetSite: () => wallet.forgetSite(),
    allowsSite: () => wallet.connected,
    listeners: () => wallet.listeners,
  };
};
