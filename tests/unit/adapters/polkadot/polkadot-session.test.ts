import { describe, expect, it } from 'vitest';
import { PolkadotChain } from '../../../../adapters/polkadot/polkadot-chain.js';
import { PolkadotReader } from '../../../../adapters/polkadot/sdk/polkadot-reader.js';
import type { SessionEvent, WalletSession } from '../../../../application/ports/chain.port.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { PolkadotCalls } from '../../../../application/ports/wallet-calls.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

/** One account in the address formats of three networks. @see ../../../vectors/ss58.json */
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const ALICE_ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const ALICE_ON_SANDBOX = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F';
const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';

const sandbox = polkadotNetwork(SANDBOX_CHAIN);
const relay = polkadotNetwork(POLKADOT_CHAIN);
const onSandbox = toAccountId(`polkadot:${SANDBOX_CHAIN}:${ALICE_ON_SANDBOX}`);
const SIGNATURE = `0x${'ab'.repeat(64)}`;

const listen = (session: WalletSession): SessionEvent[] => {
  const events: SessionEvent[] = [];
  session.events$.subscribe((event) => events.push(event));
  return events;
};
const addresses = ({ accounts }: WalletSession): readonly string[] => accounts.map(({ address }) => address);

/** A chain whose nodes are never read. */
const chainWith = (wallet?: PolkadotTestWallet): PolkadotChain => {
  const extensions = wallet === undefined ? [] : [{ id: 'test', name: 'Test', provider: wallet.provider }];
  return new PolkadotChain({
    storage: new FakeStorage(),
    locks: new FakeLocks(),
    clock: new FakeClock(),
    originName: 'Tests',
    extensions,
    loadReader: () => Promise.reject(new Error('Unexpected read')),
  });
};

/** Every Polkadot session has these calls. */
const callsOf = ({ calls }: WalletSession): PolkadotCalls => calls?.polkadot as PolkadotCalls;

/** A session with an extension that has Alice’s account. */
const connected = async (type = 'sr25519') => {
  const wallet = new PolkadotTestWallet({ accounts: [{ address: ALICE, type }] });
  const session = await chainWith(wallet).connect({ connectorId: 'test', network: sandbox }, neverAborted());
  return { wallet, session, polkadot: callsOf(session) };
};

describe('session with a Polkadot extension', () => {
  it('encodes addresses for the active network, and switches without a request', async () => {
    const { wallet, session } = await connected();
    const requestCount = wallet.requests.length;
    const events = listen(session);
    expect(addresses(session)).toEqual([ALICE_ON_SANDBOX]);
    await session.switchNetwork(relay, neverAborted());
    expect([session.chainId, addresses(session)]).toEqual([relay.caipNetworkId, [ALICE_ON_POLKADOT]]);
    expect(events.map(({ type }) => type)).toEqual(['chain-changed', 'accounts-changed']);
    expect(wallet.requests.length).toBe(requestCount);
  });

  it('rejects a payload for another network than the account’s', async () => {
    const { wallet, polkadot } = await connected();
    const sign = (genesisHash: unknown): Promise<string> =>
      codeOf(polkadot.signPayload({ account: onSandbox, payload: { method: '0x00', genesisHash } }, neverAborted()));
    wallet.respondNext('signPayload', { result: { signature: SIGNATURE } });
    expect(await sign(`0x${POLKADOT_CHAIN}${'0'.repeat(32)}`)).toBe('network/wrong-chain');
    expect(await sign('nonsense')).toBe('network/wrong-chain');
    expect(wallet.requestCount('signPayload')).toBe(0);
    expect(await sign(`0x${SANDBOX_CHAIN}${'A'.repeat(32)}`)).toBe('no error');
  });

  it('signs with the wallet’s own address format, and wraps raw data', async () => {
    const { wallet, session, polkadot } = await connected();
    await session.signMessage({ account: onSandbox, message: 'hi' }, neverAborted());
    const data = `0x${Buffer.from('<Bytes>hi</Bytes>').toString('hex')}`;
    expect(wallet.requests.at(-1)).toEqual({ method: 'signRaw', params: [{ address: ALICE, data, type: 'bytes' }] });
    await polkadot.signRaw({ account: onSandbox, data: Buffer.from('<Bytes>hi</Bytes>') }, neverAborted());
    expect(wallet.requests.at(-1)?.params).toEqual([{ address: ALICE, data, type: 'bytes' }]);
  });

  it('adds a missing key type prefix to a signature', async () => {
    const { wallet, polkadot } = await connected('ed25519');
    wallet.respondNext(
      'signPayload',
      { result: { signature: SIGNATURE } },
      { result: { signature: `0x01${SIGNATURE.slice(2)}`, signedTransaction: '0x0400' } },
    );
    const sign = () => polkadot.signPayload({ account: onSandbox, payload: { address: 'another' } }, neverAborted());
    expect(await sign()).toEqual({ signature: `0x00${SIGNATURE.slice(2)}`, signedTransaction: null });
    expect(await sign()).toEqual({ signature: `0x01${SIGNATURE.slice(2)}`, signedTransaction: '0x0400' });
    expect(wallet.requests.at(-1)?.params).toEqual([{ address: ALICE }]);
  });

  it('skips unsupported accounts, and those for another network', async () => {
    const { wallet, session } = await connected();
    const genesisHash = `0x${POLKADOT_CHAIN}${'0'.repeat(32)}`;
    wallet.emitAccounts([
      { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', type: 'ethereum' },
      { address: BOB, genesisHash, type: 'ed25519' },
      { address: ALICE },
      { address: ALICE_ON_POLKADOT },
      { address: 'mistyped' },
    ]);
    expect(addresses(session)).toEqual([ALICE_ON_SANDBOX]);
    expect(session.accounts[0]?.publicKey).toBeUndefined();
    await session.switchNetwork(relay, neverAborted());
    expect(session.accounts.length).toBe(2);
  });

  it('ignores malformed and repeated account events', async () => {
    const { wallet, session } = await connected();
    const events = listen(session);
    for (const nonsense of [null, 'accounts', [null], [{ name: 'no address' }], { 0: ALICE }]) wallet.emitAccounts(nonsense);
    wallet.emitAccounts();
    wallet.emitAccounts();
    expect([events, addresses(session)]).toEqual([[], [ALICE_ON_SANDBOX]]);
  });

  it('rejects unknown accounts and unsupported methods', async () => {
    const { wallet, session } = await connected();
    const bob = toAccountId(`polkadot:${SANDBOX_CHAIN}:${BOB}`);
    expect(await codeOf(session.signMessage({ account: bob, message: 'hi' }, neverAborted()))).toBe('wallet/unauthorized');
    expect(await codeOf(session.sendTransaction({ from: bob, to: ALICE, value: 1n }, neverAborted()))).toBe('wallet/unauthorized');
    expect(wallet.requestCount('signRaw')).toBe(0);
    const bare = { version: '1', enable: async () => ({ accounts: { get: async () => [{ address: ALICE }] }, signer: {} }) };
    const chain = new PolkadotChain({
      storage: new FakeStorage(),
      locks: new FakeLocks(),
      clock: new FakeClock(),
      originName: 'T',
      extensions: [{ id: 'bare', name: 'Bare', provider: bare }],
    });
    const other = await chain.connect({ connectorId: 'bare', network: sandbox }, neverAborted());
    expect(await codeOf(other.signMessage({ account: onSandbox, message: 'hi' }, neverAborted()))).toBe('wallet/unsupported-method');
  });

  it.each([
    ['Rejected', 'wallet/rejected'],
    ['Cancelled', 'wallet/rejected'],
    ['User rejected the request', 'wallet/rejected'],
    ['The source http://localhost has not been enabled yet', 'wallet/unauthorized'],
    ['Unable to find keypair', 'wallet/unauthorized'],
    ['Something else', 'wallet/request-failed'],
  ])('maps the extension’s message "%s" to %s', async (message, code) => {
    const { wallet, session } = await connected();
    wallet.respondNext('signRaw', { error: { message } });
    expect(await codeOf(session.signMessage({ account: onSandbox, message: 'hi' }, neverAborted()))).toBe(code);
  });
});

const METHODS = ['polkadot_signTransaction', 'polkadot_signMessage'];
const allowed = (accounts: readonly string[], methods = METHODS): SessionNamespaces => ({
  polkadot: { accounts: accounts.map(toAccountId), methods, events: [] },
});
const BOTH = [`polkadot:${SANDBOX_CHAIN}:${ALICE_ON_SANDBOX}`, `polkadot:${POLKADOT_CHAIN}:${ALICE_ON_POLKADOT}`];

const adopt = async (namespaces: SessionNamespaces, network = sandbox) => {
  const remote = new FakeRemoteSession({ namespaces });
  const connector = remoteConnector('polkadot', 'Phone wallet');
  const session = await chainWith().adopt({ remote, connector, network, networks: () => [sandbox, relay] }, neverAborted());
  return { remote, session };
};

const adopted = async (...parameters: Parameters<typeof adopt>) => {
  const { remote, session } = await adopt(...parameters);
  if (session === null) throw new Error('No account is shared');
  return { remote, session, events: listen(session) };
};

describe('session with a remote Polkadot wallet', () => {
  it('starts on the requested network if shared, else on a shared one, and is null without one', async () => {
    expect((await adopt(allowed(BOTH), relay)).session?.chainId).toBe(relay.caipNetworkId);
    expect((await adopt(allowed(BOTH.slice(1)))).session?.chainId).toBe(relay.caipNetworkId);
    expect((await adopt({})).session).toBe(null);
  });

  it('sends WalletConnect methods on the session’s chain', async () => {
    const { remote, session } = await adopted(allowed(BOTH));
    remote.next({ result: { signature: SIGNATURE } }, { result: { signature: SIGNATURE } });
    expect(await session.signMessage({ account: onSandbox, message: 'hi' }, neverAborted())).toBe(SIGNATURE);
    const payload = { method: '0x00', address: ALICE_ON_SANDBOX };
    await callsOf(session).signPayload({ account: onSandbox, payload }, neverAborted());
    expect(remote.requests).toEqual([
      { chainId: sandbox.caipNetworkId, method: 'polkadot_signMessage', params: { address: ALICE_ON_SANDBOX, message: 'hi' } },
      {
        chainId: sandbox.caipNetworkId,
        method: 'polkadot_signTransaction',
        params: { address: ALICE_ON_SANDBOX, transactionPayload: payload },
      },
    ]);
  });

  it('sends text unchanged, and rejects bytes that are not UTF-8', async () => {
    const { remote, session } = await adopted(allowed(BOTH));
    const sign = (data: Uint8Array): Promise<string> => codeOf(callsOf(session).signRaw({ account: onSandbox, data }, neverAborted()));
    expect(await sign(Uint8Array.of(0xff, 0xfe, 0x00))).toBe('wallet/unsupported-method');
    expect(remote.requests).toEqual([]);
    remote.next({ result: { signature: SIGNATURE } });
    // A byte order mark is part of the message.
    await session.signMessage({ account: onSandbox, message: '\uFEFFhi' }, neverAborted());
    expect(remote.requests.at(-1)?.params).toEqual({ address: ALICE_ON_SANDBOX, message: '\uFEFFhi' });
  });

  it('sends no request that the session does not allow', async () => {
    const { remote, session } = await adopted(allowed(BOTH, ['polkadot_signTransaction']));
    expect(await codeOf(session.signMessage({ account: onSandbox, message: 'hi' }, neverAborted()))).toBe('wallet/unsupported-method');
    expect(await codeOf(session.switchNetwork(polkadotNetwork('b0a8d493285c2df73290dfb7e61f870f'), neverAborted()))).toBe(
      'network/unrecognized-chain',
    );
    expect(remote.requests).toEqual([]);
  });

  it('switches when its network is no longer shared, and disconnects when none is', async () => {
    const { remote, session, events } = await adopted(allowed(BOTH));
    remote.allow(allowed(BOTH.slice(1)));
    await flushPromises();
    expect([session.chainId, addresses(session)]).toEqual([relay.caipNetworkId, [ALICE_ON_POLKADOT]]);
    remote.close();
    await flushPromises();
    expect(events.map(({ type }) => type)).toEqual(['chain-changed', 'accounts-changed', 'disconnected']);
    expect(session.accounts).toEqual([]);
  });

  it('maps rejection codes, and unsubscribes and disconnects', async () => {
    const { remote, session, events } = await adopted(allowed(BOTH));
    remote.next({ error: { code: 5000, message: 'User rejected.' } });
    expect(await codeOf(session.signMessage({ account: onSandbox, message: 'hi' }, neverAborted()))).toBe('wallet/rejected');
    session.release();
    expect(remote.isObserved).toBe(false);
    await session.disconnect(neverAborted());
    expect([remote.isLive, events]).toEqual([false, []]);
  });
});

describe('transfers of one account', () => {
  // Two at the same time would have the same nonce: the network would execute one of them.
  it('are made one after the other, in all tabs', async () => {
    let concurrent = 0;
    let maxConcurrent = 0;
    class SlowReader extends PolkadotReader {
      override async send({ request }: Parameters<PolkadotReader['send']>[0]): Promise<string> {
        concurrent += 1;
        maxConcurrent = Math.max(maxConcurrent, concurrent);
        await flushPromises();
        concurrent -= 1;
        return String(request.value);
      }
    }
    const locks = new FakeLocks();
    const openTab = (tabLocks: FakeLocks): Promise<WalletSession> => {
      const { provider } = new PolkadotTestWallet({ accounts: [{ address: ALICE, type: 'sr25519' }] });
      const extensions = [{ id: 'test', name: 'Test', provider }];
      const loadReader = async () => ({ PolkadotReader: SlowReader });
      const chain = new PolkadotChain({
        storage: new FakeStorage(),
        clock: new FakeClock(),
        locks: tabLocks,
        originName: 'Tests',
        extensions,
        loadReader,
      });
      return chain.connect({ connectorId: 'test', network: sandbox }, neverAborted());
    };
    const tabs = [await openTab(locks), await openTab(locks.otherTab())];
    const sends = tabs.flatMap((session, tab) =>
      [1n, 2n].map((value) => session.sendTransaction({ from: onSandbox, to: BOB, value: value + BigInt(tab) * 10n }, neverAborted())),
    );
    expect([await Promise.all(sends), maxConcurrent]).toEqual([['1', '2', '11', '12'], 1]);
  });
});
