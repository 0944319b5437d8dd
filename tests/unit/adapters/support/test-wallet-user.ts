import type { Network } from '../../../../domain/network/network.js';
import type { Approval, ApprovalOutcome, WalletUser } from '../../../../testing/contracts/chain-harness.js';
import type { TestWallet } from '../../../../testing/wallets/test-wallet.js';
import type { TestWalletRequest, TestWalletResponse } from '../../../../testing/wallets/test-wallet-options.js';

/** Namespace-specific behaviour of a test wallet. */
export interface WalletUserOptions<Method extends string> {
  /** Method of each approval; the others are never requested. */
  readonly methods: Readonly<Partial<Record<Approval, Method>>>;
  /** Outcomes that differ from the default responses. */
  readonly responses?: Readonly<Partial<Record<ApprovalOutcome, TestWalletResponse>>>;
  /** Method that revokes access, if there is one. */
  readonly revokeMethod?: Method;
  readonly selectNetwork?: (network: Network) => void;
}

const DEFAULT_RESPONSES: Readonly<Record<ApprovalOutcome, TestWalletResponse>> = {
  rejected: { error: { code: 4001 } },
  pending: { error: { code: -32002 } },
  unsupported: { error: { code: 4200 } },
  garbage: { result: 'nonsense' },
};

/** User of a test wallet for the chain contract. */
export const testWalletUser = <Request extends TestWalletRequest>(
  wallet: TestWallet<Request> & { selectAccount(address: string): void },
  { methods, responses, revokeMethod, selectNetwork }: WalletUserOptions<Request['method']>,
): WalletUser => {
  const methodOf = (approval: Approval): Request['method'] => {
    const method = methods[approval];
    if (method === undefined) throw new Error(`This wallet never requests ${approval}`);
    return method;
  };
  return {
    respondNext: (approval, verdict) => wallet.respondNext(methodOf(approval), { ...DEFAULT_RESPONSES, ...responses }[verdict]),
    holdNext: (approval) => wallet.respondNext(methodOf(approval), 'late'),
    approvePending: () => wallet.approve(),
    promptCount: (approval) => (methods[approval] === undefined ? 0 : wallet.promptCount(methodOf(approval))),
    disableRevoke: () => {
      if (revokeMethod !== undefined) wallet.respondNext(revokeMethod, { error: { code: -32601 } });
    },
    lock: () => wallet.lock(),
    unlock: () => wallet.unlock(),
    selectAccount: (address) => wallet.selectAccount(address),
    selectNetwork: (network) => selectNetwork?.(network),
    forgetSite: () => wallet.forgetSite(),
    isSiteAllowed: () => wallet.isConnected,
    listenerCount: () => wallet.listenerCount,
  };
};
