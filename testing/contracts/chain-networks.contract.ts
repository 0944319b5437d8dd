import type { Network } from '../../domain/network/network.js';
import { type ChainHarness, type ChainTraits, connectWallet, type RunWithChain } from './chain-harness.js';
import { codeOf, flushPromises, neverAborted, type TestApi } from './test-api.js';

const OUTCOMES = [
  ['rejected', 'wallet/rejected'],
  ['pending', 'wallet/request-pending'],
  ['unsupported', 'network/not-supported'],
] as const;

/** Contract of network switching in sessions of every chain. */
export const chainNetworksContract = ({ it, expect }: TestApi, { unsupportedFeatures = [] }: ChainTraits, run: RunWithChain): void => {
  /** Runs a test only if there is a network that the wallet does not have. */
  const withUnknown = (test: (harness: ChainHarness, unknown: Network) => Promise<void>): Promise<void> =>
    run(async (harness) => {
      if (harness.unknownNetwork !== null) await test(harness, harness.unknownNetwork);
    });

  if (unsupportedFeatures.includes('networks')) {
    it('rejects with network/not-supported and keeps its network', () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        expect(await codeOf(session.switchNetwork(harness.otherNetwork, neverAborted()))).toBe('network/not-supported');
        expect(await codeOf(session.addNetwork(harness.otherNetwork, neverAborted()))).toBe('network/not-supported');
        expect(session.chainId).toBe(harness.network.caipNetworkId);
      }));
    return;
  }

  it('switches to a network of the wallet before it resolves', () =>
    run(async (harness) => {
      const { otherNetwork, user } = harness;
      const session = await connectWallet(harness);
      const events: string[] = [];
      session.events$.subscribe(({ type }) => events.push(type));
      await session.switchNetwork(otherNetwork, neverAborted());
      expect(session.chainId).toBe(otherNetwork.caipNetworkId);
      await flushPromises();
      // If the address format depends on the network, the accounts change with it.
      expect(events.filter((type) => type !== 'accounts-changed')).toEqual(['chain-changed']);
      expect(user.promptCount('switchNetwork')).toBe(unsupportedFeatures.includes('switchNetwork') ? 0 : 1);
    }));

  it('sends no request if the wallet is on the network already', () =>
    run(async (harness) => {
      const session = await connectWallet(harness);
      await session.switchNetwork(harness.network, neverAborted());
      expect(harness.user.promptCount('switchNetwork')).toBe(0);
    }));

  it('rejects a network that the wallet does not have, and keeps its network', () =>
    withUnknown(async (harness, unknown) => {
      const session = await connectWallet(harness);
      expect(await codeOf(session.switchNetwork(unknown, neverAborted()))).toBe('network/unrecognized-chain');
      expect(session.chainId).toBe(harness.network.caipNetworkId);
    }));

  if (!unsupportedFeatures.includes('switchNetwork')) {
    it('rejects with wallet/rejected if the user rejects the switch', () =>
      run(async (harness) => {
        const { network, otherNetwork, user } = harness;
        const session = await connectWallet(harness);
        user.respondNext('switchNetwork', 'rejected');
        expect(await codeOf(session.switchNetwork(otherNetwork, neverAborted()))).toBe('wallet/rejected');
        expect(session.chainId).toBe(network.caipNetworkId);
        expect(user.promptCount('switchNetwork')).toBe(1);
      }));
  }

  if (unsupportedFeatures.includes('addNetwork')) {
    it('addNetwork rejects with network/not-supported without a prompt', () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        const network = harness.unknownNetwork ?? harness.otherNetwork;
        expect(await codeOf(session.addNetwork(network, neverAborted()))).toBe('network/not-supported');
        expect(harness.user.promptCount('addNetwork')).toBe(0);
      }));
    return;
  }

  it('switches to a network that was added', () =>
    withUnknown(async (harness, unknown) => {
      const session = await connectWallet(harness);
      await session.addNetwork(unknown, neverAborted());
      await session.switchNetwork(unknown, neverAborted());
      expect(session.chainId).toBe(unknown.caipNetworkId);
    }));

  for (const [outcome, code] of OUTCOMES.filter(([name]) => name !== 'pending' || !unsupportedFeatures.includes('pending'))) {
    it(`addNetwork rejects with ${code} if the outcome is ${outcome}`, () =>
      withUnknown(async (harness, unknown) => {
        const session = await connectWallet(harness);
        harness.user.respondNext('addNetwork', outcome);
        expect(await codeOf(session.addNetwork(unknown, neverAborted()))).toBe(code);
        expect(harness.user.promptCount('addNetwork')).toBe(1);
      }));
  }
};
