import type { Approval, Verdict, WalletOwner } from 'latchkey/testing';
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

const REFUSALS = { rejected: 'rejected', pending: 'busy', unsupported: 'unknown-method' } as const;

/** A wallet whose owner the contract plays. */
export interface ScriptedWallet {
  readonly wallet: ToyWallet;
  /** Announce this one in place of the wallet: it also answers nonsense, and may have forgotten how to forget. */
  readonly provider: ToyProvider;
  readonly owner: WalletOwner;
}

/** Makes a wallet on the first of the chains, and its owner. */
export const scriptedWallet = async (networks: readonly [string, ...string[]]): Promise<ScriptedWallet> => {
  const asked: ToyMethod[] = [];
  const next = new Map<ToyMethod, Verdict | 'held'>();
  const held: (() => void)[] = [];
  let canForget = true;
  const wallet = await ToyWallet.make({
    networks,
    owner: async (method) => {
      asked.push(method);
      const verdict = next.get(method);
      next.delete(method);
      if (verdict === 'held') await new Promise<void>((resolve) => held.push(resolve));
      else if (verdict !== undefined && verdict !== 'garbage') throw new ToyError(REFUSALS[verdict]);
    },
  });
  const { request, onChange } = wallet.provider;
  const provider: ToyProvider = {
    onChange,
    request: async (method, parameters) => {
      if (method === 'forget' && !canForget) throw new ToyError('unknown-method');
      const isNonsense = next.get(method) === 'garbage';
      const answer = await request(method, parameters);
      return isNonsense ? { nonsense: true } : answer;
    },
  };
  const script = (approval: Approval, verdict: Verdict | 'held'): void => {
    const method = METHODS[approval];
    if (method !== null) next.set(method, verdict);
  };
  return {
    wallet,
    provider,
    owner: {
      answerNext: script,
      holdNext: (approval) => script(approval, 'held'),
      approveHeld: () => {
        for (const approve of held.splice(0)) approve();
      },
      asked: (approval) => asked.filter((method) => method === METHODS[approval]).length,
      refuseToForget: () => {
        canForget = false;
      },
      lock: () => wallet.setLocked(true),
      unlock: () => wallet.setLocked(false),
      selectAccount: (address) => wallet.selectAccount(address),
      selectNetwork: ({ id }) => wallet.selectNetwork(String(id)),
      forgetSite: () => wallet.setAllowed(false),
      allowsSite: () => wallet.allowsSite,
      listeners: () => wallet.listeners,
    },
  };
};
