import { Psbt } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../../../adapters/bip122/bip122-chain.js';
import type { WalletSession } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { activeAccount } from '../../../../testing/contracts/chain-harness.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
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

/** A wallet that tells all its addresses. */
const TELLING = allowed([onMain], [...METHODS, 'getAccountAddresses']);

const adopt = async (namespaces: SessionNamespaces, remote = new FakeRemoteSession({ namespaces })) => {
  const chain = new Bip122Chain({ clock: new FakeClock(), esplora: ({ rpcUrls }) => rpcUrls.chainDefault.http });
  const connector = remoteConnector('bip122', 'Phone');
  const session = await chain.adopt({ remote, connector, network: MAIN, networks: () => [MAIN, TEST] }, patient());
  return { remote, chain, session };
};

const adopted = async (...given: Parameters<typeof adopt>) => {
  const { session, ...rest } = await adopt(...given);
  if (session === null) throw new Error('Nothing is shared');
  const heard: string[] = [];
  session.events$.subscribe(({ type }) => heard.push(type));
  return { ...rest, session, heard };
};

const sign = (session: WalletSession): Promise<string> =>
  session.signMessage({ account: activeAccount(session), message: 'hello' }, patient());

describe('a Bitcoin wallet elsewhere', () => {
  it('becomes a session with the addresses of its chain, and none without', async () => {
    const { session, remote } = await adopted(allowed([onMain, onTest]));
    expect(session.accounts).toEqual([{ namespace: 'bip122', address: onMain, type: 'payment' }]);
    expect([session.chainId, remote.requests.length]).toEqual([MAIN.caipNetworkId, 0]);
    expect((await adopt({})).session).toBe(null);
    expect((await adopt(allowed([onTest]))).session?.chainId).toBe(TEST.caipNetworkId);
  });

  it('asks for all addresses where it may, each with its key and purpose', async () => {
    const remote = new FakeRemoteSession({ namespaces: TELLING });
    remote.next({
      result: [
        { address: ordinals.addressOn('main'), intention: 'ordinal' },
        { address: onMain, publicKey, path: "m/84'/0'/0'/0/0", intention: 'payment' },
        { address: second.addressOn('main') },
      ],
    });
    const { session } = await adopted(TELLING, remote);
    expect(session.accounts).toEqual([
      { namespace: 'bip122', address: onMain, type: 'payment', publicKey, path: "m/84'/0'/0'/0/0" },
      { namespace: 'bip122', address: second.addressOn('main'), type: 'payment' },
      { namespace: 'bip122', address: ordinals.addressOn('main'), type: 'ordinal' },
    ]);
    expect(remote.requests).toEqual([
      { chainId: MAIN.caipNetworkId, method: 'getAccountAddresses', params: { account: onMain }, quiet: true },
    ]);
  });

  it('does not wait for a wallet that is asleep, and hears of the further addresses when it wakes', async () => {
    const remote = new FakeRemoteSession({ namespaces: TELLING });
    remote.next('late');
    const { session, heard } = await adopted(TELLING, remote);
    expect(session.accounts).toEqual([{ namespace: 'bip122', address: onMain, type: 'payment' }]);
    // What is no address, or one of another network, is none of the account's.
    remote.release([{ address: ordinals.addressOn('main'), intention: 'ordinal' }, { address: onTest }, { address: 'nonsense' }, null]);
    await settled();
    expect([heard, session.accounts.map(({ address }) => address)]).toEqual([['accounts-changed'], [onMain, ordinals.addressOn('main')]]);
  });

  it.each([
    [
      'a list',
      [{ address: onMain, publicKey, intention: 'payment' }, { address: ordinals.addressOn('main'), intention: 'ordinal' }, onTest],
    ],
    ['lists by what they are for', { payment: [{ address: onMain, publicKey }], ordinal: [{ address: ordinals.addressOn('main') }] }],
  ])('asks for no addresses that the session brought along as %s', async (_shape, kept) => {
    const sessionProperties = { bip122_getAccountAddresses: JSON.stringify(kept) };
    const remote = new FakeRemoteSession({ namespaces: TELLING, sessionProperties });
    const { session } = await adopted(TELLING, remote);
    expect(session.accounts).toEqual([
      { namespace: 'bip122', address: onMain, type: 'payment', publicKey },
      { namespace: 'bip122', address: ordinals.addressOn('main'), type: 'ordinal' },
    ]);
    expect(remote.requests).toEqual([]);
    // What it tells later is newer than what it told at first.
    remote.next({ result: [{ address: second.addressOn('main') }] });
    remote.emit(MAIN.caipNetworkId, 'bip122_addressesChanged', []);
    await settled();
    expect(session.accounts.map(({ address }) => address)).toEqual([onMain, second.addressOn('main')]);
    expect(remote.requests.map(({ method }) => method)).toEqual(['getAccountAddresses']);
  });

  it.each(['', 'no JSON', 'null', '7', '[null]', '{"payment":7}'])(
    'asks where the session brought along what is no list: %j',
    async (kept) => {
      const remote = new FakeRemoteSession({ namespaces: TELLING, sessionProperties: { bip122_getAccountAddresses: kept } });
      const { session } = await adopted(TELLING, remote);
      expect(session.accounts.map(({ address }) => address)).toEqual([onMain]);
      expect(remote.requests.map(({ method }) => method)).toEqual(['getAccountAddresses']);
    },
  );

  it('gives base64 for the hex that a wallet signs with, and verifies', async () => {
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
    expect(await chain.services.verifyMessage?.({ account, message: 'hello', signature, network: MAIN }, patient())).toBe(true);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['unsupported', 'wallet/unsupported-method'],
    ['garbage', 'wallet/invalid-response'],
    ['expire', 'wallet-protocol/request-expired'],
  ] as const)('ends with its own code when the answer is: %s', async (answer, code) => {
    const { session, remote } = await adopted(allowed([onMain]));
    remote.next(answer);
    expect(await codeOf(sign(session))).toBe(code);
    expect(remote.requests.length).toBe(1);
  });

  it('asks for nothing that the session does not allow', async () => {
    const { session, remote } = await adopted(allowed([onMain], []));
    expect(await codeOf(sign(session))).toBe('wallet/unsupported-method');
    expect(remote.requests).toEqual([]);
  });

  it('signs a PSBT with the parameters of the protocol', async () => {
    const { session, remote } = await adopted(allowed([onMain]));
    const psbt = new Psbt().addInput({ hash: 'ab'.repeat(32), index: 0 }).toBase64();
    remote.next({ result: { psbt } });
    const inputs = [{ index: 0, address: onMain, sighashTypes: [1] }];
    const signed = await session.calls?.bip122?.signPsbt({ account: activeAccount(session), psbt, inputs }, patient());
    expect(signed).toEqual({ psbt, txid: null });
    expect(remote.requests.at(-1)?.params).toEqual({ account: onMain, psbt, signInputs: inputs, broadcast: false });
  });

  it('moves between the chains that it shares, and to no other', async () => {
    const { session, heard } = await adopted(allowed([onMain, onTest]));
    await session.switchNetwork(TEST, patient());
    expect([session.chainId, session.accounts[0]?.address]).toEqual([TEST.caipNetworkId, onTest]);
    expect(heard).toEqual(['chain-changed', 'accounts-changed']);
    expect(await codeOf(session.switchNetwork(bitcoinTestNetwork('signet'), patient()))).toBe('network/unrecognized-chain');
    expect(session.chainId).toBe(TEST.caipNetworkId);
  });

  it('follows what the wallet shares, and ends with it', async () => {
    const { session, remote, heard } = await adopted(allowed([onMain]));
    remote.allow(allowed([second.addressOn('main')]));
    await settled();
    expect([heard, session.accounts[0]?.address]).toEqual([['accounts-changed'], second.addressOn('main')]);
    remote.end('wallet');
    expect([heard.at(-1), session.accounts]).toEqual(['disconnected', []]);
  });

  it('ends the session on the wallet’s side, and listens no more after a release', async () => {
    const { session, remote } = await adopted(allowed([onMain]));
    await session.disconnect(patient());
    expect(remote.disconnections).toBe(1);
    session.release();
    expect(remote.heard).toBe(false);
  });
});
