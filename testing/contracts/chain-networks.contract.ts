import type { Network } from '../../domain/network/network.js';
import { type ChainHarness, type ChainTraits, connected, type RunWithChain } from './chain-harness.js';
import { codeOf, patient, settled, type TestApi } from './test-api.js';

const ENDINGS = [
  ['rejected', 'wallet/rejected'],
  ['pending', 'wallet/request-pending'],
  ['unsupported', 'network/not-supported'],
] as const;

/** What every chain's sessions do with the networks of a wallet. */
export const chainNetworksContract = ({ it, expect }: TestApi, { lacks = [] }: ChainTraits, run: RunWithChain): void => {
  /** There is a network that the wallet does not know, or nothing to test. */
  const withUnknown = (test: (harness: ChainHarness, unknown: Network) => Promise<void>): Promise<void> =>
    run(async (harness) => {
      if (harness.unknownNetwork !== null) await test(harness, harness.unknownNetwork);
    });

  if (lacks.includes('networks')) {
    it('says that the wallet cannot be moved, and stays where it is', () =>
      run(async (harness) => {
        const session = await connected(harness);
        expect(await codeOf(session.switchNetwork(harness.otherNetwork, patient()))).toBe('network/not-supported');
        expect(await codeOf(session.addNetwork(harness.otherNetwork, patient()))).toBe('network/not-supported');
        expect(session.chainId).toBe(harness.network.caipNetworkId);
      }));
    return;
  }

  it('moves to a network that the wallet knows: the session is there when the answer is', () =>
    run(async (harness) => {
      const { otherNetwork, owner } = harness;
      const session = await connected(harness);
      const heard: string[] = [];
      session.events$.subscribe(({ type }) => heard.push(type));
      await session.switchNetwork(otherNetwork, patient());
      expect(session.chainId).toBe(otherNetwork.caipNetworkId);
      await settled();
      // Where an address is written by its network, the accounts change with it.
      expect(heard.filter((type) => type !== 'accounts-changed')).toEqual(['chain-changed']);
      expect(owner.asked('switchNetwork')).toBe(lacks.includes('switchNetwork') ? 0 : 1);
    }));

  it('asks nothing of a wallet that is on the network already', () =>
    run(async (harness) => {
      const session = await connected(harness);
      await session.switchNetwork(harness.network, patient());
      expect(harness.owner.asked('switchNetwork')).toBe(0);
    }));

  it('says that the wallet does not know a network, and stays where it is', () =>
    withUnknown(async (harness, unknown) => {
      const session = await connected(harness);
      expect(await codeOf(session.switchNetwork(unknown, patient()))).toBe('network/unrecognized-chain');
      expect(session.chainId).toBe(harness.network.caipNetworkId);
    }));

  if (!lacks.includes('switchNetwork')) {
    it('says that the person did not want to move', () =>
      run(async (harness) => {
        const { network, otherNetwork, owner } = harness;
        const session = await connected(harness);
        owner.answerNext('switchNetwork', 'rejected');
        expect(await codeOf(session.switchNetwork(otherNetwork, patient()))).toBe('wallet/rejected');
        expect(session.chainId).toBe(network.caipNetworkId);
        expect(owner.asked('switchNetwork')).toBe(1);
      }));
  }

  if (lacks.includes('addNetwork')) {
    it('ends adding a network with network/not-supported, and the wallet shows nothing', () =>
      run(async (harness) => {
        const session = await connected(harness);
        const network = harness.unknownNetwork ?? harness.otherNetwork;
        expect(await codeOf(session.addNetwork(network, patient()))).toBe('network/not-supported');
        expect(harness.owner.asked('addNetwork')).toBe(0);
      }));
    return;
  }

  it('moves to a network once it was added', () =>
    withUnknown(async (harness, unknown) => {
      const session = await connected(harness);
      await session.addNetwork(unknown, patient());
      await session.switchNetwork(unknown, patient());
      expect(session.chainId).toBe(unknown.caipNetworkId);
    }));

  for (const [verdict, code] of ENDINGS.filter(([name]) => name !== 'pending' || !lacks.includes('pending'))) {
    it(`ends adding a network with ${code} when the answer is: ${verdict}`, () =>
      withUnknown(async (harness, unknown) => {
        const session = await connected(harness);
        harness.owner.answerNext('addNetwork', verdict);
        expect(await codeOf(session.addNetwork(unknown, patient()))).toBe(code);
        expect(harness.owner.asked('addNetwork')).toBe(1);
      }));
  }
};
