import { Transaction } from 'bitcoinjs-lib';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildPsbt } from '../../../../adapters/bip122/bitcoinjs/psbt.js';
import { verifyWalletPayment, type WalletPayment } from '../../../../adapters/bip122/bitcoinjs/wallet-payment.js';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import { EsploraReader } from '../../../../adapters/bip122/esplora/esplora-reader.js';
import type { TransactionProgress } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
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

/** A transaction that pays a script from unrelated coins. */
const transactionTo = (script: Uint8Array, value: bigint): Transaction => {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(9), 0);
  transaction.addOutput(script, value);
  return transaction;
};

/** A transfer as PSBT, and as signed by the wallet. */
const transferOf = async (type: Bip122TestAddressType) => {
  const key = bip122TestKey(type, 'sender');
  const before = transactionTo(key.script, 100_000n);
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

const verify = (txid: string, options: Partial<WalletPayment> = {}) => {
  const clock = new FakeClock();
  const esplora = new Esplora(clock, () => [service.url]);
  const network = bitcoinTestNetwork('regtest');
  const verified = verifyWalletPayment(txid, { script: friend.script, value: VALUE, network, esplora, ...options });
  let isSettled = false;
  const onSettled = (): void => {
    isSettled = true;
  };
  verified.then(onSettled, onSettled);
  /** Advances the clock until verification is settled. */
  const wait = async (): Promise<void> => {
    while (!isSettled) {
      await clock.run(250);
      await flushPromises();
    }
  };
  return { verified, wait };
};

const respondWith = (text: string): string => {
  service.responses[`/tx/${ID}/hex`] = [200, text];
  return ID;
};

const addTransaction = (transaction: Transaction, id = transaction.getId()): string => {
  service.responses[`/tx/${id}/hex`] = [200, transaction.toHex()];
  return id;
};

describe('verifyWalletPayment', () => {
  it.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const)('accepts the txid known from the PSBT: %s', async (type) => {
    const { psbt, txid } = await transferOf(type);
    expect(await verify(txid, { psbt }).verified).toBe(txid);
    expect(service.requestedPaths).toEqual([]);
  });

  it('looks up a txid that depends on signatures', async () => {
    const { psbt, txid, hex } = await transferOf('p2pkh');
    addTransaction(Transaction.fromHex(hex));
    expect(await verify(txid, { psbt }).verified).toBe(txid);
  });

  it('returns the correct txid when the wallet returned the wtxid', async () => {
    const { psbt, txid, hex } = await transferOf('p2wpkh');
    const signed = Transaction.fromHex(hex);
    addTransaction(signed);
    expect(await verify(Buffer.from(signed.getHash(true)).reverse().toString('hex'), { psbt }).verified).toBe(txid);
  });

  it('accepts another transaction that pays the same, such as one with a higher fee', async () => {
    const { psbt } = await transferOf('p2wpkh');
    const other = addTransaction(transactionTo(friend.script, VALUE));
    expect(await verify(other, { psbt }).verified).toBe(other);
    expect(await verify(other).verified).toBe(other);
  });

  it('waits for a service that sees the transaction later', async () => {
    const { verified, wait } = verify(transactionTo(friend.script, VALUE).getId());
    const waiting = wait();
    while (service.requestedPaths.length < 2) await flushPromises();
    const txid = addTransaction(transactionTo(friend.script, VALUE));
    await waiting;
    expect(await verified).toBe(txid);
  });

  it.each<readonly [string, () => string]>([
    ['no service has', () => ID],
    ['pays another recipient', () => addTransaction(transactionTo(stranger.script, VALUE))],
    ['pays a lower amount', () => addTransaction(transactionTo(friend.script, VALUE - 1n))],
    ['does not match the transaction', () => addTransaction(transactionTo(friend.script, VALUE), ID)],
    ['a service returns HTML for', () => respondWith('<html></html>')],
  ])('reports an unknown outcome for a txid that %s', async (_what, idOf) => {
    const txid = idOf();
    for (const psbt of [undefined, (await transferOf('p2wpkh')).psbt]) {
      const { verified, wait } = verify(txid, psbt === undefined ? {} : { psbt });
      await wait();
      const error = await verified.catch((thrown: unknown) => thrown);
      expect(isLatchkeyError(error, 'network/unknown-outcome') && error.context.hash).toBe(txid);
    }
  });
});

describe('followTransaction with an expected payment', () => {
  const follow = async (payment: { readonly to: string; readonly value: bigint | null } | undefined) => {
    const transaction = transactionTo(friend.script, VALUE);
    const hash = transaction.getId();
    const vout = transaction.outs.map(({ script, value }) => ({
      scriptpubkey: Buffer.from(script).toString('hex'),
      value: Number(value),
    }));
    service.responses[`/tx/${hash}/status`] = [200, '{"confirmed":true,"block_height":7}'];
    service.responses[`/tx/${hash}`] = [200, JSON.stringify({ vin: [{ txid: 'a'.repeat(64), vout: 0, sequence: 0 }], vout })];
    const reader = new EsploraReader({ clock: new FakeClock(), esplora: () => [service.url], confirmations: 1 });
    const statuses: TransactionProgress['status'][] = [];
    const network = bitcoinTestNetwork('regtest');
    const request = { hash, network, ...(payment === undefined ? {} : { payment }) };
    const outcome = await codeOf(reader.follow(request, ({ status }) => statuses.push(status), neverAborted()));
    return [outcome, statuses];
  };
  const address = friend.addressOn('regtest');

  it('is included when it makes the payment, also in upper case, or when none is given', async () => {
    for (const payment of [undefined, { to: address, value: VALUE }, { to: address.toUpperCase(), value: null }])
      expect(await follow(payment)).toEqual(['no error', ['included']]);
  });

  it.each([
    ['another recipient', { to: stranger.addressOn('regtest'), value: VALUE }],
    ['another amount', { to: address, value: VALUE + 1n }],
    ['another recipient everything', { to: stranger.addressOn('regtest'), value: null }],
  ])('is never reported as included when it should pay %s', async (_what, payment) => {
    expect(await follow(payment)).toEqual(['network/unknown-outcome', []]);
  });
});
