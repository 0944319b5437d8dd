import { randomUUID } from 'node:crypto';
import { type RunningBitcoin, startBitcoin } from '@latchkey/sandbox';
import { base64 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../adapters/bip122/bip122-chain.js';
import type { WalletDialect } from '../../adapters/bip122/discovered-wallet.js';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { esploraUrls } from '../../domain/network/bitcoin-esplora.js';
import type { Network } from '../../domain/network/network.js';
import { activeAccount, waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { codeOf, neverAborted } from '../../testing/contracts/test-api.js';
import { type Bip122TestKey, bip122TestKey } from '../../testing/wallets/bip122-keys.js';
import { extractTestTransaction } from '../../testing/wallets/bip122-signing.js';
import { Bip122TestWallet } from '../../testing/wallets/bip122-test-wallet.js';
import { bitcoinTestNetwork } from './support/bitcoin-network.js';

const COIN = 100_000;
const VALUE = 20_000n;

let bitcoin: RunningBitcoin;
let network: Network;

beforeAll(async () => {
  bitcoin = await startBitcoin();
  network = bitcoinTestNetwork('regtest', bitcoin.esploraUrl);
});
afterAll(() => bitcoin.stop());

const newKey = (): Bip122TestKey => bip122TestKey('p2wpkh', randomUUID());

const open = async (provider: object, dialect: WalletDialect) => {
  const chain = new Bip122Chain({
    storage: new FakeStorage(),
    locks: new FakeLocks(),
    clock: SYSTEM_CLOCK,
    providers: [{ id: 'test', name: 'Test', provider, dialect }],
    esplora: (of) => esploraUrls(of, {}),
  });
  const session = await chain.connect({ connectorId: 'test', network }, neverAborted());
  const balanceOf = async (key: Bip122TestKey): Promise<bigint> =>
    (await chain.getBalance({ address: key.addressOn('regtest'), network }, neverAborted())).value;
  const send = (to: string, value = VALUE): Promise<string> =>
    session.sendTransaction({ from: activeAccount(session), to, value }, neverAborted());
  /** Sends, waits for the block and returns the balance of the recipient. */
  const pay = async (to: Bip122TestKey): Promise<bigint> => {
    const hash = await send(to.addressOn('regtest'));
    const height = await bitcoin.mine();
    expect(await waitForSettlement(chain, { hash, network }, neverAborted())).toEqual({ blockNumber: BigInt(height) });
    return balanceOf(to);
  };
  return { chain, balanceOf, send, pay };
};

const funded = async (): Promise<Bip122TestKey> => {
  const key = newKey();
  await bitcoin.fund(key.addressOn('regtest'), COIN);
  await bitcoin.mine();
  return key;
};

/** A wallet that selects coins, signs and broadcasts by itself. */
const payingWallet = (key: Bip122TestKey): Bip122TestWallet =>
  new Bip122TestWallet({
    keys: [key],
    pay: async ({ to, sats }) => {
      const inside = await open(new Bip122TestWallet({ keys: [key] }).unisat, 'unisat');
      const hash = await inside.send(to, BigInt(sats));
      inside.chain.dispose();
      return hash;
    },
  });

describe('a Bitcoin wallet without PSBT signing', () => {
  it('sends by sendTransfer, and the transaction is tracked until its block', async () => {
    const [key, friend] = [await funded(), newKey()];
    const wallet = payingWallet(key);
    const { signPsbt, ...transferring } = wallet.unisat;
    const { chain, pay } = await open(transferring, 'unisat');
    expect(await pay(friend)).toBe(VALUE);
    expect([typeof signPsbt, wallet.requestCount('sendTransfer'), wallet.requestCount('signPsbt')]).toEqual(['function', 1, 0]);
    chain.dispose();
  });

  it('falls back to a single sendTransfer if signPsbt turns out to be unsupported', async () => {
    const [key, friend] = [await funded(), newKey()];
    const wallet = payingWallet(key);
    wallet.respondNext('signPsbt', { error: { code: -32_601, message: 'Method not found' } });
    const { chain, pay } = await open(wallet.unisat, 'unisat');
    expect(await pay(friend)).toBe(VALUE);
    expect([wallet.requestCount('signPsbt'), wallet.requestCount('sendTransfer')]).toEqual([1, 1]);
    chain.dispose();
  });

  it('does not fall back to sendTransfer if the user rejects', async () => {
    const [key, friend] = [await funded(), newKey()];
    const wallet = payingWallet(key);
    const { chain, send, balanceOf } = await open(wallet.unisat, 'unisat');
    wallet.respondNext('signPsbt', { error: { code: 4001, message: 'No' } });
    expect(await codeOf(send(friend.addressOn('regtest')))).toBe('wallet/rejected');
    expect(wallet.requestCount('sendTransfer')).toBe(0);
    const { signPsbt: _, ...transferring } = wallet.unisat;
    const other = await open(transferring, 'unisat');
    wallet.respondNext('sendTransfer', { error: { code: 4001, message: 'No' } });
    expect(await codeOf(other.send(friend.addressOn('regtest')))).toBe('wallet/rejected');
    wallet.respondNext('sendTransfer', { result: 'no id of a transaction' });
    expect(await codeOf(other.send(friend.addressOn('regtest')))).toBe('wallet/invalid-response');
    expect([await balanceOf(key), await balanceOf(friend)]).toEqual([BigInt(COIN), 0n]);
    for (const each of [chain, other.chain]) each.dispose();
  });
});

interface SigningInput {
  readonly psbt: Uint8Array;
}
interface Signing {
  signTransaction(input: SigningInput): Promise<readonly [{ readonly signedPsbt: Uint8Array }]>;
}

describe('a Wallet Standard wallet with signAndSendTransaction only', () => {
  /** Its features and the number of transactions that it sent. */
  const sendingWallet = (key: Bip122TestKey) => {
    const wallet = new Bip122TestWallet({ keys: [key] });
    // The members of the test wallet by the standard.
    const standard = wallet.standard as { readonly features: Readonly<Record<string, object>>; readonly accounts: readonly object[] };
    const { 'bitcoin:signTransaction': signing, ...features } = standard.features;
    const sent: string[] = [];
    const signAndSendTransaction = async (input: SigningInput): Promise<readonly object[]> => {
      const [{ signedPsbt }] = await (signing as Signing).signTransaction(input);
      const { hex } = await extractTestTransaction(base64.encode(signedPsbt));
      const response = await fetch(`${bitcoin.esploraUrl}/tx`, { method: 'POST', body: hex });
      sent.push(await response.text());
      return [{ txId: sent.at(-1) }];
    };
    const sending = { ...features, 'bitcoin:signAndSendTransaction': { version: '1.0.0', signAndSendTransaction } };
    const faceWith = (given: object): object => ({
      ...standard,
      get accounts() {
        return standard.accounts;
      },
      features: given,
    });
    return { wallet, sent, sendsOnly: faceWith(sending), doesBoth: faceWith({ ...sending, 'bitcoin:signTransaction': signing }) };
  };

  it('signs and sends our transaction in one step', async () => {
    const [key, friend] = [await funded(), newKey()];
    const { sent, sendsOnly, wallet } = sendingWallet(key);
    const { chain, pay, send } = await open(sendsOnly, 'standard');
    expect(await pay(friend)).toBe(VALUE);
    expect(sent).toHaveLength(1);
    wallet.respondNext('signPsbt', { error: { code: 4001, message: 'No' } });
    expect(await codeOf(send(friend.addressOn('regtest')))).toBe('wallet/rejected');
    expect(sent).toHaveLength(1);
    chain.dispose();
  });

  it('prefers signTransaction, so that the signed transaction is checked before it is broadcast', async () => {
    const [key, friend] = [await funded(), newKey()];
    const { sent, doesBoth } = sendingWallet(key);
    const { chain, pay } = await open(doesBoth, 'standard');
    expect(await pay(friend)).toBe(VALUE);
    expect(sent).toEqual([]);
    chain.dispose();
  });
});
