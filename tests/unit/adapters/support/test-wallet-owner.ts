import type { Network } from '../../../../domain/network/network.js';
import type { Approval, Verdict, WalletOwner } from '../../../../testing/contracts/chain-harness.js';
import type { TestWallet } from '../../../../testing/wallets/test-wallet.js';
import type { TestWalletAnswer, TestWalletRequest } from '../../../../testing/wallets/test-wallet-options.js';

/** What the wallets of a namespace do in their own way. */
export interface OwnWays<Method extends string> {
  /** What a wallet is asked for each approval; it is never asked for the others. */
  readonly methods: Readonly<Partial<Record<Approval, Method>>>;
  /** How it says what others say with a code. */
  readonly answers?: Readonly<Partial<Record<Verdict, TestWalletAnswer>>>;
  /** What it is asked to forget a site with, where it can be. */
  readonly forgets?: Method;
  readonly selectNetwork?: (network: Network) => void;
}

const ANSWERS: Readonly<Record<Verdict, TestWalletAnswer>> = {
  rejected: { error: { code: 4001 } },
  pending: { error: { code: -32002 } },
  unsupported: { error: { code: 4200 } },
  garbage: { result: 'nonsense' },
};

/** The owner of a test wallet, as the chain contract plays it. */
export const testWalletOwner = <Request extends TestWalletRequest>(
  wallet: TestWallet<Request> & { selectAccount(address: string): void },
  { methods, answers, forgets, selectNetwork }: OwnWays<Request['method']>,
): WalletOwner => {
  const methodOf = (approval: Approval): Request['method'] => {
    const method = methods[approval];
    if (method === undefined) throw new Error(`This wallet is never asked: ${approval}`);
    return method;
  };
  return {
    answerNext: (approval, verdict) => wallet.next(methodOf(approval), { ...ANSWERS, ...answers }[verdict]),
    holdNext: (approval) => wallet.next(methodOf(approval), 'late'),
    approveHeld: () => wallet.approve(),
    asked: (approval) => (methods[approval] === undefined ? 0 : wallet.shown(methodOf(approval))),
    refuseToForget: () => {
      if (forgets !== undefined) wallet.next(forgets, { error: { code: -32601 } });
    },
    lock: () => wallet.lock(),
    unlock: () => wallet.unlock(),
    selectAccount: (address) => wallet.selectAccount(address),
    selectNetwork: (network) => selectNetwork?.(network),
    forgetSite: () => wallet.forgetSite(),
    allowsSite: () => wallet.connected,
    listeners: () => wallet.listeners,
  };
};
