import { FakeRemoteSession } from '../../application/ports/remote-session.fake.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { remoteConnector } from '../../domain/connection/connector.js';
import type { ChainHarness, RunWithChain } from './chain-harness.js';
import { flushPromises, neverAborted, type TestApi } from './test-api.js';

/** A session with a remote wallet that shares the harness's first account on its network. */
const remoteOf = ({ chain: { namespace }, network, accounts }: ChainHarness): FakeRemoteSession => {
  const shared = formatAccountId(network.caipNetworkId, accounts[0]);
  return new FakeRemoteSession({ namespaces: { [namespace]: { accounts: [shared], methods: [], events: [] } } });
};

/** Contract of chains that adopt sessions with remote wallets. */
export const chainAdoptionContract = ({ it, expect }: TestApi, run: RunWithChain): void => {
  const adopt = ({ chain, network }: ChainHarness, remote: FakeRemoteSession, signal = neverAborted()) => {
    const connector = remoteConnector(chain.namespace, remote.peer.name);
    return chain.adopt?.({ remote, connector, network, networks: () => [network] }, signal);
  };

  const runIfSupported: RunWithChain = (test) => run(async (harness) => (harness.chain.adopt === undefined ? undefined : test(harness)));

  it('adopts a remote session with its accounts and connector, without a request to the wallet', () =>
    runIfSupported(async (harness) => {
      const remote = remoteOf(harness);
      const session = await adopt(harness, remote);
      expect(session?.accounts.map(({ address }) => address)).toEqual([harness.accounts[0]]);
      expect(session?.chainId).toBe(harness.network.caipNetworkId);
      expect(session?.connector.name).toBe(remote.peer.name);
      expect([remote.requests.length, harness.user.promptCount('connect')]).toEqual([0, 0]);
    }));

  it('does not adopt a session without accounts of its namespace, which stays live', () =>
    runIfSupported(async (harness) => {
      const other: Namespace = harness.chain.namespace === 'eip155' ? 'solana' : 'eip155';
      const accounts = [formatAccountId(toChainId(`${other}:1`), harness.accounts[0])];
      const remote = new FakeRemoteSession({ namespaces: { [other]: { accounts, methods: [], events: [] } } });
      expect(await adopt(harness, remote)).toBe(null);
      expect([remote.isLive, remote.isObserved]).toEqual([true, false]);
    }));

  it('emits disconnected when the remote session ends', () =>
    runIfSupported(async (harness) => {
      const remote = remoteOf(harness);
      const session = await adopt(harness, remote);
      const events: string[] = [];
      session?.events$.subscribe(({ type }) => events.push(type));
      remote.close('wallet');
      await flushPromises();
      expect(events.includes('disconnected')).toBe(true);
      expect(session?.accounts).toEqual([]);
    }));

  it('ends the remote session on disconnect, but not on release', () =>
    runIfSupported(async (harness) => {
      const [disconnected, released] = [remoteOf(harness), remoteOf(harness)];
      await (await adopt(harness, disconnected))?.disconnect(neverAborted());
      (await adopt(harness, released))?.release();
      expect([disconnected.isLive, released.isLive]).toEqual([false, true]);
    }));

  it('does not adopt after an abort', () =>
    runIfSupported(async (harness) => {
      const remote = remoteOf(harness);
      const outcome = await adopt(harness, remote, AbortSignal.abort('stop'))?.catch((error: unknown) => error);
      expect(outcome).toBe('stop');
      expect([remote.isLive, remote.isObserved]).toEqual([true, false]);
    }));
};
