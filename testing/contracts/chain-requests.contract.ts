import type { WalletSession } from '../../application/ports/chain.port.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import {
  activeAccount,
  type ChainHarness,
  type ChainTraits,
  CONTRACT_TYPED_DATA,
  connectWallet,
  type RunWithChain,
  waitForPrompt,
} from './chain-harness.js';
import { codeOf, flushPromises, neverAborted, type TestApi } from './test-api.js';

type SigningApproval = 'signMessage' | 'signTypedData' | 'sendTransaction';

/** Requests whose result is a string. */
const SIGNING: readonly {
  readonly approval: SigningApproval;
  readonly request: (session: WalletSession, harness: ChainHarness, signal: AbortSignal) => Promise<string>;
}[] = [
  {
    approval: 'signMessage',
    request: (session, _harness, signal) => session.signMessage({ account: activeAccount(session), message: 'hello' }, signal),
  },
  {
    approval: 'signTypedData',
    request: (session, _harness, signal) =>
      session.signTypedData({ account: activeAccount(session), typedData: CONTRACT_TYPED_DATA }, signal),
  },
  {
    approval: 'sendTransaction',
    request: (session, { transfer }, signal) => session.sendTransaction({ from: activeAccount(session), ...transfer }, signal),
  },
];

const OUTCOMES = [
  ['rejected', 'wallet/rejected'],
  ['pending', 'wallet/request-pending'],
  ['garbage', 'wallet/invalid-response'],
  ['unsupported', 'wallet/unsupported-method'],
] as const;

/** Contract of requests that the user approves, in sessions of every chain. */
export const chainRequestsContract = ({ it, expect }: TestApi, traits: ChainTraits, run: RunWithChain): void => {
  const { unsupportedFeatures = [] } = traits;
  for (const { approval, request } of SIGNING) {
    if (unsupportedFeatures.includes(approval)) {
      it(`${approval} rejects with wallet/unsupported-method without a prompt`, () =>
        run(async (harness) => {
          const session = await connectWallet(harness);
          expect(await codeOf(request(session, harness, neverAborted()))).toBe('wallet/unsupported-method');
          expect(harness.user.promptCount(approval)).toBe(0);
        }));
      continue;
    }

    it(`${approval} resolves with the result of the wallet`, () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        const result = await request(session, harness, neverAborted());
        const format = approval === 'sendTransaction' ? traits.hash : traits.signature;
        expect(format.test(result) ? 'valid' : result).toBe('valid');
        expect(harness.user.promptCount(approval)).toBe(1);
      }));

    for (const [outcome, code] of OUTCOMES.filter(([name]) => name !== 'pending' || !unsupportedFeatures.includes('pending'))) {
      it(`${approval} rejects with ${code} after one prompt if the outcome is ${outcome}`, () =>
        run(async (harness) => {
          const session = await connectWallet(harness);
          harness.user.respondNext(approval, outcome);
          expect(await codeOf(request(session, harness, neverAborted()))).toBe(code);
          await flushPromises();
          expect(harness.user.promptCount(approval)).toBe(1);
        }));
    }

    it(`${approval} rejects on abort and ignores a late response`, () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        harness.user.holdNext(approval);
        const controller = new AbortController();
        const pending = request(session, harness, controller.signal).catch((error: unknown) => error);
        await waitForPrompt(harness, approval);
        controller.abort('stop');
        expect(await pending).toBe('stop');
        harness.user.approvePending();
        await flushPromises();
      }));
  }

  if (unsupportedFeatures.includes('sendTransaction')) return;

  it('returns a unique hash for every transaction', () =>
    run(async (harness) => {
      const { to, value } = harness.transfer;
      const session = await connectWallet(harness);
      const send = (amount: bigint): Promise<string> =>
        session.sendTransaction({ from: activeAccount(session), to, value: amount }, neverAborted());
      // The amounts differ because identical transfers are the same transaction on chains without a nonce (Solana).
      const [first, second] = [await send(value), await send(value + 1n)];
      expect(first === second).toBe(false);
    }));

  it('rejects a transaction for another chain than the active one', () =>
    run(async (harness) => {
      const { transfer, otherNetwork, user } = harness;
      const session = await connectWallet(harness);
      const from = formatAccountId(otherNetwork.caipNetworkId, session.accounts[0]?.address ?? '');
      expect(await codeOf(session.sendTransaction({ from, ...transfer }, neverAborted()))).toBe('network/wrong-chain');
      expect(user.promptCount('sendTransaction')).toBe(0);
      if (unsupportedFeatures.includes('networks')) user.selectNetwork(otherNetwork);
      else await session.switchNetwork(otherNetwork, neverAborted());
      await flushPromises();
      const code = await codeOf(session.sendTransaction({ from: activeAccount(session), ...transfer }, neverAborted()));
      expect(code === 'network/wrong-chain').toBe(false);
    }));
};
