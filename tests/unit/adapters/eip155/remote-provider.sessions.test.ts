import { describe, expect, it } from 'vitest';
import type { Eip1193Provider } from '../../../../adapters/eip155/eip1193.js';
import { openRemoteSession } from '../../../../adapters/eip155/remote-provider.js';
import type { SessionEvent } from '../../../../application/ports/chain.port.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import type { Network } from '../../../../domain/network/network.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';
import { allowed, BOTH_CHAINS, MAINNET, POLYGON } from '../support/remote-provider-world.js';

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
    patient(),
  );
  const heard: SessionEvent[] = [];
  session?.events$.subscribe((event) => heard.push(event));
  return { remote, reads, connector, session, heard };
};

const opened = async (...given: Parameters<typeof sessionOver>) => {
  const { session, ...rest } = await sessionOver(...given);
  if (session === null) throw new Error('The wallet shares an account');
  return { session, ...rest };
};

describe('an EVM session over one of the wallet protocol', () => {
  it('opens without asking the wallet or a node', async () => {
    const { remote, reads, session, connector } = await opened(undefined, testNetwork(137));
    expect(session.accounts.map(({ address }) => address)).toEqual([ALICE, BOB]);
    expect(session.chainId).toBe(POLYGON);
    expect(session.connector).toEqual(connector);
    expect(remote.requests).toEqual([]);
    expect(reads).toEqual([]);
  });

  it('hands batches to a wallet that allows them, and says so of one that does not', async () => {
    const { remote, session } = await opened(allowed(BOTH_CHAINS, [...SIGNING, 'wallet_sendCalls', 'wallet_getCallsStatus']));
    const { eip155 } = session.calls ?? {};
    remote.next({ result: { id: '0xbatch' } });
    expect(await eip155?.sendCalls({ from: ACCOUNT, calls: [{ to: BOB, value: 1n }] }, patient())).toEqual({ id: '0xbatch' });
    remote.next({ result: { status: 100, chainId: '0x1', receipts: [] } });
    expect(await eip155?.getCallsStatus({ id: '0xbatch' }, patient())).toMatchObject({ id: '0xbatch', status: 100, chainId: MAINNET });
    expect(remote.requests.map(({ chainId, method }) => [chainId, method])).toEqual([
      [MAINNET, 'wallet_sendCalls'],
      [MAINNET, 'wallet_getCallsStatus'],
    ]);
    const { session: other, remote: quiet } = await opened();
    const refused = other.calls?.eip155?.sendCalls({ from: ACCOUNT, calls: [{ to: BOB }] }, patient());
    expect(await codeOf(Promise.resolve(refused))).toBe('wallet/unsupported-method');
    expect(await other.calls?.eip155?.getCapabilities({ account: ACCOUNT }, patient())).toEqual({});
    expect(quiet.requests).toEqual([]);
  });

  it('signs messages and typed data, and sends, through the wallet', async () => {
    const { remote, session, reads } = await opened();
    remote.next({ result: SIGNATURE }, { result: SIGNATURE }, { result: HASH });
    expect(await session.signMessage({ account: ACCOUNT, message: 'hello' }, patient())).toBe(SIGNATURE);
    const typedData = { domain: {}, types: { A: [{ name: 'a', type: 'string' }] }, primaryType: 'A', message: { a: 'b' } };
    expect(await session.signTypedData({ account: ACCOUNT, typedData }, patient())).toBe(SIGNATURE);
    expect(await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, patient())).toBe(HASH);
    expect(remote.requests.map(({ chainId, method }) => [chainId, method])).toEqual(SIGNING.map((method) => [MAINNET, method]));
    // Whether the account has what it sends; a node that cannot say so holds nothing up.
    expect(reads).toEqual(['eip155:1 eth_getBalance']);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['unsupported', 'wallet/unsupported-method'],
    ['garbage', 'wallet/invalid-response'],
    ['expire', 'wallet-protocol/request-expired'],
  ] as const)("ends in a typed error when the wallet answers '%s': %s", async (answer, code) => {
    const { remote, session } = await opened();
    remote.next(answer);
    expect(await codeOf(session.signMessage({ account: ACCOUNT, message: 'hello' }, patient()))).toBe(code);
  });

  it('ends in a typed error when the wallet leaves while it is asked', async () => {
    const { remote, session, heard } = await opened();
    remote.next('never');
    const signed = codeOf(session.signMessage({ account: ACCOUNT, message: 'hello' }, patient()));
    await settle();
    remote.end();
    expect(await signed).toBe('wallet-protocol/user-disconnected');
    expect(heard).toEqual([{ type: 'disconnected' }]);
    expect(session.accounts).toEqual([]);
  });

  it('signs nothing that the wallet does not allow', async () => {
    const { remote, session } = await opened(allowed(BOTH_CHAINS, []));
    expect(await codeOf(session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, patient()))).toBe('wallet/unsupported-method');
    expect(remote.requests).toEqual([]);
  });

  it('follows what the wallet says', async () => {
    const { remote, heard } = await opened();
    remote.emit(MAINNET, 'chainChanged', 137);
    remote.emit(POLYGON, 'accountsChanged', [BOB]);
    expect(heard).toEqual([
      { type: 'chain-changed', chainId: POLYGON },
      { type: 'accounts-changed', accounts: [expect.objectContaining({ address: BOB }), expect.objectContaining({ address: ALICE })] },
    ]);
  });

  it('switches without asking where the wallet shares an account, and not at all where it cannot', async () => {
    const { remote, session } = await opened(allowed([`1:${ALICE}`, `137:${ALICE}`]));
    await session.switchNetwork(testNetwork(137), patient());
    expect(session.chainId).toBe(POLYGON);
    expect(await codeOf(session.switchNetwork(testNetwork(8453), patient()))).toBe('wallet-protocol/switch-failed');
    expect(session.chainId).toBe(POLYGON);
    expect(remote.requests).toEqual([]);
  });

  it('ends the session for the wallet when it is disconnected, and hears nothing once it is released', async () => {
    const { remote, session } = await opened();
    await session.disconnect(patient());
    expect(remote.disconnections).toBe(1);
    session.release();
    expect(remote.heard).toBe(false);
  });

  it('gives its provider the reads of the node of its network, loaded when there is something to read', async () => {
    const { session, reads } = await opened(undefined, testNetwork(137));
    // An EIP-1193 provider, which the port leaves open.
    const provider = session.provider as Eip1193Provider;
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('from the node');
    expect(reads).toEqual(['eip155:137 eth_blockNumber']);
  });

  it('reads nothing of a chain that is not configured', async () => {
    const { session, reads } = await opened(allowed([`8453:${ALICE}`]));
    // As above.
    const provider = session.provider as Eip1193Provider;
    expect(await codeOf(Promise.resolve(provider.request({ method: 'eth_blockNumber' })))).toBe('network/not-found');
    expect(reads).toEqual([]);
  });
});
