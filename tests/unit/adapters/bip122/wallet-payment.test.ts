import { Transaction } from 'bitcoinjs-lib';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildPsbt } from '../../../../adapters/bip122/bitcoinjs/psbt.js';
import { proveWalletPayment, type WalletPayment } from '../../../../adapters/bip122/bitcoinjs/wallet-payment.js';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import { EsploraReader } from '../../../../adapters/bip122/esplora/esplora-reader.js';
import type { TransactionProgress } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { type Bip122TestAddressType, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { extractTestTransaction, signTestPsbt } from '../../../../testing/wallets/bip122-signing.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { EsploraService } from '../support/esplora-service.js';

const [friend, stranger] = [bip122TestKey('p2wpkh', 'friend'), bip122TestKey('p2wpkh', 'stranger')];
const VALUE = 20_000n;
const ID = 'e'.repeat(64);

let service: EsploraService;
beforeEach(async () => {
  service = await EsploraService.start();
});

/** A transaction that pays, with other money than everybody else's. */
const paying = (script: Uint8Array, value: bigint): Transaction => {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(9), 0);
  transaction.addOutput(script, value);
  return transaction;
};

/** A transfer of a key, as it is given to a wallet and as the wallet signs it. */
const transferOf = async (type: Bip122TestAddressType) => {
  const key = bip122TestKey(type, 'sender');
  const before = paying(key.script, 100_000n);
  const redeemScript = type === 'p2sh-p2wpkh' ? bip122TestKey('p2wpkh', 'sender').script : undefined;
  const psbt = buildPsbt({
    coins: [{ txid: before.getId(), vout: 0, value: 100_000n, transaction: before.toHex() }],
    script: key.script,
    type: type === 'p2sh-p2wpkh' ? 'p2sh' : type,
    publicKey: Buffer.from(key.publicKey).toString('hex'),
    redeemScript,
    outputs: [{ script: friend.script, value: VALUE }],
  });
  return { psbt, ...(await extractTestTransaction(await signTestPsbt(psbt, [key]))) };
};

const prove = (txid: string, given: Partial<WalletPayment> = {}) => {
  const clock = new FakeClock();
  const esplora = new Esplora(clock, () => [service.url]);
  const network = bitcoinTestNetwork('regtest');
  const proven = proveWalletPayment(txid, { script: friend.script, value: VALUE, network, esplora, ...given });
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  proven.then(end, end);
  /** Lets the clock run until it is known. */
  const wait = async (): Promise<void> => {
    while (!isOver) {
      await clock.run(250);
      await settled();
    }
  };
  return { proven, wait };
};

const answering = (text: string): string => {
  service.answers[`/tx/${ID}/hex`] = [200, text];
  return ID;
};

const knows = (transaction: Transaction, id = transaction.getId()): string => {
  service.answers[`/tx/${id}/hex`] = [200, transaction.toHex()];
  return id;
};

describe('the id that a wallet tells of what it broadcast', () => {
  it.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const)('is known beforehand where no signature is a part of it: %s', async (type) => {
    const { psbt, txid } = await transferOf(type);
    expect(await prove(txid, { psbt }).proven).toBe(txid);
    expect(service.asked).toEqual([]);
  });

  it('is looked up where signatures are a part of it', async () => {
    const { psbt, txid, hex } = await transferOf('p2pkh');
    knows(Transaction.fromHex(hex));
    expect(await prove(txid, { psbt }).proven).toBe(txid);
  });

  it('is the right one where the wallet names it wrongly', async () => {
    const { psbt, txid, hex } = await transferOf('p2wpkh');
    const signed = Transaction.fromHex(hex);
    knows(signed);
    expect(await prove(Buffer.from(signed.getHash(true)).reverse().toString('hex'), { psbt }).proven).toBe(txid);
  });

  it('may be that of another transaction which pays the same, such as one with a higher fee', async () => {
    const { psbt } = await transferOf('p2wpkh');
    const other = knows(paying(friend.script, VALUE));
    expect(await prove(other, { psbt }).proven).toBe(other);
    expect(await prove(other).proven).toBe(other);
  });

  it('is waited for where the service hears of it later', async () => {
    const { proven, wait } = prove(paying(friend.script, VALUE).getId());
    const waiting = wait();
    while (service.asked.length < 2) await settled();
    const txid = knows(paying(friend.script, VALUE));
    await waiting;
    expect(await proven).toBe(txid);
  });

  it.each<readonly [string, () => string]>([
    ['nobody knows', () => ID],
    ['pays somebody else', () => knows(paying(stranger.script, VALUE))],
    ['pays less', () => knows(paying(friend.script, VALUE - 1n))],
    ['the service knows as another one', () => knows(paying(friend.script, VALUE), ID)],
    ['the service gives a page for', () => answering('<html></html>')],
  ])('proves nothing where it is one that %s: its outcome is not known', async (_what, idOf) => {
    const txid = idOf();
    for (const psbt of [undefined, (await transferOf('p2wpkh')).psbt]) {
      const { proven, wait } = prove(txid, psbt === undefined ? {} : { psbt });
      await wait();
      const error = await proven.catch((thrown: unknown) => thrown);
      expect(isLatchkeyError(error, 'network/unknown-outcome') && error.context.hash).toBe(txid);
    }
  });
});

describe('a transaction that is followed', () => {
  const follow = async (payment: { readonly to: string; readonly value: bigint | null } | undefined) => {
    const transaction = paying(friend.script, VALUE);
    const hash = transaction.getId();
    const vout = transaction.outs.map(({ script, value }) => ({
      scriptpubkey: Buffer.from(script).toString('hex'),
      value: Number(value),
    }));
    service.answers[`/tx/${hash}/status`] = [200, '{"confirmed":true,"block_height":7}'];
    service.answers[`/tx/${hash}`] = [200, JSON.stringify({ vin: [{ txid: 'a'.repeat(64), vout: 0, sequence: 0 }], vout })];
    const reader = new EsploraReader({ clock: new FakeClock(), esplora: () => [service.url], confirmations: 1 });
    const heard: TransactionProgress['status'][] = [];
    const network = bitcoinTestNetwork('regtest');
    const request = { hash, network, ...(payment === undefined ? {} : { payment }) };
    const outcome = await codeOf(reader.follow(request, ({ status }) => heard.push(status), patient()));
    return [outcome, heard];
  };
  const address = friend.addressOn('regtest');

  it('is in its block where it pays what it was to pay, in capitals too, and where that is not known', async () => {
    for (const payment of [undefined, { to: address, value: VALUE }, { to: address.toUpperCase(), value: null }])
      expect(await follow(payment)).toEqual(['no error', ['included']]);
  });

  it.each([
    ['somebody else', { to: stranger.addressOn('regtest'), value: VALUE }],
    ['something else', { to: address, value: VALUE + 1n }],
    ['somebody else all there is', { to: stranger.addressOn('regtest'), value: null }],
  ])('is never told to be in a block where it was to pay %s', async (_what, payment) => {
    expect(await follow(payment)).toEqual(['network/unknown-outcome', []]);
  });
});
