import { type RunningBitcoin, startBitcoin } from '@latchkey/sandbox';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { networks, Psbt } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bip122TestKey, bip122TestKey } from '../../../testing/wallets/bip122-keys.js';
import { extractTestTransaction, signTestPsbt } from '../../../testing/wallets/bip122-signing.js';

let bitcoin: RunningBitcoin;

const get = async (path: string): Promise<{ readonly status: number; readonly body: unknown }> => {
  const response = await fetch(`${bitcoin.esploraUrl}${path}`);
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
};
const post = async (hex: string): Promise<{ readonly status: number; readonly body: string }> => {
  const response = await fetch(`${bitcoin.esploraUrl}/tx`, { method: 'POST', body: hex });
  return { status: response.status, body: await response.text() };
};

interface Utxo {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
  readonly status: { readonly confirmed: boolean };
}

const utxosOf = async (key: Bip122TestKey): Promise<readonly Utxo[]> =>
  (await get(`/address/${key.addressOn('regtest')}/utxo`)).body as readonly Utxo[];

/** A signed spend of one output, all but a fee of 500 satoshi back to its owner. */
const spend = ({ txid, vout, value }: Utxo, key: Bip122TestKey, to: Uint8Array = key.script): string => {
  const psbt = new Psbt({ network: networks.regtest });
  psbt.addInput({ hash: txid, index: vout, sequence: 0xfffffffd, witnessUtxo: { script: key.script, value: BigInt(value) } });
  psbt.addOutput({ script: to, value: BigInt(value - 500) });
  psbt.signInput(0, {
    publicKey: key.publicKey,
    sign: (hash) => secp256k1.sign(hash, key.secret, { prehash: false, lowS: true }),
  });
  psbt.finalizeAllInputs();
  return psbt.extractTransaction().toHex();
};

describe('startBitcoin', () => {
  const alice = bip122TestKey('p2wpkh', 'alice of the node');
  const taproot = bip122TestKey('p2tr', 'taproot of the node');

  beforeAll(async () => {
    bitcoin = await startBitcoin();
  });
  afterAll(() => bitcoin.stop());

  it('is named by its genesis block', async () => {
    expect(bitcoin.chainId).toBe('bip122:0f9188f13cb7b2c71f2a335e3a4fc328');
    expect((await get('/block-height/0')).body).toBe('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
    expect((await get('/blocks/tip/height')).body).toBe('432');
  });

  it('funds an address, mines, and tells both', async () => {
    const address = alice.addressOn('regtest');
    const id = await bitcoin.fund(address, 100_000);
    expect((await get(`/tx/${id}/status`)).body).toEqual({ confirmed: false });
    expect(await utxosOf(alice)).toMatchObject([{ txid: id, value: 100_000, status: { confirmed: false } }]);
    const height = await bitcoin.mine();
    expect((await get(`/tx/${id}/status`)).body).toMatchObject({ confirmed: true, block_height: height });
    expect((await get(`/address/${address}`)).body).toMatchObject({
      chain_stats: { funded_txo_sum: 100_000 },
      mempool_stats: { tx_count: 0 },
    });
    expect((await get(`/address/${address}/txs`)).body).toMatchObject([{ txid: id, fee: 500 }]);
    expect((await get(`/tx/${id}/hex`)).body).toMatch(/^[0-9a-f]+$/);
  });

  it('takes a signed transaction once, and refuses what spends the same, what is signed wrongly and what is none', async () => {
    const [coin] = await utxosOf(alice);
    if (coin === undefined) throw new Error('Nothing to spend');
    const first = spend(coin, alice);
    const tampered = `${first.slice(0, -120)}${first.slice(-120).replace(/[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0'))}`;
    expect((await post(tampered)).body).toMatch(/"code":-2[56]/);
    const sent = await post(first);
    expect(sent).toMatchObject({ status: 200 });
    expect((await post(spend(coin, alice, taproot.script))).body).toBe(
      'sendrawtransaction RPC error: {"code":-26,"message":"txn-mempool-conflict"}',
    );
    expect((await post(first)).body).toContain('txn-already-in-mempool');
    expect((await post('zz')).body).toContain('TX decode failed');
    expect((await get(`/tx/${coin.txid}/outspend/${coin.vout}`)).body).toMatchObject({ spent: true, txid: sent.body });
    await bitcoin.mine();
    expect((await post(spend(coin, alice, taproot.script))).body).toContain('bad-txns-inputs-missingorspent');
  });

  it('takes a transaction back by a re-org, and drops it for another of the same coin', async () => {
    const id = await bitcoin.fund(alice.addressOn('regtest'), 50_000);
    await bitcoin.mine();
    await bitcoin.reorganise(1);
    expect((await get(`/tx/${id}/status`)).body).toEqual({ confirmed: false });
    await bitcoin.mine();
    const coin = (await utxosOf(alice)).find(({ txid }) => txid === id);
    if (coin === undefined) throw new Error('Nothing to spend');
    const waiting = await post(spend(coin, alice));
    await bitcoin.mineOnly([spend(coin, alice, taproot.script)]);
    expect(await get(`/tx/${waiting.body}`)).toEqual({ status: 404, body: 'Transaction not found' });
  });

  it('spends taproot by its own rules only', async () => {
    await bitcoin.fund(taproot.addressOn('regtest'), 70_000);
    await bitcoin.mine();
    const coin = (await utxosOf(taproot)).find(({ value }) => value === 70_000);
    if (coin === undefined) throw new Error('Nothing to spend');
    const unsigned = new Psbt({ network: networks.regtest });
    unsigned.addInput({
      hash: coin.txid,
      index: coin.vout,
      witnessUtxo: { script: taproot.script, value: 70_000n },
      tapInternalKey: taproot.publicKey.subarray(1),
    });
    unsigned.addOutput({ script: alice.script, value: 69_000n });
    const signed = await signTestPsbt(unsigned.toBase64(), [taproot]);
    unsigned.updateInput(0, { tapKeySig: new Uint8Array(64).fill(1) });
    expect((await post((await extractTestTransaction(unsigned.toBase64())).hex)).status).toBe(400);
    expect((await post((await extractTestTransaction(signed)).hex)).status).toBe(200);
  });

  it('refuses addresses of other networks and mistyped ones, and paths that are none', async () => {
    for (const address of [alice.addressOn('main'), `${alice.addressOn('regtest').slice(0, -1)}q`, 'nobody'])
      expect(await get(`/address/${address}/utxo`)).toEqual({ status: 400, body: 'Invalid Bitcoin address' });
    expect(await get('/nothing')).toMatchObject({ status: 404 });
    expect(await get(`/tx/${'e'.repeat(64)}`)).toMatchObject({ status: 404 });
  });
});
