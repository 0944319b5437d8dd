import { Psbt } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../../../adapters/bip122/bip122-chain.js';
import type { WalletSession } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { activeAccount } from '../../../../testing/contracts/chain-harness.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { signTestMessage } from '../../../../testing/wallets/bip122-test-messages.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';

const MAIN = bitcoinTestNetwork('main', 'http://127.0.0.1:1');
const TEST = bitcoinTestNetwork('test', 'http://127.0.0.1:1');
const key = bip122TestKey('p2wpkh', 'remote');
const second = bip122TestKey('p2wpkh', 'second');
const ordinals = bip122TestKey('p2tr', 'remote');
const METHODS = ['sendTransfer', 'signMessage', 'signPsbt'];
const publicKey = Buffer.from(key.publicKey).toString('hex');
const [onMain, onTest] = [key.addressOn('main'), key.addressOn('test')];

const allowed = (addresses: readonly string[], methods: readonly string[] = METHODS): SessionNamespaces => ({
  bip122: {
    accounts: addresses.map((address) => toAccountId(`${(address.startsWith('bc') ? MAIN : TEST).caipNetworkId}:${address}`)),
    methods,
    events: ['bip122_addressesChanged'],
  },
});

/** Namespaces of a wallet with `getAccountAddresses`. */
const WITH_ADDRESSES = allowed([onMain], [...METHODS, 'getAccountAddresses']);

const adopt = async (namespaces: SessionNamespaces, remote = new FakeRemoteSession({ namespaces })) => {
  const chain = new Bip122Chain({
    storage: new FakeStorage(),
    locks: new FakeLocks(),
    clock: new FakeClock(),
    esplora: ({ rpcUrls }) => rpcUrls.chainDefault.http,
  });
  const connector = remoteConnector('bip122', 'Phone');
  const session = await chain.adopt({ remote, connector, network: MAIN, networks: () => [MAIN, TEST] }, neverAborted());
  return { remote, chain, session };
};

const adopted = async (...parameters: Parameters<typeof adopt>) => {
  const { session, ...rest } = await adopt(...parameters);
  if (session === null) throw new Error('No account is shared');
  const events: string[] = [];
  session.events$.subscribe(({ type }) => events.push(type));
  return { ...rest, session, events };
};

const sign = (session: WalletSession): Promise<string> =>
  session.signMessage({ account: activeAccount(session), message: 'hello' }, neverAborted());

describe('remote Bitcoin wallet', () => {
  it('opens a session with the addresses of its chain, and none without addresses', async () => {
    const { session, remote } = await adopted(allowed([onMain, onTest]));
    expect(session.accounts).toEqual([{ namespace: 'bip122', address: onMain, type: 'payment' }]);
    expect([session.chainId, remote.requests.length]).toEqual([MAIN.caipNetworkId, 0]);
    expect((await adopt({})).session).toBe(null);
    expect((await adopt(allowed([onTest]))).session?.chainId).toBe(TEST.caipNetworkId);
  });

  it('requests all addresses if allowed, with key and purpose', async () => {
    const remote = new FakeRemoteSession({ namespaces: WITH_ADDRESSES });
    remote.next({
      result: [
        { address: ordinals.addressOn('main'), intention: 'ordinal' },
        { address: onMain, publicKey, path: "m/84'/0'/0'/0/0", intention: 'payment' },
        { address: second.addressOn('main') },
      ],
    });
    const { session } = await adopted(WITH_ADDRESSES, remote);
    expect(session.accounts).toEqual([
      { namespace: 'bip122', address: onMain, type: 'payment', publicKey, path: "m/84'/0'/0'/0/0" },
      { namespace: 'bip122', address: second.addressOn('main'), type: 'payment' },
      { namespace: 'bip122', address: ordinals.addressOn('main'), type: 'ordinal' },
    ]);
    expect(remote.requests).toEqual([
      { chainId: MAIN.caipNetworkId, method: 'getAccountAddresses', params: { account: onMain }, quiet: true },
    ]);
  });

  it('does not wait for an offline wallet, and adds its addresses later', async () => {
    const remote = new FakeRemoteSession({ namespaces: WITH_ADDRESSES });
    remote.next('late');
    const { session, events } = await adopted(WITH_ADDRESSES, remote);
    expect(session.accounts).toEqual([{ namespace: 'bip122', address: onMain, type: 'payment' }]);
    // Malformed addresses, and those of another network, are dropped.
    remote.release([{ address: ordinals.addressOn('main'), intention: 'ordinal' }, { address: onTest }, { address: 'nonsense' }, null]);
    await flushPromises();
    expect([events, session.accounts.map(({ address }) => address)]).toEqual([['accounts-changed'], [onMain, ordinals.addressOn('main')]]);
  });

  it.each([
    [
      'a list',
      [{ address: onMain, publicKey, intention: 'payment' }, { address: ordinals.addressOn('main'), intention: 'ordinal' }, onTest],
    ],
    ['lists by intention', { payment: [{ address: onMain, publicKey }], ordinal: [{ address: ordinals.addressOn('main') }] }],
  ])('reads addresses from the session properties, as %s', async (_shape, cached) => {
    const sessionProperties = { bip122_getAccountAddresses: JSON.stringify(cached) };
    const remote = new FakeRemoteSession({ namespaces: WITH_ADDRESSES, sessionProperties });
    const { session } = await adopted(WITH_ADDRESSES, remote);
    expect(session.accounts).toEqual([
      { namespace: 'bip122', address: onMain, type: 'payment', publicKey },
      { namespace: 'bip122', address: ordinals.addressOn('main'), type: 'ordinal' },
    ]);
    expect(remote.requests).toEqual([]);
    // A later response replaces them.
    remote.next({ result: [{ address: second.addressOn('main') }] });
    remote.emit(MAIN.caipNetworkId, 'bip122_addressesChanged', []);
    await flushPromises();
    expect(session.accounts.map(({ address }) => address)).toEqual([onMain, second.addressOn('main')]);
    expect(remote.requests.map(({ method }) => method)).toEqual(['getAccountAddresses']);
  });

  it.each(['', 'no JSON', 'null', '7', '[null]', '{"payment":7}'])(
    'requests the addresses if the session property is malformed: %j',
    async (cached) => {
      const remote = new FakeRemoteSession({ namespaces: WITH_ADDRESSES, sessionProperties: { bip122_getAccountAddresses: cached } });
      const { session } = await adopted(WITH_ADDRESSES, remote);
      expect(session.accounts.map(({ address }) => address)).toEqual([onMain]);
      expect(remote.requests.map(({ method }) => method)).toEqual(['getAccountAddresses']);
    },
  );

  it('converts hex signatures to base64', async () => {
    const { session, remote, chain } = await adopted(allowed([onMain]));
    const bytes = signTestMessage(key, 'hello', 'bip322');
    remote.next({ result: { address: onMain, signature: Buffer.from(bytes).toString('hex') } });
    const signature = await sign(session);
    expect(signature).toBe(Buffer.from(bytes).toString('base64'));
    expect(remote.requests.at(-1)).toEqual({
      chainId: MAIN.caipNetworkId,
      method: 'signMessage',
      params: { account: onMain, address: onMain, message: 'hello', protocol: 'bip322' },
    });
    const account = activeAccount(session);
    expect(await chain.services.verifyMessage?.({ account, message: 'hello', signature, network: MAIN }, neverAborted())).toBe(true);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['unsupported', 'wallet/unsupported-method'],
    ['garbage', 'wallet/invalid-response'],
    ['expire', 'wallet-protocol/request-expired'],
  ] as const)('maps the response "%s" to %s', async (response, code) => {
    const { session, remote } = await adopted(allowed([onMain]));
    remote.next(response);
    expect(await codeOf(sign(session))).toBe(code);
    expect(remote.requests.length).toBe(1);
  });

  it('sends no request that the session does not allow', async () => {
    const { session, remote } = await adopted(allowed([onMain], []));
    expect(await codeOf(sign(session))).toBe('wallet/unsupported-method');
    expect(remote.requests).toEqual([]);
  });

  it('signs a PSBT with the WalletConnect parameters', async () => {
    const { session, remote } = await adopted(allowed([onMain]));
    const psbt = new Psbt().addInput({ hash: 'ab'.repeat(32), index: 0 }).toBase64();
    remote.next({ result: { psbt } });
    const inputs = [{ index: 0, address: onMain, sighashTypes: [1] }];
    const signed = await session.calls?.bip122?.signPsbt({ account: activeAccount(session), psbt, inputs }, neverAborted());
    expect(signed).toEqual({ psbt, txid: null });
    expect(remote.requests.at(-1)?.params).toEqual({ account: onMain, psbt, signInputs: inputs, broadcast: false });
  });

  it('switches between shared chains only', async () => {
    const { session, events } = await adopted(allowed([onMain, onTest]));
    await session.switchNetwork(TEST, neverAborted());
    expect([session.chainId, session.accounts[0]?.address]).toEqual([TEST.caipNetworkId, onTest]);
    expect(events).toEqual(['chain-changed', 'accounts-changed']);
    expect(await codeOf(session.switchNetwork(bitcoinTestNetwork('signet'), neverAborted()))).toBe('network/unrecognized-chain');
    expect(session.chainId).toBe(TEST.caipNetworkId);
  });

  it('follows the shared addresses and the end of the session', async () => {
    const { session, remote, events } = await adopted(allowed([onMain]));
    remote.allow(allowed([second.addressOn('main')]));
    await flushPromises();
    expect([events, session.accounts[0]?.address]).toEqual([['accounts-changed'], second.addressOn('main')]);
    remote.close('wallet');
    expect([events.at(-1), session.accounts]).toEqual(['disconnected', []]);
  });

  it('ends the remote session, and unsubscribes on release', async () => {
    const { session, remote } = await adopted(allowed([onMain]));
    await session.disconnect(neverAborted());
    expect(remote.disconnections).toBe(1);
    session.release();
    expect(remote.isObserved).toBe(false);
  });
});
