import { randomUUID } from 'node:crypto';
import { type RunningBitcoin, startBitcoin } from '@latchkey/sandbox';
import { Verifier } from 'bip322-js';
import { firstValueFrom, lastValueFrom, type Observable, shareReplay, take, toArray } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../adapters/bip122/bip122-chain.js';
import type { WalletDialect } from '../../adapters/bip122/discovered-wallet.js';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import type { TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import type { SendEvent } from '../../application/ports/send-event.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import { formatAssetId } from '../../domain/caip/caip-19.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { esploraUrls } from '../../domain/network/bitcoin-esplora.js';
import type { Network } from '../../domain/network/network.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import { activeAccount, type ChainHarness, waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { codeOf, flushPromises, neverAborted } from '../../testing/contracts/test-api.js';
import { type Bip122TestAddressType, type Bip122TestKey, bip122TestKey } from '../../testing/wallets/bip122-keys.js';
import { extractTestTransaction, signTestPsbt } from '../../testing/wallets/bip122-signing.js';
import { Bip122TestWallet } from '../../testing/wallets/bip122-test-wallet.js';
import { BIP122_TRAITS, bip122WalletUser } from '../unit/adapters/support/bip122-wallet-user.js';
import { bitcoinTestNetwork } from './support/bitcoin-network.js';
import { contractRunner } from './support/contract-runner.js';
import { RpcProxy } from './support/rpc-proxy.js';

const CLOSED_PORT_URL = 'http://127.0.0.1:1';
const UNKNOWN = 'e'.repeat(64);
const COIN = 100_000;

const newKey = (type: Bip122TestAddressType): Bip122TestKey => bip122TestKey(type, randomUUID());

/** Funds all transfers of the contract. */
const spender = newKey('p2wpkh');
/** An account that no test uses for transfers. */
const saver = newKey('p2wpkh');
/** Recipient of the transfers of the contract. */
const recipient = newKey('p2wpkh');

let bitcoin: RunningBitcoin;
let network: Network;
/** Hash of a transaction in a block. */
let confirmed: string;

beforeAll(async () => {
  bitcoin = await startBitcoin();
  network = bitcoinTestNetwork('regtest', bitcoin.esploraUrl);
  confirmed = await bitcoin.fund(newKey('p2wpkh').addressOn('regtest'), COIN);
  for (let coins = 0; coins < 12; coins += 1) await bitcoin.fund(spender.addressOn('regtest'), COIN);
  await bitcoin.fund(saver.addressOn('regtest'), COIN);
  await bitcoin.mine();
});
afterAll(() => bitcoin.stop());

const fund = async (key: Bip122TestKey, ...coins: readonly number[]): Promise<void> => {
  for (const sats of coins) await bitcoin.fund(key.addressOn('regtest'), sats);
  await bitcoin.mine();
};

const faceOf = (wallet: Bip122TestWallet, dialect: WalletDialect): object =>
  dialect === 'standard' ? wallet.standard : dialect === 'sats-connect' ? wallet.satsConnect : wallet.unisat;

const chainOf = (wallet: Bip122TestWallet, dialect: WalletDialect = 'unisat', clock: Clock = SYSTEM_CLOCK): Bip122Chain =>
  new Bip122Chain({
    storage: new FakeStorage(),
    locks: new FakeLocks(),
    clock,
    providers: [{ id: 'test', name: 'Test', provider: faceOf(wallet, dialect), dialect }],
    esplora: (of) => esploraUrls(of, {}),
  });

const open = async (
  key: Bip122TestKey,
  dialect: WalletDialect = 'unisat',
): Promise<{ readonly chain: Bip122Chain; readonly session: WalletSession; readonly wallet: Bip122TestWallet }> => {
  const wallet = new Bip122TestWallet({ keys: [key, newKey('p2tr')] });
  const chain = chainOf(wallet, dialect);
  return { chain, wallet, session: await chain.connect({ connectorId: 'test', network }, neverAborted()) };
};

const balanceOf = async (chain: Bip122Chain, key: Bip122TestKey): Promise<bigint> =>
  (await chain.getBalance({ address: key.addressOn('regtest'), network }, neverAborted())).value;

/** The PSBT of the last request. */
const lastPsbt = ({ requests }: Bip122TestWallet): string => String(Object(requests.at(-1)?.params).psbt);

/** The last progress of a transaction, or the code of its error. */
const lastProgress = (progress$: Observable<TransactionProgress>): Promise<TransactionProgress | string> =>
  lastValueFrom(progress$).catch((error: unknown) => (isLatchkeyError(error) ? error.code : Promise.reject(error)));

describe('a Bitcoin wallet on a real chain', () => {
  const ways = [
    ['p2wpkh', 'unisat'],
    ['p2wpkh', 'sats-connect'],
    ['p2wpkh', 'standard'],
    ['p2tr', 'unisat'],
    ['p2tr', 'standard'],
    ['p2sh-p2wpkh', 'sats-connect'],
    ['p2pkh', 'unisat'],
  ] as const;

  describe.each(ways)('replaces a payment from %s with a %s wallet', (type, dialect) => {
    const feeAndOutputs = async (txid: string) =>
      (await (await fetch(`${bitcoin.esploraUrl}/tx/${txid}`)).json()) as { readonly fee: number; readonly weight: number };
    const statusOf = async (txid: string): Promise<number> => (await fetch(`${bitcoin.esploraUrl}/tx/${txid}/status`)).status;

    it.each(['speed-up', 'cancel'] as const)('%s', async (mode) => {
      const [key, friend] = [newKey(type), newKey('p2wpkh')];
      await fund(key, COIN, COIN);
      const { chain, session } = await open(key, dialect);
      const from = activeAccount(session);
      const hash = await session.sendTransaction({ from, to: friend.addressOn('regtest'), value: 60_000n, speed: 'slow' }, neverAborted());
      const before = await feeAndOutputs(hash);
      const progress$ = chain.followTransaction({ hash, network }).pipe(shareReplay(1));
      const watched = lastProgress(progress$);
      // From now on it knows the outputs of the first transaction.
      const { trace } = await firstValueFrom(progress$);
      const events: SendEvent[] = [];
      const replacement = await session.replaceTransaction?.({ from, hash, mode }, neverAborted(), (event) => events.push(event));
      if (replacement === undefined) throw new Error('Not supported');
      const sent = events.find((event) => event.type === 'broadcast');
      expect(sent).toMatchObject({ hash: replacement });
      expect(chain.areExclusive(trace ?? '', sent?.type === 'broadcast' ? (sent.trace ?? '') : '')).toBe(true);
      const after = await feeAndOutputs(replacement);
      expect(after.fee).toBeGreaterThanOrEqual(before.fee + after.weight / 4);
      expect([await statusOf(hash), await statusOf(replacement)]).toEqual([404, 200]);
      await bitcoin.mine();
      expect(await balanceOf(chain, friend)).toBe(mode === 'cancel' ? 0n : 60_000n);
      expect(await balanceOf(chain, key)).toBe((mode === 'cancel' ? 200_000n : 140_000n) - BigInt(after.fee));
      const isSame = { status: 'included', settled: true, replacedBy: replacement };
      const payment = { to: friend.addressOn('regtest'), value: 60_000n };
      // Another page, which knows the payment only, and one that has the trace only.
      const known = lastProgress(chain.followTransaction({ hash, network, payment, trace: trace ?? '' }));
      const unknown = lastProgress(chain.followTransaction({ hash, network, trace: trace ?? '' }));
      for (const outcome of [await watched, await known])
        expect(outcome).toEqual(mode === 'speed-up' ? expect.objectContaining(isSame) : 'network/transaction-dropped');
      expect(await unknown).toBe('network/transaction-dropped');
      expect(await codeOf(session.replaceTransaction?.({ from, hash: replacement, mode }, neverAborted()) ?? Promise.resolve())).toBe(
        'send/not-replaceable',
      );
      chain.dispose();
    });
  });

  for (const [type, dialect] of ways) {
    it(`sends from ${type} with a ${dialect} wallet for the quoted fee`, async () => {
      const [key, friend] = [newKey(type), newKey('p2wpkh')];
      await fund(key, COIN, COIN);
      const { chain, session } = await open(key, dialect);
      const transaction = { from: activeAccount(session), to: friend.addressOn('regtest'), value: 150_000n } as const;
      const quotes = await chain.services.estimateFees?.({ transaction, network }, neverAborted());
      const normal = quotes?.find(({ speed }) => speed === 'normal');
      const hash = await session.sendTransaction(transaction, neverAborted());
      const sent = (await (await fetch(`${bitcoin.esploraUrl}/tx/${hash}`)).json()) as {
        readonly fee: number;
        readonly weight: number;
        readonly vin: readonly { readonly sequence: number; readonly txid: string; readonly vout: number }[];
      };
      expect(BigInt(sent.fee)).toBe(normal?.fee);
      // A signature may be shorter than the maximum: often by a byte, rarely by two or three.
      const vbytes = normal?.rate.type === 'bip122' ? normal.rate.vbytes : 0;
      expect(vbytes - Math.ceil(sent.weight / 4)).toBeGreaterThanOrEqual(0);
      expect(vbytes - Math.ceil(sent.weight / 4)).toBeLessThanOrEqual(3 * sent.vin.length);
      expect(sent.vin.every(({ sequence }) => sequence === 0xffff_fffd)).toBe(true);
      expect(await firstValueFrom(chain.followTransaction({ hash, network }).pipe(take(1)))).toEqual({
        status: 'seen',
        blockNumber: null,
        settled: false,
        // The spent outputs.
        trace: sent.vin.map(({ txid, vout }) => `${txid}:${vout}`).join(),
        isReplaceable: true,
      });
      const height = await bitcoin.mine();
      expect(await waitForSettlement(chain, { hash, network }, neverAborted())).toEqual({ blockNumber: BigInt(height) });
      expect(await balanceOf(chain, friend)).toBe(150_000n);
      expect(await balanceOf(chain, key)).toBe(50_000n - BigInt(sent.fee));
      chain.dispose();
    });
  }

  for (const type of ['p2wpkh', 'p2tr', 'p2pkh', 'p2sh-p2wpkh'] as const) {
    it(`signs a message with ${type} that an independent library and our verifier accept`, async () => {
      const key = newKey(type);
      const { chain, session } = await open(key, 'sats-connect');
      const account = activeAccount(session);
      const message = 'hello ₿';
      const signature = await session.signMessage({ account, message }, neverAborted());
      const verify = (changed: object): Promise<boolean> | undefined =>
        chain.services.verifyMessage?.({ account, message, signature, network, ...changed }, neverAborted());
      if (type !== 'p2sh-p2wpkh') expect(Verifier.verifySignature(key.addressOn('regtest'), message, signature)).toBe(true);
      expect(await verify({})).toBe(true);
      expect(await verify({ message: 'hello' })).toBe(false);
      expect(await verify({ account: formatAccountId(network.caipNetworkId, newKey(type).addressOn('regtest')) })).toBe(false);
      expect(await verify({ signature: 'nonsense' })).toBe(false);
      chain.dispose();
    });
  }

  it('creates recoverable signatures on request', async () => {
    const key = newKey('p2wpkh');
    const { chain, session } = await open(key);
    const account = activeAccount(session);
    const signature = (await session.calls?.bip122?.signMessage({ account, message: 'hello', protocol: 'ecdsa' }, neverAborted())) ?? '';
    expect(Verifier.verifySignature(key.addressOn('regtest'), 'hello', signature)).toBe(true);
    expect(await chain.services.verifyMessage?.({ account, message: 'hello', signature, network }, neverAborted())).toBe(true);
    chain.dispose();
  });

  it('sends the whole balance less the fee', async () => {
    const [key, friend] = [newKey('p2wpkh'), newKey('p2tr')];
    await fund(key, COIN, 30_000, 900);
    const { chain, session } = await open(key);
    await session.sendTransaction({ from: activeAccount(session), to: friend.addressOn('regtest'), value: 0n, all: true }, neverAborted());
    await bitcoin.mine();
    // Dust is not spent.
    expect(await balanceOf(chain, key)).toBe(900n);
    expect(await balanceOf(chain, friend)).toBe(130_000n - 3n * 190n);
    chain.dispose();
  });

  it('spends confirmed outputs first', async () => {
    const key = newKey('p2wpkh');
    await fund(key, 50_000);
    await bitcoin.fund(key.addressOn('regtest'), COIN);
    const { chain, session } = await open(key);
    await session.sendTransaction(
      { from: activeAccount(session), to: newKey('p2wpkh').addressOn('regtest'), value: 20_000n },
      neverAborted(),
    );
    const utxos = (await (await fetch(`${bitcoin.esploraUrl}/address/${key.addressOn('regtest')}/utxo`)).json()) as readonly {
      readonly value: number;
    }[];
    expect(utxos.map(({ value }) => value)).toContain(COIN);
    chain.dispose();
  });

  it('rejects invalid transfers before a request to the wallet', async () => {
    const key = newKey('p2wpkh');
    await fund(key, COIN);
    const { chain, session, wallet } = await open(key);
    const to = newKey('p2wpkh').addressOn('regtest');
    const send = (change: object): Promise<string> =>
      codeOf(session.sendTransaction({ from: activeAccount(session), to, value: 1_000n, ...change }, neverAborted()));
    expect(await send({ value: 0n })).toBe('send/invalid-amount');
    expect(await send({ value: -1n })).toBe('send/invalid-amount');
    expect(await send({ value: 293n })).toBe('send/dust');
    expect(await send({ value: 100_001n })).toBe('send/above-balance');
    expect(await send({ value: 99_900n })).toBe('send/insufficient-fee-funds');
    expect(await send({ to: newKey('p2wpkh').addressOn('main') })).toBe('address/wrong-network');
    expect(await send({ to: `${to.slice(0, -1)}${to.endsWith('q') ? 'p' : 'q'}` })).toBe('address/checksum-failed');
    expect(await send({ to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })).toBe('address/invalid');
    expect(await send({ asset: formatAssetId({ chainId: network.caipNetworkId, assetNamespace: 'token', assetReference: 'x' }) })).toBe(
      'send/refused',
    );
    expect(wallet.requestCount('signPsbt')).toBe(0);
    chain.dispose();
  });

  it('never spends from an ordinals address', async () => {
    const { chain, session, wallet } = await open(newKey('p2wpkh'), 'sats-connect');
    expect(session.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal']);
    const from = formatAccountId(network.caipNetworkId, session.accounts[1]?.address ?? '');
    const to = newKey('p2wpkh').addressOn('regtest');
    expect(await codeOf(session.sendTransaction({ from, to, value: 1_000n }, neverAborted()))).toBe('send/refused');
    expect(wallet.requestCount('signPsbt')).toBe(0);
    chain.dispose();
  });

  it('rejects if a coin was spent in the meantime, and sends nothing', async () => {
    const key = newKey('p2wpkh');
    await fund(key, COIN);
    const { chain, session, wallet } = await open(key);
    wallet.respondNext('signPsbt', 'late');
    const to = newKey('p2wpkh').addressOn('regtest');
    const sending = codeOf(session.sendTransaction({ from: activeAccount(session), to, value: 5_000n }, neverAborted()));
    while (wallet.prompts.length === 0) await flushPromises();
    const psbt = lastPsbt(wallet);
    // Another transaction that spends the same coin with another sequence.
    const other = await open(key);
    await other.session.sendTransaction({ from: activeAccount(other.session), to, value: 7_000n }, neverAborted());
    expect(psbt).toMatch(/^cHNidP8/);
    wallet.approve();
    expect(await sending).toBe('send/input-spent');
    for (const each of [chain, other.chain]) each.dispose();
  });

  it('does not broadcast a transaction other than the requested one', async () => {
    const key = newKey('p2wpkh');
    await fund(key, COIN);
    const { chain, session, wallet } = await open(key);
    const to = newKey('p2wpkh').addressOn('regtest');
    const send = (value: bigint) => codeOf(session.sendTransaction({ from: activeAccount(session), to, value }, neverAborted()));
    wallet.respondNext('signPsbt', { error: { code: 4001 } });
    expect(await send(5_000n)).toBe('wallet/rejected');
    wallet.respondNext('signPsbt', { result: await signTestPsbt(lastPsbt(wallet), [key]) });
    expect(await send(6_000n)).toBe('wallet/invalid-response');
    chain.dispose();
  });

  it('signs a PSBT of the app, and broadcasts it on request', async () => {
    const key = newKey('p2wpkh');
    await fund(key, COIN);
    const { chain, session, wallet } = await open(key, 'standard');
    const account = activeAccount(session);
    wallet.respondNext('signPsbt', { error: { code: 4001 } });
    await codeOf(session.sendTransaction({ from: account, to: newKey('p2wpkh').addressOn('regtest'), value: 5_000n }, neverAborted()));
    const psbt = lastPsbt(wallet);
    const signed = await session.calls?.bip122?.signPsbt({ account, psbt }, neverAborted());
    expect(signed?.txid).toBe(null);
    const { txid } = await extractTestTransaction(signed?.psbt ?? '');
    // A different transaction is not a valid response.
    wallet.respondNext('signPsbt', { error: { code: 4001 } });
    await codeOf(session.sendTransaction({ from: account, to: newKey('p2wpkh').addressOn('regtest'), value: 6_000n }, neverAborted()));
    wallet.respondNext('signPsbt', { result: await signTestPsbt(lastPsbt(wallet), [key]) });
    expect(await codeOf(session.calls?.bip122?.signPsbt({ account, psbt }, neverAborted()) ?? Promise.resolve())).toBe(
      'wallet/invalid-response',
    );
    const sent = await session.calls?.bip122?.signPsbt({ account, psbt, broadcast: true }, neverAborted());
    expect(sent?.txid).toBe(txid);
    chain.dispose();
  });

  it('tracks a transaction through a re-org', async () => {
    const key = newKey('p2wpkh');
    const clock = new FakeClock();
    const wallet = new Bip122TestWallet({ keys: [key] });
    const proxy = await RpcProxy.start(bitcoin.esploraUrl);
    const proxied = bitcoinTestNetwork('regtest', proxy.url);
    const esplora = (of: Network): readonly string[] => esploraUrls(of, {});
    const chain = new Bip122Chain({
      storage: new FakeStorage(),
      locks: new FakeLocks(),
      clock,
      providers: [{ id: 'test', name: 'T', provider: wallet.unisat, dialect: 'unisat' }],
      esplora,
      confirmations: 2,
    });
    const hash = await bitcoin.fund(key.addressOn('regtest'), COIN);
    const seen: string[] = [];
    let isComplete = false;
    const following = lastValueFrom(chain.followTransaction({ hash, network: proxied }).pipe(toArray())).then((all) => {
      isComplete = true;
      return all;
    });
    const watching = chain
      .followTransaction({ hash, network: proxied })
      .subscribe(({ status, settled: isLast }) => seen.push(`${status} ${isLast}`));
    const goOn = async (): Promise<void> => {
      await flushPromises();
      // The response time of the service does not count as page time.
      if (proxy.pendingRequests === 0) clock.advance(100);
    };
    const until = async (text: string): Promise<void> => {
      while (seen.at(-1) !== text) await goOn();
    };
    await until('seen false');
    await bitcoin.mine();
    await until('included false');
    await bitcoin.reorg(1);
    await until('seen false');
    await bitcoin.mine(2);
    await until('included true');
    while (!isComplete) await goOn();
    expect((await following).at(-1)?.settled).toBe(true);
    expect(seen).toEqual(['seen false', 'included false', 'seen false', 'included true']);
    watching.unsubscribe();
    chain.dispose();
    await proxy.stop();
  });

  it('reports a dropped transaction when a conflicting one is in a block', async () => {
    const key = newKey('p2wpkh');
    await fund(key, COIN);
    const { chain, session, wallet } = await open(key);
    const from = activeAccount(session);
    const to = newKey('p2wpkh').addressOn('regtest');
    wallet.respondNext('signPsbt', { error: { code: 4001 } });
    await codeOf(session.sendTransaction({ from, to, value: 9_000n }, neverAborted()));
    const psbt = lastPsbt(wallet);
    const rival = await extractTestTransaction(await signTestPsbt(psbt, [key]));
    const hash = await session.sendTransaction({ from, to, value: 8_000n }, neverAborted());
    const outcome = codeOf(waitForSettlement(chain, { hash, network }, neverAborted()));
    const { trace = '' } = await firstValueFrom(chain.followTransaction({ hash, network }).pipe(take(1)));
    await bitcoin.mineOnly([rival.hex]);
    expect(await outcome).toBe('network/transaction-dropped');
    chain.dispose();
    // Another page only has the stored trace.
    const next = chainOf(wallet);
    expect(await codeOf(lastValueFrom(next.followTransaction({ hash, network, trace })))).toBe('network/transaction-dropped');
    next.dispose();
  });

  it('rejects reads from a service of another network', async () => {
    const wallet = new Bip122TestWallet();
    const chain = chainOf(wallet);
    const wrong = bitcoinTestNetwork('test', bitcoin.esploraUrl);
    const address = newKey('p2wpkh').addressOn('test');
    expect(await codeOf(chain.getBalance({ address, network: wrong }, neverAborted()))).toBe('network/wrong-node');
    const both = bitcoinTestNetwork('regtest', CLOSED_PORT_URL, bitcoin.esploraUrl);
    expect((await chain.getBalance({ address: newKey('p2tr').addressOn('regtest'), network: both }, neverAborted())).value).toBe(0n);
    chain.dispose();
  });
});

const harness = (dialect: WalletDialect) => (): ChainHarness => {
  const wallet = new Bip122TestWallet({ keys: [spender, newKey('p2tr')] });
  const clock = new FakeClock();
  let broken = false;
  const chain = new Bip122Chain({
    storage: new FakeStorage(),
    locks: new FakeLocks(),
    clock,
    providers: [{ id: 'test', name: 'Test', provider: faceOf(wallet, dialect), dialect }],
    esplora: (of) => (broken ? [CLOSED_PORT_URL] : esploraUrls(of, {})),
  });
  const [payment = '', ordinals = ''] = wallet.addresses;
  return {
    chain,
    connectorId: 'test',
    network,
    otherNetwork: bitcoinTestNetwork('main', CLOSED_PORT_URL),
    unknownNetwork: bitcoinTestNetwork('signet', CLOSED_PORT_URL),
    accounts: dialect === 'unisat' ? [payment] : [payment, ordinals],
    otherAccount: ordinals,
    transfer: { to: recipient.addressOn('regtest'), value: 20_000n },
    user: bip122WalletUser(wallet),
    nodes: {
      fundedAccount: { address: saver.addressOn('regtest'), balance: BigInt(COIN) },
      confirmedHash: confirmed,
      revertedHash: null,
      unknownHash: UNKNOWN,
      failAll: () => {
        broken = true;
      },
    },
    waitForMissingWallet: () => clock.run(3_000),
  };
};

chainContract(contractRunner, 'Bip122Chain with a wallet like UniSat', harness('unisat'), {
  ...BIP122_TRAITS,
  services: ['fees', 'signatures'],
});
chainContract(contractRunner, 'Bip122Chain with a wallet of sats-connect', harness('sats-connect'), {
  ...BIP122_TRAITS,
  unsupportedFeatures: [...(BIP122_TRAITS.unsupportedFeatures ?? []), 'pending'],
});
chainContract(contractRunner, 'Bip122Chain with a wallet of the Wallet Standard', harness('standard'), {
  ...BIP122_TRAITS,
  unsupportedFeatures: [...(BIP122_TRAITS.unsupportedFeatures ?? []), 'networks'],
});
