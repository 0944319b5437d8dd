import type { Approval, ApprovalOutcome, WalletUser } from 'latchkey/testing';
import { ToyError, type ToyMethod, type ToyProvider } from '../src/toy-provider.js';
import { ToyWallet } from '../src/toy-wallet.js';

const METHODS: Readonly<Record<Approval, ToyMethod | null>> = {
  connect: 'connect',
  switchNetwork: 'switchNetwork',
  signMessage: 'signMessage',
  sendTransaction: 'signTransfer',
  addNetwork: null,
  signTypedData: null,
};

const ERRORS = { rejected: 'rejected', pending: 'busy', unsupported: 'unknown-method' } as const;

/** A wallet whose user is played by the contract suite. */
export interface ScriptedWallet {
  readonly wallet: ToyWallet;
  /** Provider to announce instead of the wallet's own: it can also return invalid results and refuse to forget a site. */
  readonly provider: ToyProvider;
  readonly owner: WalletUser;
}

/** Creates a wallet on the first of the chains, and its user. */
export const scriptedWallet = async (networks: readonly [string, ...string[]]): Promise<ScriptedWallet> => {
  const prompts: ToyMethod[] = [];
  const next = new Map<ToyMethod, ApprovalOutcome | 'held'>();
  const held: (() => void)[] = [];
  let canForget = true;
  const wallet = await ToyWallet.make({
    networks,
    owner: async (method) => {
      prompts.push(method);
      const outcome = next.get(method);
      next.delete(method);
      if (outcome === 'held') await new Promise<void>((resolve) => held.push(resolve));
      else if (outcome !== undefined && outcome !== 'garbage') throw new ToyError(ERRORS[outcome]);
    },
  });
  const { request, onChange } = wallet.provider;
  const provider: ToyProvider = {
    onChange,
    request: async (method, parameters) => {
      if (method === 'forget' && !canForget) throw new ToyError('unknown-method');
      const isGarbage = next.get(method) === 'garbage';
      const result = await request(method, parameters);
      return isGarbage ? { nonsense: true } : result;
    },
  };
  const script = (approval: Approval, outcome: ApprovalOutcome | 'held'): void => {
    const method = METHODS[approval];
    if (method !== null) next.set(method, outcome);
  };
  return {
    wallet,
    provider,
    owner: {
      respondNext: script,
      holdNext: (approval) => script(approval, 'held'),
      approvePending: () => {
        for (const approve of held.splice(0)) approve();
      },
      promptCount: (approval) => prompts.filter((method) => method === METHODS[approval]).length,
      disableRevoke: () => {
        canForget = false;
      },
      lock: () => wallet.setLocked(true),
      unlock: () => wallet.setLocked(false),
      selectAccount: (address) => wallet.selectAccount(address),
      selectNetwork: ({ id }) => wallet.selectNetwork(String(id)),
      forgetSite: () => wallet.setAllowed(false),
      isSiteAllowed: () => wallet.allowsSite,
      listenerCount: () => wallet.listeners,
    },
  };
};
