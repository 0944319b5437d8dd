import { describe, expect, it } from 'vitest';
import { PolkadotChain } from '../../../../adapters/polkadot/polkadot-chain.js';
import type { SessionEvent, WalletSession } from '../../../../application/ports/chain.port.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import type { PolkadotCalls } from '../../../../application/ports/wallet-calls.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

/** One account in the form of three networks. @see ../../../vectors/ss58.json */
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const ALICE_ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const ALICE_ON_SANDBOX = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F';
const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';

const sandbox = polkadotNetwork(SANDBOX_CHAIN);
const relay = polkadotNetwork(POLKADOT_CHAIN);
const onSandbox = toAccountId(`polkadot:${SANDBOX_CHAIN}:${ALICE_ON_SANDBOX}`);
const SIGNATURE = `0x${'ab'.repeat(64)}`;

const listen = (session: WalletSession): SessionEvent[] => {
  const heard: SessionEvent[] = [];
  session.events$.subscribe((event) => heard.push(event));
  return heard;
};
const addresses = ({ accounts }: WalletSession): readonly string[] => accounts.map(({ address }) => address);

/** A chain whose nodes are never read. */
const chainWith = (wallet?: PolkadotTestWallet): PolkadotChain => {
  const extensions = wallet === undefined ? [] : [{ id: 'test', name: 'Test', provider: wallet.provider }];
  return new PolkadotChain({
    clock: new FakeClock(),
    originName: 'Tests',
    extensions,
    loadReader: () => Promise.reject(new Error('No node is to be read')),
  });
};

/** Every session of this adapter has them. */
const callsOf = ({ calls }: WalletSession): PolkadotCalls => calls?.polkadot as PolkadotCalls;

/** A session with an extension that has Alice's account. */
const connected = async (type = 'sr25519') => {
  const wallet = new PolkadotTestWallet({ accounts: [{ address: ALICE, type }] });
  const session = await chainWith(wallet).connect({ connectorId: 'test', network: sandbox }, patient());
  return { wallet, session, polkadot: callsOf(session) };
};

describe('a session with a Polkadot extension', () => {
  it('writes addresses as the network does, and anew when the session moves; the wallet sees nothing of it', async () => {
    const { wallet, session } = await connected();
    const asked = wallet.requests.length;
    const heard = listen(session);
    expect(addresses(session)).toEqual([ALICE_ON_SANDBOX]);
    await session.switchNetwork(relay, patient());
    expect([session.chainId, addresses(session)]).toEqual([relay.caipNetworkId, [ALICE_ON_POLKADOT]]);
    expect(heard.map(({ type }) => type)).toEqual(['chain-changed', 'accounts-changed']);
    expect(wallet.requests.length).toBe(asked);
  });

  it('signs no payload for another network than the account’s', async () => {
    const { wallet, polkadot } = await connected();
    const sign = (genesisHash: unknown): Promise<string> =>
      codeOf(polkadot.signPayload({ account: onSandbox, payload: { method: '0x00', genesisHash } }, patient()));
    wallet.next('signPayload', { result: { signature: SIGNATURE } });
    expect(await sign(`0x${POLKADOT_CHAIN}${'0'.repeat(32)}`)).toBe('network/wrong-chain');
    expect(await sign('nonsense')).toBe('network/wrong-chain');
    expect(wallet.count('signPayload')).toBe(0);
    expect(await sign(`0x${SANDBOX_CHAIN}${'A'.repeat(32)}`)).toBe('no error');
  });

  it('asks for signatures by the address that the wallet writes, and wraps what is signed', async () => {
    const { wallet, session, polkadot } = await connected();
    await session.signMessage({ account: onSandbox, message: 'hi' }, patient());
    const data = `0x${Buffer.from('<Bytes>hi</Bytes>').toString('hex')}`;
    expect(wallet.requests.at(-1)).toEqual({ method: 'signRaw', params: [{ address: ALICE, data, type: 'bytes' }] });
    await polkadot.signRaw({ account: onSandbox, data: Buffer.from('<Bytes>hi</Bytes>') }, patient());
    expect(wallet.requests.at(-1)?.params).toEqual([{ address: ALICE, data, type: 'bytes' }]);
  });

  it('puts the kind of key before a signature that comes without', async () => {
    const { wallet, polkadot } = await connected('ed25519');
    wallet.next(
      'signPayload',
      { result: { signature: SIGNATURE } },
      { result: { signature: `0x01${SIGNATURE.slice(2)}`, signedTransaction: '0x0400' } },
    );
    const ask = () => polkadot.signPayload({ account: onSandbox, payload: { address: 'another' } }, patient());
    expect(await ask()).toEqual({ signature: `0x00${SIGNATURE.slice(2)}`, signedTransaction: null });
    expect(await ask()).toEqual({ signature: `0x01${SIGNATURE.slice(2)}`, signedTransaction: '0x0400' });
    expect(wallet.requests.at(-1)?.params).toEqual([{ address: ALICE }]);
  });

  it('leaves out accounts of no use, and those for another network', async () => {
    const { wallet, session } = await connected();
    const genesisHash = `0x${POLKADOT_CHAIN}${'0'.repeat(32)}`;
    wallet.tell([
      { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', type: 'ethereum' },
      { address: BOB, genesisHash, type: 'ed25519' },
      { address: ALICE },
      { address: ALICE_ON_POLKADOT },
      { address: 'mistyped' },
    ]);
    expect(addresses(session)).toEqual([ALICE_ON_SANDBOX]);
    expect(session.accounts[0]?.publicKey).toBeUndefined();
    await session.switchNetwork(relay, patient());
    expect(session.accounts.length).toBe(2);
  });

  it('takes no notice of what means nothing, nor twice of the same', async () => {
    const { wallet, session } = await connected();
    const heard = listen(session);
    for (const nonsense of [null, 'accounts', [null], [{ name: 'no address' }], { 0: ALICE }]) wallet.tell(nonsense);
    wallet.tell();
    wallet.tell();
    expect([heard, addresses(session)]).toEqual([[], [ALICE_ON_SANDBOX]]);
  });

  it('signs for no account that it does not have, and nothing without a method for it', async () => {
    const { wallet, session } = await connected();
    const bob = toAccountId(`polkadot:${SANDBOX_CHAIN}:${BOB}`);
    expect(await codeOf(session.signMessage({ account: bob, message: 'hi' }, patient()))).toBe('wallet/unauthorized');
    expect(await codeOf(session.sendTransaction({ from: bob, to: ALICE, value: 1n }, patient()))).toBe('wallet/unauthorized');
    expect(wallet.count('signRaw')).toBe(0);
    const bare = { version: '1', enable: async () => ({ accounts: { get: async () => [{ address: ALICE }] }, signer: {} }) };
    const chain = new PolkadotChain({
      clock: new FakeClock(),
      originName: 'T',
      extensions: [{ id: 'bare', name: 'Bare', provider: bare }],
    });
    const other = await chain.connect({ connectorId: 'bare', network: sandbox }, patient());
    expect(await codeOf(other.signMessage({ account: onSandbox, message: 'hi' }, patient()))).toBe('wallet/unsupported-method');
  });

  it.each([
    ['Rejected', 'wallet/rejected'],
    ['Cancelled', 'wallet/rejected'],
    ['User rejected the request', 'wallet/rejected'],
    ['The source http://localhost has not been enabled yet', 'wallet/unauthorized'],
    ['Unable to find keypair', 'wallet/unauthorized'],
    ['Something else', 'wallet/request-failed'],
  ])('reads the extension’s word "%s" as %s', async (message, code) => {
    const { wallet, session } = await connected();
    wallet.next('signRaw', { error: { message } });
    expect(await codeOf(session.signMessage({ account: onSandbox, message: 'hi' }, patient()))).toBe(code);
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
  const session = await chainWith().adopt({ remote, connector, network, networks: () => [sandbox, relay] }, patient());
  return { remote, session };
};

const adopted = async (...given: Parameters<typeof adopt>) => {
  const { remote, session } = await adopt(...given);
  if (session === null) throw new Error('The wallet shares an account');
  return { remote, session, heard: listen(session) };
};

describe('a session with a Polkadot wallet elsewhere', () => {
  it('begins where it is wanted, else where the wallet shares an account, and is none without one', async () => {
    expect((await adopt(allowed(BOTH), relay)).session?.chainId).toBe(relay.caipNetworkId);
    expect((await adopt(allowed(BOTH.slice(1)))).session?.chainId).toBe(relay.caipNetworkId);
    expect((await adopt({})).session).toBe(null);
  });

  it('asks by the methods of the wallet protocol, on the session’s chain', async () => {
    const { remote, session } = await adopted(allowed(BOTH));
    remote.next({ result: { signature: SIGNATURE } }, { result: { signature: SIGNATURE } });
    expect(await session.signMessage({ account: onSandbox, message: 'hi' }, patient())).toBe(SIGNATURE);
    const payload = { method: '0x00', address: ALICE_ON_SANDBOX };
    await callsOf(session).signPayload({ account: onSandbox, payload }, patient());
    expect(remote.requests).toEqual([
      { chainId: sandbox.caipNetworkId, method: 'polkadot_signMessage', params: { address: ALICE_ON_SANDBOX, message: 'hi' } },
      {
        chainId: sandbox.caipNetworkId,
        method: 'polkadot_signTransaction',
        params: { address: ALICE_ON_SANDBOX, transactionPayload: payload },
      },
    ]);
  });

  it('hands over texts as they are, and nothing that a text cannot say', async () => {
    const { remote, session } = await adopted(allowed(BOTH));
    const sign = (data: Uint8Array): Promise<string> => codeOf(callsOf(session).signRaw({ account: onSandbox, data }, patient()));
    expect(await sign(Uint8Array.of(0xff, 0xfe, 0x00))).toBe('wallet/unsupported-method');
    expect(remote.requests).toEqual([]);
    remote.next({ result: { signature: SIGNATURE } });
    // What other readers take for a mark at the beginning is a part of the text here.
    await session.signMessage({ account: onSandbox, message: '\uFEFFhi' }, patient());
    expect(remote.requests.at(-1)?.params).toEqual({ address: ALICE_ON_SANDBOX, message: '\uFEFFhi' });
  });

  it('asks nothing that the session does not allow', async () => {
    const { remote, session } = await adopted(allowed(BOTH, ['polkadot_signTransaction']));
    expect(await codeOf(session.signMessage({ account: onSandbox, message: 'hi' }, patient()))).toBe('wallet/unsupported-method');
    expect(await codeOf(session.switchNetwork(polkadotNetwork('b0a8d493285c2df73290dfb7e61f870f'), patient()))).toBe(
      'network/unrecognized-chain',
    );
    expect(remote.requests).toEqual([]);
  });

  it('moves on when the wallet does not share the network any more, and ends when it shares nothing', async () => {
    const { remote, session, heard } = await adopted(allowed(BOTH));
    remote.allow(allowed(BOTH.slice(1)));
    await settle();
    expect([session.chainId, addresses(session)]).toEqual([relay.caipNetworkId, [ALICE_ON_POLKADOT]]);
    remote.end();
    await settle();
    expect(heard.map(({ type }) => type)).toEqual(['chain-changed', 'accounts-changed', 'disconnected']);
    expect(session.accounts).toEqual([]);
  });

  it('reads a rejection by its code, ends the session for the wallet too, and hears nothing after a release', async () => {
    const { remote, session, heard } = await adopted(allowed(BOTH));
    remote.next({ error: { code: 5000, message: 'User rejected.' } });
    expect(await codeOf(session.signMessage({ account: onSandbox, message: 'hi' }, patient()))).toBe('wallet/rejected');
    session.release();
    expect(remote.heard).toBe(false);
    await session.disconnect(patient());
    expect([remote.live, heard]).toEqual([false, []]);
  });
});
