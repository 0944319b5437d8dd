import type { WalletSession } from '../../application/ports/chain.port.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import { type Approval, activeAccount, type ChainHarness, CONTRACT_TYPED_DATA, connected } from './chain-harness.js';
import { codeOf, patient, settled, type TestApi } from './test-api.js';

/** Requests that end in a text, with the shape of that text in the eip155 namespace. */
const SIGNING: readonly {
  readonly approval: Approval;
  readonly ask: (session: WalletSession, harness: ChainHarness, signal: AbortSignal) => Promise<string>;
  readonly shape: RegExp;
}[] = [
  {
    approval: 'signMessage',
    ask: (session, _harness, signal) => session.signMessage({ account: activeAccount(session), message: 'hello' }, signal),
    shape: /^0x[0-9a-f]{62,}$/i,
  },
  {
    approval: 'signTypedData',
    ask: (session, _harness, signal) => session.signTypedData({ account: activeAccount(session), typedData: CONTRACT_TYPED_DATA }, signal),
    shape: /^0x[0-9a-f]{62,}$/i,
  },
  {
    approval: 'sendTransaction',
    ask: (session, { accounts }, signal) => session.sendTransaction({ from: activeAccount(session), to: accounts[1], value: 1n }, signal),
    shape: /^0x[0-9a-f]{64}$/i,
  },
];

/** What every chain's sessions do with requests that the person approves. */
export const chainRequestsContract = (
  { it, expect }: TestApi,
  run: (test: (harness: ChainHarness) => Promise<void>) => Promise<void>,
): void => {
  for (const { approval, ask, shape } of SIGNING) {
    it(`${approval} gives what the wallet signed`, () =>
      run(async (harness) => {
        const session = await connected(harness);
        const answer = await ask(session, harness, patient());
        expect(harness.chain.namespace !== 'eip155' || shape.test(answer)).toBe(true);
        expect(harness.owner.asked(approval)).toBe(1);
      }));

    for (const [verdict, code] of [
      ['rejected', 'wallet/rejected'],
      ['pending', 'wallet/request-pending'],
      ['garbage', 'wallet/invalid-response'],
      ['unsupported', 'wallet/unsupported-method'],
    ] as const) {
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
        await settled();
        controller.abort('stop');
        expect(await asking).toBe('stop');
        harness.owner.approveHeld();
        await settled();
      }));
  }

  it('gives every transaction a hash of its own', () =>
    run(async (harness) => {
      const session = await connected(harness);
      const send = (): Promise<string> =>
        session.sendTransaction({ from: activeAccount(session), to: harness.accounts[1], value: 1n }, patient());
      const [first, second] = [await send(), await send()];
      expect(first === second).toBe(false);
    }));

  it('never signs a transaction for another chain than the wallet is on', () =>
    run(async (harness) => {
      const { accounts, otherNetwork, owner } = harness;
      const session = await connected(harness);
      const from = formatAccountId(otherNetwork.caipNetworkId, accounts[0]);
      expect(await codeOf(session.sendTransaction({ from, to: accounts[1], value: 1n }, patient()))).toBe('network/wrong-chain');
      owner.selectNetwork(otherNetwork);
      expect(await codeOf(session.sendTransaction({ from, to: accounts[1], value: 1n }, patient()))).toBe('no error');
    }));

  it('moves the wallet to a network that it knows: the session is there when the answer is', () =>
    run(async (harness) => {
      const { otherNetwork } = harness;
      const session = await connected(harness);
      const heard: string[] = [];
      session.events$.subscribe(({ type }) => heard.push(type));
      await session.switchNetwork(otherNetwork, patient());
      expect(session.chainId).toBe(otherNetwork.caipNetworkId);
      await settled();
      expect(heard).toEqual(['chain-changed']);
    }));

  it('asks nothing of a wallet that is on the network already', () =>
    run(async (harness) => {
      const session = await connected(harness);
      await session.switchNetwork(harness.network, patient());
      expect(harness.owner.asked('switchNetwork')).toBe(0);
    }));

  it('says that the person did not want to move', () =>
    run(async (harness) => {
      const { network, otherNetwork, owner } = harness;
      const session = await connected(harness);
      owner.answerNext('switchNetwork', 'rejected');
      expect(await codeOf(session.switchNetwork(otherNetwork, patient()))).toBe('wallet/rejected');
      expect(session.chainId).toBe(network.caipNetworkId);
      expect(owner.asked('switchNetwork')).toBe(1);
    }));

  it('says that the wallet does not know a network, and moves there once it was added', () =>
    run(async (harness) => {
      const { unknownNetwork } = harness;
      const session = await connected(harness);
      expect(await codeOf(session.switchNetwork(unknownNetwork, patient()))).toBe('network/unrecognized-chain');
      await session.addNetwork(unknownNetwork, patient());
      await session.switchNetwork(unknownNetwork, patient());
      expect(session.chainId).toBe(unknownNetwork.caipNetworkId);
    }));

  for (const [verdict, code] of [
    ['rejected', 'wallet/rejected'],
    ['pending', 'wallet/request-pending'],
    ['unsupported', 'network/not-supported'],
  ] as const) {
    it(`ends adding a network with ${code} when the answer is: ${verdict}`, () =>
      run(async (harness) => {
        const session = await connected(harness);
        harness.owner.answerNext('addNetwork', verdict);
        expect(await codeOf(session.addNetwork(harness.unknownNetwork, patient()))).toBe(code);
        expect(harness.owner.asked('addNetwork')).toBe(1);
      }));
  }
};
