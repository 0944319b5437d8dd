import { describe, expect, it } from 'vitest';
import type { Eip1193Provider } from '../../../../adapters/eip155/eip1193.js';
import { openRemoteSession } from '../../../../adapters/eip155/remote-provider.js';
import type { SessionEvent } from '../../../../application/ports/chain.port.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import type { Network } from '../../../../domain/network/network.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';
import { allowed, BOTH_CHAINS, MAINNET, POLYGON } from '../support/remote-provider-fixture.js';

const SIGNING = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'];
const ACCOUNT = toAccountId(`eip155:1:${ALICE}`);
const SIGNATURE = `0x${'11'.repeat(65)}`;
const HASH = `0x${'22'.repeat(32)}`;

const sessionOver = async (namespaces: SessionNamespaces = allowed(BOTH_CHAINS, SIGNING), network: Network = testNetwork(1)) => {
  const remote = new FakeRemoteSession({ namespaces });
  const reads: string[] = [];
  const connector = remoteConnector('eip155', 'Phone wallet');
  const session = await openRemoteSession(
    {
      remote,
      connector,
      network,
      networks: () => [testNetwork(1), testNetwork(137)],
      clock: new FakeClock(),
      reader: async () => ({
        request: async ({ method, network: { caipNetworkId } }) => {
          reads.push(`${caipNetworkId} ${method}`);
          return 'from the node';
        },
      }),
    },
    neverAborted(),
  );
  const events: SessionEvent[] = [];
  session?.events$.subscribe((event) => events.push(event));
  return { remote, reads, connector, session, events };
};

const opened = async (...parameters: Parameters<typeof sessionOver>) => {
  const { session, ...rest } = await sessionOver(...parameters);
  if (session === null) throw new Error('No account is shared');
  return { session, ...rest };
};

describe('EVM session over a remote session', () => {
  it('opens without requests to the wallet or a node', async () => {
    const { remote, reads, session, connector } = await opened(undefined, testNetwork(137));
    expect(session.accounts.map(({ address }) => address)).toEqual([ALICE, BOB]);
    expect(session.chainId).toBe(POLYGON);
    expect(session.connector).toEqual(connector);
    expect(remote.requests).toEqual([]);
    expect(reads).toEqual([]);
  });

  it('sends batches if the session allows it, and rejects them otherwise', async () => {
    const { remote, session } = await opened(allowed(BOTH_CHAINS, [...SIGNING, 'wallet_sendCalls', 'wallet_getCallsStatus']));
    const { eip155 } = session.calls ?? {};
    remote.next({ result: { id: '0xbatch' } });
    expect(await eip155?.sendCalls({ from: ACCOUNT, calls: [{ to: BOB, value: 1n }] }, neverAborted())).toEqual({ id: '0xbatch' });
    remote.next({ result: { status: 100, chainId: '0x1', receipts: [] } });
    expect(await eip155?.getCallsStatus({ id: '0xbatch' }, neverAborted())).toMatchObject({ id: '0xbatch', status: 100, chainId: MAINNET });
    expect(remote.requests.map(({ chainId, method }) => [chainId, method])).toEqual([
      [MAINNET, 'wallet_sendCalls'],
      [MAINNET, 'wallet_getCallsStatus'],
    ]);
    const { session: other, remote: quiet } = await opened();
    const refused = other.calls?.eip155?.sendCalls({ from: ACCOUNT, calls: [{ to: BOB }] }, neverAborted());
    expect(await codeOf(Promise.resolve(refused))).toBe('wallet/unsupported-method');
    expect(await other.calls?.eip155?.getCapabilities({ account: ACCOUNT }, neverAborted())).toEqual({});
    expect(quiet.requests).toEqual([]);
  });

  it('signs messages and typed data, and sends, through the wallet', async () => {
    const { remote, session, reads } = await opened();
    remote.next({ result: SIGNATURE }, { result: SIGNATURE }, { result: HASH });
    expect(await session.signMessage({ account: ACCOUNT, message: 'hello' }, neverAborted())).toBe(SIGNATURE);
    const typedData = { domain: {}, types: { A: [{ name: 'a', type: 'string' }] }, primaryType: 'A', message: { a: 'b' } };
    expect(await session.signTypedData({ account: ACCOUNT, typedData }, neverAborted())).toBe(SIGNATURE);
    expect(await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, neverAborted())).toBe(HASH);
    expect(remote.requests.map(({ chainId, method }) => [chainId, method])).toEqual(SIGNING.map((method) => [MAINNET, method]));
    // The balance check; an unreadable node does not block sending.
    expect(reads).toEqual(['eip155:1 eth_getBalance']);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['unsupported', 'wallet/unsupported-method'],
    ['garbage', 'wallet/invalid-response'],
    ['expire', 'wallet-protocol/request-expired'],
  ] as const)('maps the response "%s" to %s', async (response, code) => {
    const { remote, session } = await opened();
    remote.next(response);
    expect(await codeOf(session.signMessage({ account: ACCOUNT, message: 'hello' }, neverAborted()))).toBe(code);
  });

  it('rejects a pending request when the session ends', async () => {
    const { remote, session, events } = await opened();
    remote.next('never');
    const signed = codeOf(session.signMessage({ account: ACCOUNT, message: 'hello' }, neverAborted()));
    await flushPromises();
    remote.close();
    expect(await signed).toBe('wallet-protocol/user-disconnected');
    expect(events).toEqual([{ type: 'disconnected' }]);
    expect(session.accounts).toEqual([]);
  });

  it('rejects methods that the session does not allow', async () => {
    const { remote, session } = await opened(allowed(BOTH_CHAINS, []));
    expect(await codeOf(session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, neverAborted()))).toBe('wallet/unsupported-method');
    expect(remote.requests).toEqual([]);
  });

  it('emits the wallet’s changes', async () => {
    const { remote, events } = await opened();
    remote.emit(MAINNET, 'chainChanged', 137);
    remote.emit(POLYGON, 'accountsChanged', [BOB]);
    expect(events).toEqual([
      { type: 'chain-changed', chainId: POLYGON },
      { type: 'accounts-changed', accounts: [expect.objectContaining({ address: BOB }), expect.objectContaining({ address: ALICE })] },
    ]);
  });

  it('switches locally between shared chains, and rejects other chains', async () => {
    const { remote, session } = await opened(allowed([`1:${ALICE}`, `137:${ALICE}`]));
    await session.switchNetwork(testNetwork(137), neverAborted());
    expect(session.chainId).toBe(POLYGON);
    expect(await codeOf(session.switchNetwork(testNetwork(8453), neverAborted()))).toBe('wallet-protocol/switch-failed');
    expect(session.chainId).toBe(POLYGON);
    expect(remote.requests).toEqual([]);
  });

  it('disconnects the remote session, and unsubscribes on release', async () => {
    const { remote, session } = await opened();
    await session.disconnect(neverAborted());
    expect(remote.disconnections).toBe(1);
    session.release();
    expect(remote.isObserved).toBe(false);
  });

  it('lets its provider read from a node of its network', async () => {
    const { session, reads } = await opened(undefined, testNetwork(137));
    // The port leaves the provider’s type open.
    const provider = session.provider as Eip1193Provider;
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('from the node');
    expect(reads).toEqual(['eip155:137 eth_blockNumber']);
  });

  it('rejects reads of a chain that is not configured', async () => {
    const { session, reads } = await opened(allowed([`8453:${ALICE}`]));
    const provider = session.provider as Eip1193Provider;
    expect(await codeOf(Promise.resolve(provider.request({ method: 'eth_blockNumber' })))).toBe('network/not-found');
    expect(reads).toEqual([]);
  });
});
