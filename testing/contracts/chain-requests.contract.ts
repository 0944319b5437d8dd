import type { WalletSession } from '../../application/ports/chain.port.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import {
  activeAccount,
  type ChainHarness,
  type ChainTraits,
  CONTRACT_TYPED_DATA,
  connected,
  type RunWithChain,
  untilAsked,
} from './chain-harness.js';
import { codeOf, patient, settled, type TestApi } from './test-api.js';

type Signing = 'signMessage' | 'signTypedData' | 'sendTransaction';

/** Requests that end in a text. */
const SIGNING: readonly {
  readonly approval: Signing;
  readonly ask: (session: WalletSession, harness: ChainHarness, signal: AbortSignal) => Promise<string>;
}[] = [
  {
    approval: 'signMessage',
    ask: (session, _harness, signal) => session.signMessage({ account: activeAccount(session), message: 'hello' }, signal),
  },
  {
    approval: 'signTypedData',
    ask: (session, _harness, signal) => session.signTypedData({ account: activeAccount(session), typedData: CONTRACT_TYPED_DATA }, signal),
  },
  {
    approval: 'sendTransaction',
    ask: (session, { transfer }, signal) => session.sendTransaction({ from: activeAccount(session), ...transfer }, signal),
  },
];

const ENDINGS = [
  ['rejected', 'wallet/rejected'],
  ['pending', 'wallet/request-pending'],
  ['garbage', 'wallet/invalid-response'],
  ['unsupported', 'wallet/unsupported-method'],
] as const;

/** What every chain's sessions do with requests that the person approves. */
export const chainRequestsContract = ({ it, expect }: TestApi, traits: ChainTraits, run: RunWithChain): void => {
  const { lacks = [] } = traits;
  for (const { approval, ask } of SIGNING) {
    if (lacks.includes(approval)) {
      it(`${approval} ends with wallet/unsupported-method, and the wallet shows nothing`, () =>
        run(async (harness) => {
          const session = await connected(harness);
          expect(await codeOf(ask(session, harness, patient()))).toBe('wallet/unsupported-method');
          expect(harness.owner.asked(approval)).toBe(0);
        }));
      continue;
    }

    it(`${approval} gives what the wallet signed`, () =>
      run(async (harness) => {
        const session = await connected(harness);
        const answer = await ask(session, harness, patient());
        const shape = approval === 'sendTransaction' ? traits.hash : traits.signature;
        expect(shape.test(answer) ? 'as it should look' : answer).toBe('as it should look');
        expect(harness.owner.asked(approval)).toBe(1);
      }));

    for (const [verdict, code] of ENDINGS.filter(([name]) => name !== 'pending' || !lacks.includes('pending'))) {
      it(`${approval} ends with ${code} when the answer is: ${verdict}, and the wallet is asked once`, () =>
        run(async (harness) => {
          const session = await connected(harness);
          harness.owner.answerNext(approval, verdict);
          expect(await codeOf(ask(session, harness, patient()))).toBe(code);
          await settled();
          expect(harness.owner.asked(approval)).toBe(1);
        }));
    }

    it(`${approval} stops waiting when told to, and ignores an answer that comes later`, () =>
      run(async (harness) => {
        const session = await connected(harness);
        harness.owner.holdNext(approval);
        const controller = new AbortController();
        const asking = ask(session, harness, controller.signal).catch((error: unknown) => error);
        await untilAsked(harness, approval);
        controller.abort('stop');
        expect(await asking).toBe('stop');
        harness.owner.approveHeld();
        await settled();
      }));
  }

  if (lacks.includes('sendTransaction')) return;

  it('gives every transaction a hash of its own', () =>
    run(async (harness) => {
      const { to, value } = harness.transfer;
      const session = await connected(harness);
      const send = (amount: bigint): Promise<string> =>
        session.sendTransaction({ from: activeAccount(session), to, value: amount }, patient());
      // Two transfers of one amount between the same two are one transaction where nothing numbers them (Solana).
      const [first, second] = [await send(value), await send(value + 1n)];
      expect(first === second).toBe(false);
    }));

  it('never signs a transaction for another chain than the wallet is on', () =>
    run(async (harness) => {
      const { transfer, otherNetwork, owner } = harness;
      const session = await connected(harness);
      const from = formatAccountId(otherNetwork.caipNetworkId, session.accounts[0]?.address ?? '');
      expect(await codeOf(session.sendTransaction({ from, ...transfer }, patient()))).toBe('network/wrong-chain');
      expect(owner.asked('sendTransaction')).toBe(0);
      if (lacks.includes('networks')) owner.selectNetwork(otherNetwork);
      else await session.switchNetwork(otherNetwork, patient());
      await settled();
      const code = await codeOf(session.sendTransaction({ from: activeAccount(session), ...transfer }, patient()));
      expect(code === 'network/wrong-chain').toBe(false);
    }));
};
