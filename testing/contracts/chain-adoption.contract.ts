import { FakeRemoteSession } from '../../application/ports/remote-session.fake.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { remoteConnector } from '../../domain/connection/connector.js';
import type { ChainHarness, RunWithChain } from './chain-harness.js';
import { patient, settled, type TestApi } from './test-api.js';

/** A session with a remote wallet that shares the harness's first account on its network. */
const remoteOf = ({ chain: { namespace }, network, accounts }: ChainHarness): FakeRemoteSession => {
  const shared = formatAccountId(network.caipNetworkId, accounts[0]);
  return new FakeRemoteSession({ namespaces: { [namespace]: { accounts: [shared], methods: [], events: [] } } });
};

/** What every chain does that adopts sessions with remote wallets. */
export const chainAdoptionContract = ({ it, expect }: TestApi, run: RunWithChain): void => {
  const adopt = ({ chain, network }: ChainHarness, remote: FakeRemoteSession, signal = patient()) => {
    const connector = remoteConnector(chain.namespace, remote.peer.name);
    return chain.adopt?.({ remote, connector, network, networks: () => [network] }, signal);
  };

  const runWhereAdopted: RunWithChain = (test) => run(async (harness) => (harness.chain.adopt === undefined ? undefined : test(harness)));

  it('adopts the session of a remote wallet, if it adopts any: its accounts and its connector, and no request to the wallet', () =>
    runWhereAdopted(async (harness) => {
      const remote = remoteOf(harness);
      const session = await adopt(harness, remote);
      expect(session?.accounts.map(({ address }) => address)).toEqual([harness.accounts[0]]);
      expect(session?.chainId).toBe(harness.network.caipNetworkId);
      expect(session?.connector.name).toBe(remote.peer.name);
      expect([remote.requests.length, harness.owner.asked('connect')]).toEqual([0, 0]);
    }));

  it('adopts no session that shares no account of its namespace, and leaves that as it is', () =>
    runWhereAdopted(async (harness) => {
      const other: Namespace = harness.chain.namespace === 'eip155' ? 'solana' : 'eip155';
      const accounts = [formatAccountId(toChainId(`${other}:1`), harness.accounts[0])];
      const remote = new FakeRemoteSession({ namespaces: { [other]: { accounts, methods: [], events: [] } } });
      expect(await adopt(harness, remote)).toBe(null);
      expect([remote.live, remote.heard]).toEqual([true, false]);
    }));

  it('says that an adopted session is disconnected when the remote one ends', () =>
    runWhereAdopted(async (harness) => {
      const remote = remoteOf(harness);
      const session = await adopt(harness, remote);
      const events: string[] = [];
      session?.events$.subscribe(({ type }) => events.push(type));
      remote.end('wallet');
      await settled();
      expect(events.includes('disconnected')).toBe(true);
      expect(session?.accounts).toEqual([]);
    }));

  it('ends the remote session with the adopted one, and leaves it at its release', () =>
    runWhereAdopted(async (harness) => {
      const [ended, left] = [remoteOf(harness), remoteOf(harness)];
      await (await adopt(harness, ended))?.disconnect(patient());
      (await adopt(harness, left))?.release();
      expect([ended.live, left.live]).toEqual([false, true]);
    }));

  it('does not adopt after an abort', () =>
    runWhereAdopted(async (harness) => {
      const remote = remoteOf(harness);
      const outcome = await adopt(harness, remote, AbortSignal.abort('stop'))?.catch((error: unknown) => error);
      expect(outcome).toBe('stop');
      expect([remote.live, remote.heard]).toEqual([true, false]);
    }));
};
